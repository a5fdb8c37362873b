// Reads the thesaurus from the text files beside this one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseThesaurus, type ThesaurusLines } from './parseThesaurus.ts';

/** Reads the files in alphabetical order. */
export const readThesaurus = (): ThesaurusLines =>
  parseThesaurus(
    readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith('.txt'))
      .sort()
      .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
