import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allExist, contentFingerprint, listInputs, quickFingerprint } from './inputs.ts';

const root = mkdtempSync(join(tmpdir(), 'loadout-inputs-'));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, 'a/deep'), { recursive: true });
for (const path of ['a/one.ts', 'a/deep/two.ts', 'a/deep/two.test.ts', 'single.json']) {
  writeFileSync(join(root, path), path);
}

test('folders, files and filters make one sorted list; what is missing is left out', () => {
  const isInput = (path: string) => !path.includes('.test.');
  expect(listInputs(root, ['single.json', 'a', 'missing'], isInput)).toEqual([
    'a/deep/two.ts',
    'a/one.ts',
    'single.json',
  ]);
  expect(allExist(root, ['a', 'single.json'])).toBe(true);
  expect(allExist(root, ['a', 'missing'])).toBe(false);
});

test('a new time alone changes the quick fingerprint only; a new content changes both', () => {
  const files = listInputs(root, ['a']);
  const both = () => [quickFingerprint(root, files), contentFingerprint(root, files)];
  const before = both();
  utimesSync(join(root, 'a/one.ts'), 1, 1);
  const touched = both();
  expect(touched[0]).not.toBe(before[0]);
  expect(touched[1]).toBe(before[1]);
  writeFileSync(join(root, 'a/one.ts'), 'A/ONE.TS');
  const changed = both();
  expect(changed[0]).not.toBe(touched[0]);
  expect(changed[1]).not.toBe(touched[1]);
  rmSync(join(root, 'a/one.ts'));
  const gone = both();
  expect(new Set([before[1], changed[1], gone[1]]).size).toBe(3);
});
