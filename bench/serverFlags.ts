// The flags of Node with which `npm start`, the unit and the image start the server.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { scripts } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
) as { scripts: { start: string } };

export const serverFlags: readonly string[] = scripts.start
  .split(' scripts/start.mjs')[0]!
  .split(' ')
  .filter((word) => word.startsWith('--'));
