// Every promise of docs/promises.md is measured, and nothing is measured that is not promised.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measuringTests, readPromises } from './promises.ts';

const root = join(import.meta.dirname, '../..');
const promises = readPromises();
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

const recording = measuringTests();

test('the document lists the promises, each with an id of its own and a standard', () => {
  const ids = promises.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(50);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { text, standard } of promises) {
    expect(text).not.toBe('');
    expect(standard).toMatch(/^(?:ASVS \d|RFC \d|API\d|Own)/);
  }
});

test.each(promises)('$id is measured', ({ id, measuredBy }) => {
  expect(Object.keys(scripts)).toContain(measuredBy);
  const files = recording.filter(({ measures }) => measures(id)).map(({ file }) => file);
  if (measuredBy === 'bench:faults') expect(files).not.toEqual([]);
});

test('every figure belongs to a promise', () => {
  const known = new Set(promises.map(({ id }) => id));
  const recorded = recording.flatMap(({ code }) =>
    [...code.matchAll(/promise: '(\w+)'/g)].map(([, id]) => id!),
  );
  expect(recorded.length).toBeGreaterThan(20);
  expect(recorded.filter((id) => !known.has(id))).toEqual([]);
});
