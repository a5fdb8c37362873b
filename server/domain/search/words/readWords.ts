// Reads the lists of words beside this file. A list stands below its name in brackets; lines that begin with # are left out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const heading = /^\[(.+)\]$/;

/** The lists of a file by their names, each with its lines. */
export function readLists(file: string): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, string[]>();
  let lines: string[] = [];
  for (const written of readFileSync(join(import.meta.dirname, file), 'utf8').split('\n')) {
    const line = written.trim();
    const name = heading.exec(line)?.[1];
    if (name) lists.set(name, (lines = []));
    else if (line !== '' && !line.startsWith('#')) lines.push(line);
  }
  return lists;
}

/** The lists of a file by their names, each with its words. */
export const readWords = (file: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...readLists(file)].map(([name, lines]) => [name, lines.flatMap((line) => line.split(/\s+/))]),
  );
