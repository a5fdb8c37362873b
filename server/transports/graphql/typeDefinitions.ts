// Type definitions from schema/*.graphql, with the limits that their descriptions name.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '../../config/limits.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../shared/durations.ts';
import { memoize } from '../../shared/memoize.ts';

const directory = join(import.meta.dirname, '../../../schema');
const units = { days: dayMs, hours: hourMs, minutes: minuteMs, seconds: secondMs };

/** Formats a limit: durations in the largest unit that gives more than one, numbers with thousands separators. */
function inWords(name: string, value: number): string {
  if (!name.endsWith('Ms')) return value.toLocaleString('en');
  for (const [unit, length] of Object.entries(units))
    if (value % length === 0 && value > length) return `${value / length} ${unit}`;
  throw new Error(`The schema names a time that has no words: ${name}`);
}

/** The limit at a path such as `text.search`. @throws Error when there is none */
function limitAt(path: string): number {
  const value = path
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], limits);
  if (typeof value !== 'number') throw new Error(`The schema names a limit that is none: ${path}`);
  return value;
}

/** Fills in limits that a description names in braces, such as `{text.search}`. */
const withLimits = (text: string): string =>
  text.replaceAll(/\{([a-z]\w*(?:\.\w+)+)\}/gi, (_whole, path: string) =>
    inWords(path, limitAt(path)),
  );

/** The text of each file, read once per process. */
export const readTypeDefinitions = memoize((): string[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => withLimits(readFileSync(join(directory, name), 'utf8'))),
);
