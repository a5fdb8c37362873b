import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../shared/log.ts';
import { assertDatabase } from '../assertDatabase.ts';
import { openDatabase } from '../connection.ts';
import { findBinaries, NoBinariesError } from './binaries.ts';
import { openEmbeddedDatabase } from './embedded.ts';
import { closedFolder, isInside, makePassableFolder } from './place.ts';

const log = createLog({ level: 'silent' });
const folder = mkdtempSync(join(tmpdir(), 'loadout-binaries-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

const wanted = { runAs: null, log, copyTo: join(folder, 'programs') };
/** Where the system has no PostgreSQL that serves, the package's programs stand on its path. */
function searchPathOfSystem(): string {
  try {
    findBinaries({ ...wanted, usePackage: false });
    return '';
  } catch {
    return findBinaries(wanted).folder;
  }
}
const searchPath = searchPathOfSystem();

test('the programs that came with npm are taken first', () => {
  expect(findBinaries(wanted)).toMatchObject({ origin: 'package', major: 18 });
});

test('when none fits, every one that was looked at is named', () => {
  const find = () => findBinaries({ ...wanted, major: 99 });
  expect(find).toThrow(NoBinariesError);
  expect(find).toThrow(/is version 18.*but the data are of version 99[\s\S]*DATABASE_URL/);
});

test('without the package, the PostgreSQL of the system carries everything', async () => {
  const dataDir = join(folder, 'system');
  const options = { dataDir, log, forTests: true, usePackage: false, searchPath };
  const embedded = await openEmbeddedDatabase(options);
  const db = openDatabase(embedded.url);
  await db.raw('create extension pg_trgm');
  const facts = await assertDatabase(db);
  await db.destroy();
  await embedded.stop();
  expect(facts.similarity).toBeGreaterThan(0.5);

  // The package is there again: the data still get the version that made them.
  const again = await openEmbeddedDatabase({ ...options, usePackage: true });
  const db2 = openDatabase(again.url);
  const { version } = await assertDatabase(db2);
  await db2.destroy();
  await again.stop();
  expect(version).toBe(facts.version);
});

test('a folder closed to a user is found, whatever lies behind it', () => {
  const closed = join(folder, 'closed');
  makePassableFolder(join(closed, 'inner'));
  const other = { uid: 65_534, gid: 65_534 };
  expect(closedFolder(join(closed, 'inner', 'not-yet-there'), other)).toBeNull();
  chmodSync(closed, 0o700);
  expect(closedFolder(join(closed, 'inner'), other)).toBe(closed);
  expect(closedFolder(join(closed, 'inner'), { uid: process.getuid!(), gid: 0 })).toBeNull();
});

test.each([
  ['/a/b', '/a/b/c', true],
  ['/a/b', '/a/b', false],
  ['/a/b', '/a/bc', false],
  ['/a/b', '/a', false],
])('isInside(%s, %s) is %s', (outer, inner, expected) => {
  expect(isInside(outer, inner)).toBe(expected);
});
