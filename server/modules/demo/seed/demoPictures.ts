// Pictures of the demo catalogue (docs/media.md), under a reserved host name (RFC 2606).
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
