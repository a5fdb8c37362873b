// npm run check: what to run before each commit: types, lint, format, all tests that need no database, and the tests of what
// has changed since the last commit on the main branch: changed tests, and those that import a changed file themselves.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { readImportGraph } from './importGraph.ts';
import { codegen, jest, readings, reports, run, runTogether } from './steps.ts';
import { testFilesByKind } from './testKinds.ts';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** Files that differ from the main branch, and new ones. */
function changedFiles(): Set<string> {
  const base = git('rev-parse', '--verify', '--quiet', 'main')[0] ?? 'HEAD';
  return new Set([
    ...git('diff', '--name-only', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]);
}

/** Tests of rooms, doors and pages that have changed or import what has. */
function testsOfChanges(): string[] {
  const changed = changedFiles();
  const graph = readImportGraph();
  const { rooms, doors, client } = testFilesByKind();
  return [...rooms, ...doors, ...client].filter(
    (file) => changed.has(file) || graph.get(file)?.some((to) => changed.has(to)),
  );
}

mkdirSync(reports, { recursive: true });
const files = testsOfChanges();
const isPassed =
  (await run(codegen)) &&
  (await runTogether([...readings, jest('pure tests', { kinds: ['unit'] })])) &&
  (files.length === 0 || (await run(jest('tests of what has changed', { files }))));
process.exitCode = isPassed ? 0 : 1;
