import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { throwawayFolder } from './throwawayFolder.ts';

const folder = mkdtempSync(join(tmpdir(), 'loadout-throwaway-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a folder with room is taken, and nothing is left in it', () => {
  expect(throwawayFolder(folder, 1)).toBe(folder);
  expect(readdirSync(folder)).toEqual([]);
});

test('without room, and where there is no such folder, it is that of temporary files', () => {
  expect(throwawayFolder(folder, Number.MAX_SAFE_INTEGER)).toBe(tmpdir());
  expect(throwawayFolder(join(folder, 'absent'), 1)).toBe(tmpdir());
});

test('nor is a folder taken in which nothing can be made', () => {
  expect(throwawayFolder('/proc', 0)).toBe(tmpdir());
});
