// Reads word lists: words, or one expression a line. Lines that begin with # are left out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const heading = /^\[(.+)\]$/;

const linesOf = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

/** The words of lines. */
export const wordsOf = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.split(/\s+/));

/** All words of a file. */
export const readWords = (file: string): string[] => wordsOf(linesOf(file));

/** The lines of each list of a file, by the name that stands in brackets before them; the answer throws for a list that is not there. */
export function readLists(file: string): (name: string) => readonly string[] {
  const lists = new Map<string, string[]>();
  let list: string[] = [];
  for (const line of linesOf(file)) {
    const name = heading.exec(line)?.[1];
    if (name) lists.set(name, (list = []));
    else list.push(line);
  }
  return (name) => {
    const found = lists.get(name);
    if (!found) throw new Error(`There is no list of ${name} in ${file}`);
    return found;
  };
}
