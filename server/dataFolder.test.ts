import { chmodSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolderReason } from './dataFolder.ts';
import { makeFolder } from './shared/makeFolder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadout-data-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** As a user who is not root, whom rights do not stop. */
function asNobody<Result>(work: () => Result): Result {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

test('a folder that may not be written in is none for the database, itself or below it', () => {
  chmodSync(folder, 0o555);
  for (const path of [folder, join(folder, 'x'), join(folder, 'x', 'y')]) {
    expect(asNobody(() => dataFolderReason(path))).toMatch(/no folder that this user may/);
  }
});

test('nothing is left of the trial', () => {
  for (const path of [folder, join(folder, 'x', 'y')]) expect(dataFolderReason(path)).toBeNull();
  expect(readdirSync(folder)).toEqual([]);
});

test('a link that leads nowhere is no folder, nor is what lies below it; one to a folder is', () => {
  symlinkSync(join(folder, 'none'), join(folder, 'lost'));
  symlinkSync(folder, join(folder, 'well'));
  for (const name of ['lost', 'lost/x'])
    expect(dataFolderReason(join(folder, name))).toMatch(/^is no folder, or/);
  expect(dataFolderReason(join(folder, 'well', 'x'))).toBeNull();
});

// Linux alone has them.
const ofKernel =
  process.platform === 'linux' ? test.each(['/proc/x', '/sys/x/y']) : test.skip.each(['']);
ofKernel('%s can be made by nobody, and to try it ends', (path) => {
  expect(dataFolderReason(path)).toMatch(/no folder that this user may/);
  expect(() => makeFolder(path)).toThrow(/ENOENT|EPERM|EACCES/);
});
