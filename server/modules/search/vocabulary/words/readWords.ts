// Reads word lists with words or one expression per line. Lines that begin with # are skipped.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const heading = /^\[(.+)\]$/;

const linesOf = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

export const wordsOf = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.split(/\s+/));

export const readWords = (file: string): string[] => wordsOf(linesOf(file));

/**
 * The lines of each list of a file, by the name in brackets above them; the returned function throws for an unknown
 * list.
 */
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
