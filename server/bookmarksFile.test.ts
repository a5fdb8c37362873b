import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertBookmarksFile } from './bookmarksFile.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadout-bookmarks-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (): string => {
  const path = join(folder, 'export.csv');
  writeFileSync(path, 'nonsense');
  return path;
};
const refused = (path: string, why: string) => ({
  name: 'ConfigError',
  problems: [{ name: 'BOOKMARKS_FILE', reason: `${path}: ${why}`, example: 'bookmarks.csv' }],
});

test('none, and one that may be read, is well, whatever it holds', async () => {
  await assertBookmarksFile({ bookmarksFile: null });
  await assertBookmarksFile({ bookmarksFile: file() });
});

test('one that is not there, and a folder, is named with its path', async () => {
  const none = join(folder, 'none.csv');
  await expect(assertBookmarksFile({ bookmarksFile: none })).rejects.toMatchObject(
    refused(none, 'there is no such file'),
  );
  await expect(assertBookmarksFile({ bookmarksFile: folder })).rejects.toMatchObject(
    refused(folder, 'it is a directory'),
  );
});

test('so is one that may not be read', async () => {
  const path = file();
  chmodSync(folder, 0o755);
  chmodSync(path, 0o000);
  // Rights do not stop root.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    await expect(assertBookmarksFile({ bookmarksFile: path })).rejects.toMatchObject(
      refused(path, 'it may not be read'),
    );
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});
