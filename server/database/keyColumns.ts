// Keys of a statement that reads by many at once, as columns for `unnest`.

/** PostgreSQL expects so many rows of an array that it does not know. */
const fewRows = 10;

/**
 * Keys of one column, as `any` and `unnest` take them. Fewer than ten are followed by nulls: with fewer, PostgreSQL takes a plan made
 * for these very keys for cheaper than one for any keys, and would plan each time, which takes longer than reading them.
 */
export const keyColumn = <Key>(keys: readonly Key[]): (Key | null)[] =>
  Array.from({ length: Math.max(keys.length, fewRows) }, (_key, place) => keys[place] ?? null);

/** The values of keys by column, of rows with nulls where they are few; at least one key. */
export function keyColumns<Row extends readonly unknown[]>(
  rows: readonly Row[],
): { [Column in keyof Row]: (Row[Column] | null)[] } {
  const columns = rows[0]!.map((_, column) => keyColumn(rows.map((row) => row[column])));
  return columns as { [Column in keyof Row]: (Row[Column] | null)[] };
}
