// The pictures of the demo catalogue, see docs/media.md. Their addresses stand below a name that
// nobody can own (RFC 2606); the image proxy reads them here, as it reads others from the internet.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const base = 'https://pictures.loadout.example/';
const folder = join(import.meta.dirname, 'pictures');
const files = new Set(readdirSync(folder));

/** The address of a picture by its name in items.json, such as `voice-1`. */
export const demoPictureUrl = (name: string): string => `${base}${name}.png`;

/** The file behind an address of ours; null for every other address. */
export async function readDemoPicture(url: string): Promise<Buffer | null> {
  const file = url.startsWith(base) ? url.slice(base.length) : '';
  return files.has(file) ? readFile(join(folder, file)) : null;
}
