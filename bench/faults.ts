// npm run bench:faults: runs every test that measures a promise (docs/promises.md) and prints what was measured.
// With ids behind it, `npm run bench:faults -- R4 R9`, only the tests that measure those.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIGURES_FILE, type Figure } from '../server/testing/figures.ts';
import { measuringTests, readPromises } from '../server/testing/promises.ts';
import { printTable, short } from './printTable.ts';

const root = join(import.meta.dirname, '..');

interface Row {
  promise: string;
  figure: string;
  target: string;
  measured: number | string;
  result: 'held' | 'MISSED' | 'NOT MEASURED' | 'elsewhere';
}

const testFiles = (ids: string[]): string[] =>
  measuringTests()
    .filter(({ measures }) => ids.length === 0 || ids.some(measures))
    .map(({ file }) => file);

function runTests(files: string[], figuresFile: string): boolean {
  const { status, error } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/jest/bin/jest.js'), '--runInBand', '--runTestsByPath', ...files],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
        [FIGURES_FILE]: figuresFile,
      },
    },
  );
  if (error) throw error;
  return status === 0;
}

function readFigures(file: string): Figure[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Figure);
}

const ids = process.argv.slice(2);
const all = readPromises();
const unknown = ids.filter((id) => !all.some((promise) => promise.id === id));
if (unknown.length > 0) {
  console.error(`There is no promise ${unknown.join(', ')}; docs/promises.md lists them.`);
  process.exit(2);
}
const promises = ids.length === 0 ? all : all.filter(({ id }) => ids.includes(id));
const files = testFiles(ids);
if (files.length === 0) {
  console.error('No test measures that.');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'loadout-figures-'));
const figuresFile = join(folder, 'figures.jsonl');
writeFileSync(figuresFile, '');
const testsPassed = runTests(files, figuresFile);
const figures = readFigures(figuresFile);
rmSync(folder, { recursive: true });

const rows: Row[] = promises.flatMap(({ id, measuredBy }): Row[] => {
  const own = figures.filter(({ promise }) => promise === id);
  if (own.length > 0) {
    return own.map(({ figure, target, measured, holds }) => ({
      promise: id,
      figure,
      target,
      measured,
      result: holds ? 'held' : 'MISSED',
    }));
  }
  const isElsewhere = measuredBy !== 'bench:faults';
  const figure = isElsewhere ? `measured by npm run ${measuredBy}` : '';
  return [
    {
      promise: id,
      figure,
      target: '',
      measured: '',
      result: isElsewhere ? 'elsewhere' : 'NOT MEASURED',
    },
  ];
});

printTable([
  ['Id', 'Promise', 'Figure', 'Target', 'Measured', 'Result'],
  ...rows.map(({ promise, figure, target, measured, result }) => [
    promise,
    short(all.find(({ id }) => id === promise)?.text ?? '', 44),
    short(figure, 70),
    target,
    String(measured),
    result,
  ]),
]);
const count = (result: Row['result']): number => rows.filter((row) => row.result === result).length;
console.log(
  `${count('held')} held, ${count('MISSED')} missed, ${count('NOT MEASURED')} not measured; tests ${testsPassed ? 'passed' : 'FAILED'}`,
);
process.exitCode = testsPassed && count('MISSED') + count('NOT MEASURED') === 0 ? 0 : 1;
