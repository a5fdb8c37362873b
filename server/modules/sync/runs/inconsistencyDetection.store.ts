// SQL that raises, refreshes and closes inconsistencies.
import type { Knex } from 'knex';
import type { Difference, Inconsistency, InconsistencyType } from '../inconsistencies.ts';
import {
  selectInconsistencies,
  toInconsistency,
  type InconsistencyRow,
} from './inconsistencies.rows.ts';

export type NewInconsistency = Difference & { itemId: number };

const rowsPerInsert = 500;

export const inconsistencyDetectionStore = (db: Knex) => ({
  openOrIgnored(
    itemIds: readonly number[],
    types: readonly InconsistencyType[],
  ): Promise<Inconsistency[]> {
    return selectInconsistencies(db)
      .whereIn('inconsistencies.item_id', [...itemIds])
      .whereIn('inconsistencies.type', [...types])
      .whereIn('inconsistencies.status', ['new', 'ignored'])
      .then((rows: InconsistencyRow[]) => rows.map(toInconsistency));
  },

  async isBeingDecided(itemId: number): Promise<boolean> {
    const row = await db('inconsistencies')
      .where({ item_id: itemId })
      .whereRaw('busy_until > clock_timestamp()')
      .first('id');
    return row !== undefined;
  },

  /** Items with a lease or an active write. */
  async busyItems(itemIds: readonly number[]): Promise<Set<number>> {
    const { rows } = await db.raw<{ rows: { item_id: number }[] }>(
      `select item_id from inconsistencies
       where item_id = any(:ids::integer[]) and busy_until > clock_timestamp()
       union
       select item_id from agreed_bookmarks
       where item_id = any(:ids::integer[]) and writing_until > clock_timestamp()`,
      { ids: [...itemIds] },
    );
    return new Set(rows.map((row) => row.item_id));
  },

  /** Inserts inconsistencies; returns their ids in the same order. */
  async insert(found: readonly NewInconsistency[], now: Date): Promise<number[]> {
    const ids: number[] = [];
    for (let start = 0; start < found.length; start += rowsPerInsert) {
      const rows: { id: number }[] = await db('inconsistencies')
        .insert(
          found.slice(start, start + rowsPerInsert).map((one) => ({
            item_id: one.itemId,
            type: one.type,
            field: one.field,
            old_value: JSON.stringify(one.oldValue),
            new_value: JSON.stringify(one.newValue),
            changed_on_both_sides: one.changedOnBothSides,
            created_at: now,
            updated_at: now,
          })),
        )
        .returning('id');
      ids.push(...rows.map((row) => row.id));
    }
    return ids;
  },

  async refresh(id: number, difference: Difference, now: Date): Promise<void> {
    await db('inconsistencies')
      .where({ id, status: 'new' })
      .update({
        old_value: JSON.stringify(difference.oldValue),
        new_value: JSON.stringify(difference.newValue),
        changed_on_both_sides: difference.changedOnBothSides,
        updated_at: now,
      });
  },

  /** Closes inconsistencies whose difference is gone; resolved by nobody. */
  async close(ids: readonly number[], now: Date): Promise<void> {
    await db('inconsistencies')
      .whereIn('id', [...ids])
      .where('status', 'new')
      .update({
        status: 'resolved',
        resolved_at: now,
        updated_at: now,
        error: null,
        error_reason: null,
      });
  },
});

export type InconsistencyDetectionStore = ReturnType<typeof inconsistencyDetectionStore>;
