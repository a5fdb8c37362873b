// Types of the audit log.
import type { JsonValue } from '../../../shared/jsonValue.ts';

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

export interface AuditLogFilter {
  action?: string | null;
  actorId?: number | null;
  subjectType?: string | null;
  subjectId?: string | null;
  /** Changes that concern this item, whatever their subject. */
  itemId?: number | null;
  page: number;
  perPage: number;
}
