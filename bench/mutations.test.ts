// The table of mutations stays true: every promise has one, and each still hits what it breaks (npm run bench:mutations).
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseSync } from '@swc/core';
import { parse as parseGraphql } from 'graphql';
import { measuringTests, readPromises } from '../server/testing/promises.ts';
import { mutated, timesIn } from './mutations/mutation.ts';
import { mutations } from './mutations/table.ts';

const root = join(import.meta.dirname, '..');
const promises = readPromises();
const recording = measuringTests();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** @throws Error when the text is none of its language */
const parsers: Record<string, (text: string) => unknown> = {
  '.ts': (text) => parseSync(text, { syntax: 'typescript' }),
  '.mjs': (text) => parseSync(text, { syntax: 'ecmascript' }),
  '.json': (text) => JSON.parse(text),
  '.graphql': (text) => parseGraphql(text),
};

test('every promise has a mutation, and every mutation breaks a promise', () => {
  const broken = new Set(mutations.map(({ promise }) => promise));
  expect([...broken].sort()).toEqual(promises.map(({ id }) => id).sort());
});

test('no mutation stands there twice', () => {
  const keys = mutations.map(({ promise, file, find, replace }) =>
    JSON.stringify([promise, file, String(find), replace]),
  );
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test.each(mutations)('$promise: $mistake', (mutation) => {
  const { promise, file, find, replace, test } = mutation;
  const source = read(file);
  // When this fails, the code was changed: say in bench/mutations how the mistake looks now.
  expect({ file, find, times: timesIn(source, find) }).toEqual({ file, find, times: 1 });
  expect(replace).not.toBe(find);
  expect(file).not.toMatch(/\.test\.|^server\/testing|^bench/);
  const parse = parsers[extname(file)];
  if (parse) expect(() => parse(mutated(source, mutation))).not.toThrow();
  const measuring = recording.filter(({ measures }) => measures(promise));
  expect(measuring.map((one) => one.file)).toContain(test.file);
});
