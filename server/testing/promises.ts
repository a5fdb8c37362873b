// Reads the promises from docs/promises.md: its tables are the list.
import { globSync, readFileSync } from 'node:fs';
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

const root = join(import.meta.dirname, '../..');

const row = /^\| ([A-Z]\d+) +\|(.+)\|(.+)\|(.+)\|$/;

/** All promises, in the order of the document. */
export function readPromises(): Promised[] {
  const file = join(root, 'docs/promises.md');
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const cells = row.exec(line);
      if (!cells) return [];
      const [, id = '', text = '', standard = '', measuredBy = ''] = cells;
      return [{ id, text: text.trim(), standard: standard.trim(), measuredBy: measuredBy.trim() }];
    });
}

/** A test that records figures. */
export interface MeasuringTest {
  file: string;
  code: string;
  measures(id: string): boolean;
}

/** All tests that record figures, in the order of their names. */
export function measuringTests(): MeasuringTest[] {
  return globSync('{server,client,scripts,migrations}/**/*.test.{ts,tsx}', { cwd: root })
    .toSorted()
    .map((file) => {
      const code = readFileSync(join(root, file), 'utf8');
      // A promise is named as a text, or as a key of a table of them.
      const measures = (id: string) => new RegExp(`'${id}'|^\\s*${id}:`, 'm').test(code);
      return { file, code, measures };
    })
    .filter(({ code }) => /from '[^']*\/figures\.ts'/.test(code));
}
