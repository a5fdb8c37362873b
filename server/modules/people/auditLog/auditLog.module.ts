// Audit log of administrative changes and changes by the sync, readable by admins.
import type { Knex } from 'knex';
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { deleteInBatches } from '../../../shared/deleteInBatches.ts';
import { parseInput } from '../../../shared/validation.ts';
import { requireAdmin, type Viewer } from '../accounts/accounts.ts';
import {
  type AuditLogEntry as Entry,
  type AuditLogFilter,
  type AuditLogStore,
  auditLogStore,
  type NewAuditLogEntry,
} from './auditLog.store.ts';
export type { AuditLogEntry, NewAuditLogEntry } from './auditLog.store.ts';

export const auditLogOn = (on: Knex, clock: Clock): AuditLog =>
  createAuditLog({ store: auditLogStore(on), clock });

const window = z.object({
  page: z.int().min(0).max(limits.page.pageMax),
  perPage: z.int().min(1).max(limits.page.perPageMax),
});

export const createAuditLog = ({ store, clock }: { store: AuditLogStore; clock: Clock }) => ({
  record: (...entries: NewAuditLogEntry[]): Promise<void> => store.insert(entries, clock()),

  /** Records one change; returns the entry's id. */
  recordOne: (entry: NewAuditLogEntry): Promise<number> => store.insertOne(entry, clock()),

  /** Deletes the entry of a change that was not made after all. */
  takeBack: (id: number): Promise<void> => store.remove(id),

  /** Reconnects entries with items that were restored under their former ids. */
  relinkItems: (ids: readonly number[]): Promise<void> => store.relinkItems(ids),

  /** One change; null when there is none. */
  one: (id: number): Promise<Entry | null> => store.one(id),

  /** Deletes old entries of actions through tokens, in batches. */
  async deleteOldTokenActs(): Promise<void> {
    const before = new Date(clock().getTime() - limits.apiToken.actsKeptMs);
    await deleteInBatches((most) => store.deleteTokenActs(before, most));
  },

  /** Changes, newest first. @throws DomainError INVALID for a page or length past the limits. */
  async list(viewer: Viewer, filter: AuditLogFilter): Promise<{ entries: Entry[]; total: number }> {
    requireAdmin(viewer);
    parseInput(window, filter);
    return store.page(filter);
  },
});

export type AuditLog = ReturnType<typeof createAuditLog>;
