// Reads the thesaurus: every text file beside this one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseThesaurus, type ThesaurusLines } from './parseThesaurus.ts';

/** Reads the files in the order of their names. */
export const readThesaurus = (): ThesaurusLines =>
  parseThesaurus(
    readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith('.txt'))
      .sort()
      .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
