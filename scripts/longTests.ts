// The tests that take long, what each of them guards, and for which state of it they are known to pass.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readImportGraph, reachedFrom, type ImportGraph } from './importGraph.ts';
import { contentFingerprint, listInputs } from './inputs.ts';
import { testFilesByKind } from './testKinds.ts';

const root = join(import.meta.dirname, '..');
const passedFile = join(root, 'scripts/longTests.passed.json');

export interface LongTest {
  /** Its file. */
  name: string;
  /** Everything whose change may change its result. */
  fingerprint: string;
}

/** Besides what a test imports: tables, schema and packages decide what any of it does. */
const always = ['migrations', 'schema', 'package-lock.json'];
/** What is read by whoever reaches a file. */
const readBy: Record<string, string> = { 'server/testing/recipes.ts': 'docs/recipes.md' };
/** Whoever reaches this starts the whole server as a process of its own. */
const startsServer = 'server/testing/serverProcess.ts';

function guardedBy(graph: ImportGraph, file: string): string[] {
  const reached = reachedFrom(graph, file);
  const isProcess = reached.has(startsServer);
  return [
    ...reached,
    ...(isProcess ? reachedFrom(graph, 'server/main.ts') : []),
    // What it reads stands in a folder of its name.
    ...listInputs(root, [file.replace('.long.test.ts', '')]),
    ...Object.keys(readBy).flatMap((reader) => (reached.has(reader) ? [readBy[reader]!] : [])),
  ];
}

/** All long tests as they stand now. */
export function longTests(): LongTest[] {
  const graph = readImportGraph();
  const common = listInputs(root, always);
  return testFilesByKind().long.map((name) => ({
    name,
    fingerprint: contentFingerprint(
      root,
      [...new Set([...guardedBy(graph, name), ...common])].toSorted(),
    ),
  }));
}

type Passed = Record<string, string>;

const readPassed = (): Passed =>
  existsSync(passedFile) ? (JSON.parse(readFileSync(passedFile, 'utf8')) as Passed) : {};

/** Those that are not known to pass for what they guard now. */
export function changedLongTests(): LongTest[] {
  const passed = readPassed();
  return longTests().filter(({ name, fingerprint }) => passed[name] !== fingerprint);
}

/** Writes down that these pass; forgets tests that are no more. */
export function writePassed(tests: readonly LongTest[]): void {
  const names = new Set(longTests().map(({ name }) => name));
  const passed = Object.fromEntries(
    Object.entries({
      ...readPassed(),
      ...Object.fromEntries(tests.map(({ name, fingerprint }) => [name, fingerprint])),
    })
      .filter(([name]) => names.has(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  writeFileSync(passedFile, `${JSON.stringify(passed, null, 2)}\n`);
}
