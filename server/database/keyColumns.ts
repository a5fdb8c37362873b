// Keys of a statement that reads by many at once, as columns for `unnest`.

/** PostgreSQL expects so many rows of an array that it does not know. */
const fewRows = 10;

/**
 * The values of keys by column; at least one key. Fewer than ten are followed by rows of nulls: with fewer, PostgreSQL takes a plan made
 * for these very keys for cheaper than one for any keys, and would plan each time, which takes longer than reading them.
 */
export function keyColumns<Row extends readonly unknown[]>(
  rows: readonly Row[],
): { [Column in keyof Row]: (Row[Column] | null)[] } {
  const length = Math.max(rows.length, fewRows);
  const columns = rows[0]!.map((_, column) =>
    Array.from({ length }, (_row, place) => rows[place]?.[column] ?? null),
  );
  return columns as { [Column in keyof Row]: (Row[Column] | null)[] };
}
