// Reads the promises from docs/promises.md: its tables are the list.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Promised {
  /** A letter and a number, such as `R1`. */
  id: string;
  text: string;
  /** Where the promise comes from. */
  standard: string;
  /** The npm script that measures it; `bench:faults` is the one that reads recorded figures. */
  measuredBy: string;
}

const row = /^\| ([A-Z]\d+) +\|(.+)\|(.+)\|(.+)\|$/;

/** All promises, in the order of the document. */
export function readPromises(): Promised[] {
  const file = join(import.meta.dirname, '../../docs/promises.md');
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const cells = row.exec(line);
      if (!cells) return [];
      const [, id = '', text = '', standard = '', measuredBy = ''] = cells;
      return [{ id, text: text.trim(), standard: standard.trim(), measuredBy: measuredBy.trim() }];
    });
}
