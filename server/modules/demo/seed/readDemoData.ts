// Reads a file of the demo's data.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What stands in data/ under this name, as data/README.md describes it. */
export const readDemoData = <Data>(name: string): Data =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'data', `${name}.json`), 'utf8')) as Data;
