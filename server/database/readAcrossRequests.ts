// Rows by a key, read for all requests that ask at the same moment by one prepared statement.
import type { Knex } from 'knex';
import { limits } from '../limits.ts';
import { loadAcrossRequests } from '../shared/loadAcrossRequests.ts';
import { keyColumns } from './keyColumns.ts';
import { runPrepared, type PreparedStatement } from './prepared.ts';

/** A row that says for which of the keys it is, from 1 on, as `with ordinality` counts them. */
export interface PlacedRow {
  place: number;
}

/**
 * Makes a reader for one key; none of its rows is from before it was asked for.
 *
 * @param statement takes the columns of the keys (`unnest … with ordinality`), then `values`; rows of one key stay in their order
 */
export const readAcrossRequests = <Key extends readonly unknown[], Row extends PlacedRow>(
  db: Knex,
  statement: PreparedStatement,
  values: readonly unknown[],
): ((key: Key) => Promise<Row[]>) =>
  loadAcrossRequests<Key, Row[]>(async (keys) => {
    const rows = await runPrepared<Row>(db, statement, [...keyColumns(keys), ...values]);
    const byPlace = Map.groupBy(rows, ({ place }) => place);
    return keys.map((_, place) => byPlace.get(place + 1) ?? []);
  }, limits.database.acrossRequests);
