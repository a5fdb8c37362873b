// Seed data of the demo catalogue: reads the files in data/ and skips existing rows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The content of a file in data/; data/README.md describes the files. */
export const readDemoData = <Data>(name: string): Data =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'data', `${name}.json`), 'utf8')) as Data;

/** Rows with a new key; of rows with the same key only the first. */
export function missingRows<Key, Row extends Key>(
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
