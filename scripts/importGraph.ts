// Which file of ours imports which, read from the code: types and imports at run time included.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, relative, sep } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** One import. Both are paths below the project; a package stands as `npm:name`, a module of Node as `node:name`. */
export interface Arrow {
  from: string;
  to: string;
}

const importStatement =
  /^(?:import|export)\b[^'"`;]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'/gm;

function target(from: string, specifier: string): string {
  if (specifier.startsWith('.'))
    return relative(root, resolve(root, dirname(from), specifier))
      .split(sep)
      .join('/');
  return specifier.startsWith('node:') ? specifier : `npm:${specifier}`;
}

/** What a file imports, in the order of its lines. */
export const getArrows = (from: string): Arrow[] =>
  [...readFileSync(join(root, from), 'utf8').matchAll(importStatement)].map(
    ([, named, forEffect, later]) => ({
      from,
      to: target(from, named ?? forEffect ?? later ?? ''),
    }),
  );

const loadingStatement =
  /^(?:import|export)\b(?!\s+type\b)[^'"`;]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'/gm;

/** What a file loads as soon as it is loaded: no types, nothing that it imports while it runs. */
export const getLoads = (from: string): string[] =>
  [...readFileSync(join(root, from), 'utf8').matchAll(loadingStatement)].map(
    ([, named, forEffect]) => target(from, named ?? forEffect ?? ''),
  );

/** The code of ours, tests and stand-ins included; what is generated is not. */
export const sourceFiles = (): string[] =>
  globSync(
    ['{server,standins,client,migrations,scripts,e2e}/**/*.{ts,tsx}', 'bench/{,load/}*.ts'],
    { cwd: root },
  )
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !file.endsWith('/generated.ts'))
    .toSorted();

/** Imports of all files, by importer. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

export const readImportGraph = (): ImportGraph =>
  new Map(sourceFiles().map((file) => [file, getArrows(file).map(({ to }) => to)]));

/** A file and everything of ours that it reaches by imports. */
export function reachedFrom(graph: ImportGraph, start: string): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    open.push(...(graph.get(file) ?? []).filter((to) => graph.has(to)));
  }
  return reached;
}
