// Keys of a statement that reads by many at once, as columns for `unnest`.

/** From so few rows on PostgreSQL would plan anew each time, which takes ten times as long as reading them. */
const fewRows = 10;

/**
 * The values of keys by column. Few keys are followed by rows of nulls: PostgreSQL expects ten rows of an array that it does not
 * know, takes fewer for cheaper than they are planned, and would never keep a plan.
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
