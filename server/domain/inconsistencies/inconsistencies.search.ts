// SQL that answers lists and counts of differences. What is open about a deleted item waits for the item's return.
import type { Knex } from 'knex';
import type { Inconsistency, InconsistencyStatus, InconsistencyType } from './inconsistencies.ts';
import {
  selectInconsistencies,
  toInconsistency,
  type InconsistencyRow,
} from './inconsistencies.rows.ts';

/** Contract: at most 500 differences in a list. */
const longestList = 500;

const ofPresentItems = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query
    .join('items', 'items.id', 'inconsistencies.item_id')
    .where((there) =>
      there.whereNull('items.removed_at').orWhereNot('inconsistencies.status', 'new'),
    );

export const inconsistenciesSearch = (db: Knex) => ({
  async list(filter: {
    status?: InconsistencyStatus | null;
    type?: InconsistencyType | null;
  }): Promise<Inconsistency[]> {
    const query = ofPresentItems(selectInconsistencies(db));
    if (filter.status) query.where('inconsistencies.status', filter.status);
    if (filter.type) query.where('inconsistencies.type', filter.type);
    const rows: InconsistencyRow[] = await query
      .orderBy('inconsistencies.id', 'desc')
      .limit(longestList);
    return rows.map(toInconsistency);
  },

  async counts(
    status: InconsistencyStatus | null,
  ): Promise<{ type: InconsistencyType; count: number }[]> {
    const query = ofPresentItems(db('inconsistencies'));
    if (status) query.where('inconsistencies.status', status);
    const rows: { type: InconsistencyType; count: number }[] = await query
      .groupBy('inconsistencies.type')
      .select('inconsistencies.type')
      .count({ count: '*' });
    return rows.map((row) => ({ type: row.type, count: Number(row.count) }));
  },
});

export type InconsistenciesSearch = ReturnType<typeof inconsistenciesSearch>;
