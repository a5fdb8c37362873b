// SQL that reads and decides one difference.
import type { Knex } from 'knex';
import type { KeptRefusal } from '../../shared/domainError.ts';
import type { Undo } from './decision.ts';
import type {
  Inconsistency,
  InconsistencyStatus,
  ResolutionAction,
  SideValue,
} from './inconsistencies.ts';
import {
  selectInconsistencies,
  toInconsistency,
  type InconsistencyRow,
} from './inconsistencies.rows.ts';

export interface StoredInconsistency extends Inconsistency {
  undo: Undo | null;
}

/** How a difference stands after a decision. */
export interface Decided {
  status: InconsistencyStatus;
  resolution: ResolutionAction | null;
  undo: Undo | null;
  resolvedAt: Date | null;
  resolvedBy: number | null;
  now: Date;
}

const toStored = (row: InconsistencyRow): StoredInconsistency => ({
  ...toInconsistency(row),
  undo: row.undo,
});

export const inconsistenciesStore = (db: Knex) => ({
  async byIds(ids: readonly number[]): Promise<StoredInconsistency[]> {
    const rows: InconsistencyRow[] = await selectInconsistencies(db).whereIn('inconsistencies.id', [
      ...ids,
    ]);
    return rows.map(toStored);
  },

  /** Locks one difference until the end of the transaction. */
  async lock(id: number): Promise<StoredInconsistency | null> {
    await db('inconsistencies').where({ id }).forUpdate().first('id');
    return (await this.byIds([id]))[0] ?? null;
  },

  /** Takes a difference for a write to the service; false when it stands otherwise or somebody else has taken it. */
  async claim(id: number, status: InconsistencyStatus, now: Date, until: Date): Promise<boolean> {
    const touched = await db('inconsistencies')
      .where({ id, status })
      .where((free) => free.whereNull('busy_until').orWhere('busy_until', '<=', now))
      .update({ busy_until: until });
    return touched === 1;
  },

  /** Gives a difference back undecided, with what went wrong; null when nothing did. */
  async giveBack(id: number, refusal: KeptRefusal | null, now: Date): Promise<void> {
    await db('inconsistencies')
      .where({ id })
      .update({
        busy_until: null,
        error: refusal?.error ?? null,
        error_reason: refusal?.errorReason ?? null,
        updated_at: now,
      });
  },

  async refresh(id: number, newValue: SideValue, now: Date): Promise<void> {
    await db('inconsistencies')
      .where({ id })
      .update({ new_value: JSON.stringify(newValue), updated_at: now });
  },

  async decide(id: number, decided: Decided): Promise<void> {
    await db('inconsistencies')
      .where({ id })
      .update({
        status: decided.status,
        resolution: decided.resolution,
        undo: decided.undo === null ? null : JSON.stringify(decided.undo),
        error: null,
        error_reason: null,
        busy_until: null,
        updated_at: decided.now,
        resolved_at: decided.resolvedAt,
        resolved_by: decided.resolvedBy,
      });
  },

  /** Whether another difference of the same kind about the same item is open. */
  async hasOpenTwin(one: Inconsistency): Promise<boolean> {
    const twin: { id: number } | undefined = await db('inconsistencies')
      .where({ item_id: one.itemId, type: one.type, field: one.field, status: 'new' })
      .whereNot({ id: one.id })
      .first('id');
    return twin !== undefined;
  },
});

export type InconsistenciesStore = ReturnType<typeof inconsistenciesStore>;
