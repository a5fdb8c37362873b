// Whose failure it is: that of the file, in a sentence for people, or that of what is asked for its contents.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeNewFile } from './newFile.ts';

const failure = (code: string, syscall: string) =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadout-new-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['ENOENT', 'connect', 'connect ENOENT'],
  ['EACCES', 'connect', 'connect EACCES'],
  ['ENOSPC', 'write', 'a cannot be written: the disk is full'],
  ['EIO', 'fsync', 'a cannot be written: the disk does not work'],
])('%s of %s is told as: %s', async (code, syscall, told) => {
  const work = writeNewFile(join(folder, 'a'), { replace: false, signal: undefined }, () =>
    Promise.reject(failure(code, syscall)),
  );
  await expect(work).rejects.toThrow(told);
  expect(readdirSync(folder)).toEqual([]);
});
