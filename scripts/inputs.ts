// Tells whether files have changed since a step was last done, by their sizes and times, and where these differ by content.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export interface Fingerprint {
  /** Of the paths, sizes and times: quick. */
  quick: string;
  /** Of the paths and contents: the same after a fresh checkout. */
  content: string;
}

function filesOf(root: string, path: string): string[] {
  const whole = join(root, path);
  const stats = statSync(whole, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(whole, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** What lies below paths of the root. A path is read once, so a listing holds for as long as nothing is written. */
export function createListing(root: string) {
  const read = new Map<string, string[]>();
  const below = (path: string): string[] => {
    const known = read.get(path) ?? filesOf(root, path);
    read.set(path, known);
    return known;
  };
  /** The files below the paths that `isInput` accepts, sorted, relative to the root with slashes. */
  return (paths: string[], isInput: (path: string) => boolean = () => true): string[] =>
    paths.flatMap(below).filter(isInput).sort();
}

/** One look: see `createListing`. */
export const listInputs = (
  root: string,
  paths: string[],
  isInput?: (path: string) => boolean,
): string[] => createListing(root)(paths, isInput);

function hashOf(lines: string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** See `Fingerprint.quick`. A file that vanishes meanwhile is a change like any other. */
export function quickFingerprint(root: string, files: string[]): string {
  return hashOf(
    files.map((file) => {
      const stats = statSync(join(root, file), { throwIfNoEntry: false });
      return stats ? `${file} ${stats.size} ${stats.mtimeMs}` : `${file} gone`;
    }),
  );
}

/** See `Fingerprint.content`. */
export function contentFingerprint(root: string, files: string[]): string {
  return hashOf(
    files.map((file) => {
      const path = join(root, file);
      if (!existsSync(path)) return `${file} gone`;
      return `${file} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
    }),
  );
}

/** Whether all the paths exist. */
export function allExist(root: string, paths: string[]): boolean {
  return paths.every((path) => existsSync(join(root, path)));
}
