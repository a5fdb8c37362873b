// Which rows are still to be written.

/** Those rows of whose key nothing is held yet, and of each key only the first. */
export function notHeld<Key, Row extends Key>(
  rows: readonly Row[],
  held: readonly Key[],
  keyOf: (row: Key) => string,
): Row[] {
  const keys = new Set(held.map(keyOf));
  return rows.filter((row) => {
    const key = keyOf(row);
    const isNew = !keys.has(key);
    keys.add(key);
    return isNew;
  });
}
