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

function filesOf(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The files below the paths that `isInput` accepts, sorted, relative to the root with slashes. */
export function listInputs(
  root: string,
  paths: string[],
  isInput: (path: string) => boolean = () => true,
): string[] {
  return paths
    .flatMap((path) => filesOf(join(root, path)))
    .map((path) => relative(root, path).split(sep).join('/'))
    .filter(isInput)
    .sort();
}

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
