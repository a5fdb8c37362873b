// The flags of Node and the variables of glibc with which `npm start`, the unit and the image start the server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { scripts } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
) as { scripts: { start: string } };

const words = scripts.start.split(' scripts/start.mjs')[0]!.split(' ');

export const serverFlags: readonly string[] = words.filter((word) => word.startsWith('--'));

export const serverEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  words.flatMap((word) => {
    const [name = '', value] = word.startsWith('-') ? [] : word.split('=');
    return value === undefined ? [] : [[name, value]];
  }),
);
