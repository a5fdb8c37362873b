// Audit log of administrative changes and changes by the sync, readable by admins.
import type { Knex } from 'knex';
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { deleteInBatches } from '../../../shared/deleteInBatches.ts';
import { parseInput } from '../../../shared/validation.ts';
import type { JsonValue } from '../../../shared/jsonValue.ts';
import { requireAdmin, type Viewer } from '../accounts/accounts.ts';

/** Action for the use of a token. */
export const tokenActed = 'apiToken.acted';

export interface AuditLogEntry {
  id: number;
  at: Date;
  actorId: number | null;
  runId: number | null;
  /** True for a change by Loadout itself, not by a person, a sync run or a command. */
  isAutomatic: boolean;
  /** True for a change by a person, even after the deletion of the account and of `actorId`. */
  isByPerson: boolean;
  action: string;
  subjectType: string;
  subjectId: string;
  itemId: number | null;
  before: JsonValue;
  after: JsonValue;
}

/** A change to record; neither actor nor run for a command. */
export interface NewAuditLogEntry {
  actorId?: number | null;
  runId?: number | null;
  isAutomatic?: boolean;
  action: string;
  subjectType: string;
  subjectId: string;
  itemId?: number | null;
  before: JsonValue;
  after: JsonValue;
}

interface AuditLogFilter {
  action?: string | null;
  actorId?: number | null;
  subjectType?: string | null;
  subjectId?: string | null;
  /** Changes that concern this item, whatever their subject. */
  itemId?: number | null;
  page: number;
  perPage: number;
}

interface AuditLogRow {
  id: number;
  at: Date;
  actor_id: number | null;
  run_id: number | null;
  is_automatic: boolean;
  is_by_person: boolean;
  action: string;
  subject_type: string;
  subject_id: string;
  item_id: number | null;
  before: JsonValue;
  after: JsonValue;
}

const toEntry = (row: AuditLogRow): AuditLogEntry => ({
  id: row.id,
  at: row.at,
  actorId: row.actor_id,
  runId: row.run_id,
  isAutomatic: row.is_automatic,
  isByPerson: row.is_by_person,
  action: row.action,
  subjectType: row.subject_type,
  subjectId: row.subject_id,
  itemId: row.item_id,
  before: row.before,
  after: row.after,
});

const toRow = (entry: NewAuditLogEntry, at: Date) => ({
  at,
  actor_id: entry.actorId ?? null,
  run_id: entry.runId ?? null,
  is_automatic: entry.isAutomatic ?? false,
  is_by_person: typeof entry.actorId === 'number',
  action: entry.action,
  subject_type: entry.subjectType,
  subject_id: entry.subjectId,
  item_id: entry.itemId ?? null,
  before: JSON.stringify(entry.before),
  after: JSON.stringify(entry.after),
});

const window = z.object({
  page: z.int().min(0).max(limits.page.pageMax),
  perPage: z.int().min(1).max(limits.page.perPageMax),
});

export const auditLogOn = (db: Knex, clock: Clock) => ({
  async record(...entries: NewAuditLogEntry[]): Promise<void> {
    const at = clock();
    if (entries.length > 0) await db('activity').insert(entries.map((entry) => toRow(entry, at)));
  },

  /** Records one change; returns the entry's id. */
  async recordOne(entry: NewAuditLogEntry): Promise<number> {
    const [row]: { id: string }[] = await db('activity')
      .insert(toRow(entry, clock()))
      .returning('id');
    return Number(row?.id);
  },

  /** Deletes the entry of a change that was not made after all. */
  async takeBack(id: number): Promise<void> {
    await db('activity').where({ id }).delete();
  },

  /**
   * Reconnects entries with items that were restored under their former ids; entries of a merged item with the item that
   * was kept.
   */
  async relinkItems(ids: readonly number[]): Promise<void> {
    await db.raw(
      `update activity set item_id = item_now(items.id) from items
       where subject_type = 'item' and subject_id = items.id::text and item_id is null
         and subject_id = any(:texts::text[]) and items.id = any(:ids::integer[])`,
      { texts: ids.map(String), ids: [...ids] },
    );
  },

  /** One change; null when there is none. */
  async one(id: number): Promise<AuditLogEntry | null> {
    const row: AuditLogRow | undefined = await db('activity').where({ id }).first();
    return row ? toEntry(row) : null;
  },

  /** Deletes old entries of actions through tokens, in batches. */
  async deleteOldTokenActs(): Promise<void> {
    const before = new Date(clock().getTime() - limits.apiToken.actsKeptMs);
    await deleteInBatches((most) => {
      const old = db('activity')
        .where({ subject_type: 'apiToken', action: tokenActed })
        .where('at', '<', before)
        .limit(most);
      return db('activity').whereIn('id', old.select('id')).delete();
    });
  },

  /** Changes, newest first. @throws DomainError INVALID for a page or length past the limits. */
  async list(
    viewer: Viewer,
    filter: AuditLogFilter,
  ): Promise<{ entries: AuditLogEntry[]; total: number }> {
    requireAdmin(viewer);
    parseInput(window, filter);
    const query = db('activity');
    if (filter.action) query.where('action', filter.action);
    if (filter.actorId) query.where('actor_id', filter.actorId);
    if (filter.subjectType) query.where('subject_type', filter.subjectType);
    if (filter.subjectId) query.where('subject_id', filter.subjectId);
    if (filter.itemId) query.where('item_id', filter.itemId);
    const counted: { count: number }[] = await query.clone().count({ count: '*' });
    const rows: AuditLogRow[] = await query
      .orderBy('id', 'desc')
      .limit(filter.perPage)
      .offset(filter.page * filter.perPage);
    return { entries: rows.map(toEntry), total: Number(counted[0]?.count ?? 0) };
  },
});

export type AuditLog = ReturnType<typeof auditLogOn>;
