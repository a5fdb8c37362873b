// Product version from package.json.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const readVersion = (): string => {
  const file = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
};
