// The record of administrative and sync-made changes.
import type { JsonValue } from '../../../shared/jsonValue.ts';

/** The action of what was done through a token. */
export const tokenActed = 'apiToken.acted';

export interface AuditLogEntry {
  id: number;
  at: Date;
  actorId: number | null;
  runId: number | null;
  /** True for what Loadout did of its own accord: neither a person, nor a run, nor a command. */
  isAutomatic: boolean;
  /** True for what a person did, also once the account is gone and `actorId` with it. */
  isByPerson: boolean;
  action: string;
  subjectType: string;
  subjectId: string;
  itemId: number | null;
  before: JsonValue;
  after: JsonValue;
}

/** One change to record: who (or which run; nobody for a command), what, on what, before and after. */
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
  /** Of one item, whatever the change itself was about. */
  itemId?: number | null;
  page: number;
  perPage: number;
}
