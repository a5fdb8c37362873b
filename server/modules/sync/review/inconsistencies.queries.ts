// SQL for lists and counts of inconsistencies; open ones of deleted items are excluded.
import type { Knex } from 'knex';
import type { Inconsistency, InconsistencyStatus, InconsistencyType } from '../inconsistencies.ts';
import {
  selectInconsistencies,
  toInconsistency,
  type InconsistencyRow,
} from '../runs/inconsistencies.rows.ts';
import { limits } from '../../../config/limits.ts';

/** Maximum bytes of a list as JSON, below the answer limit of REST and GraphQL. */
const maxListBytes = 900_000;
/** Bytes of a row without its texts. */
const fixedRowBytes = 1_500;

/** Bytes of a row as JSON with its values and the texts and tags of its item. */
const rowBytes = `${fixedRowBytes} + octet_length(old_value::text) + octet_length(new_value::text) + octet_length(to_jsonb(
    array[title_ru, title_en, description_ru, description_en, source_url, image_url])::text) + (
      select coalesce(sum(octet_length(original_name) + 3), 0) from item_tags join tags on tags.id = tag_id
      where item_tags.item_id = items.id)::integer`;

const withPresentItems = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query
    .join('items', 'items.id', 'inconsistencies.item_id')
    .where((there) =>
      there.whereNull('items.removed_at').orWhereNot('inconsistencies.status', 'new'),
    );

export const inconsistenciesQueries = (db: Knex) => ({
  async list(filter: {
    status?: InconsistencyStatus | null;
    type?: InconsistencyType | null;
  }): Promise<Inconsistency[]> {
    const query = withPresentItems(selectInconsistencies(db));
    if (filter.status) query.where('inconsistencies.status', filter.status);
    if (filter.type) query.where('inconsistencies.type', filter.type);
    const rows: (InconsistencyRow & { bytes: number })[] = await query
      .select(db.raw(`${rowBytes} as bytes`))
      .orderBy('inconsistencies.id', 'desc')
      .limit(limits.lists.differences);
    let room = maxListBytes;
    const fitting = rows.filter(({ bytes }, index) => (room -= bytes) >= 0 || index === 0);
    return fitting.map(toInconsistency);
  },

  async counts(
    status: InconsistencyStatus | null,
  ): Promise<{ type: InconsistencyType; count: number }[]> {
    const query = withPresentItems(db('inconsistencies'));
    if (status) query.where('inconsistencies.status', status);
    const rows: { type: InconsistencyType; count: number }[] = await query
      .groupBy('inconsistencies.type')
      .select('inconsistencies.type')
      .count({ count: '*' });
    return rows.map((row) => ({ type: row.type, count: Number(row.count) }));
  },
});

export type InconsistenciesQueries = ReturnType<typeof inconsistenciesQueries>;
