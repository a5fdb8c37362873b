// Files of the demo: its data, whose existing rows are skipped, and its pictures (docs/media.md) under a reserved host name (RFC 2606).
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';

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

const base = 'https://pictures.loadout.example/';
const folder = join(import.meta.dirname, 'pictures');
const files = new Set(readdirSync(folder));

/** The address of a picture by its name in items.json, such as `voice-1`. */
export const demoPictureUrl = (name: string): string => `${base}${name}.png`;

/** The file of a demo picture; null for any other address. */
export async function readDemoPicture(url: string): Promise<Buffer | null> {
  const file = url.startsWith(base) ? url.slice(base.length) : '';
  return files.has(file) ? readFile(join(folder, file)) : null;
}
