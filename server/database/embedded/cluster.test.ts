// Binaries and owner of the embedded database.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../shared/log.ts';
import { assertDatabase } from '../assertDatabase.ts';
import { openDatabase } from '../connection.ts';
import { findBinaries } from './binaries.ts';
import { openEmbeddedDatabase } from './embedded.ts';
import { currentOwner, DataDirInUseError, lockDataDir } from './dataDirLock.ts';
import { findInaccessibleFolder, makeAccessibleFolder } from './location.ts';
import { commandLine, processIdentity } from './postmaster.ts';

describe('binaries', () => {
  const log = createLog({ level: 'silent' });
  const folder = mkdtempSync(join(tmpdir(), 'loadout-binaries-'));
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true }));

  const wanted = { runAs: null, log, copyTo: join(folder, 'programs') };
  /** A PATH with a usable PostgreSQL: the system's, else that of the package. */
  function searchPathOfSystem(): string {
    try {
      findBinaries({ ...wanted, usePackage: false });
      return '';
    } catch {
      return findBinaries(wanted).folder;
    }
  }
  const searchPath = searchPathOfSystem();

  test('uses the system’s PostgreSQL without the package', async () => {
    const dataDir = join(folder, 'system');
    const options = { dataDir, log, forTests: true, usePackage: false, searchPath };
    const embedded = await openEmbeddedDatabase(options);
    const db = openDatabase(embedded.url);
    await db.raw('create extension pg_trgm');
    const facts = await assertDatabase(db);
    await db.destroy();
    await embedded.stop();
    expect(facts.similarity).toBeGreaterThan(0.5);

    // With the package present, the data still get the version that created them.
    const again = await openEmbeddedDatabase({ ...options, usePackage: true });
    const db2 = openDatabase(again.url);
    const { version } = await assertDatabase(db2);
    await db2.destroy();
    await again.stop();
    expect(version).toBe(facts.version);
  });

  test('finds a folder that is closed to a user', () => {
    const closed = join(folder, 'closed');
    makeAccessibleFolder(join(closed, 'inner'));
    const other = { uid: 65_534, gid: 65_534 };
    expect(findInaccessibleFolder(join(closed, 'inner', 'not-yet-there'), other)).toBeNull();
    chmodSync(closed, 0o700);
    expect(findInaccessibleFolder(join(closed, 'inner'), other)).toBe(closed);
    expect(
      findInaccessibleFolder(join(closed, 'inner'), { uid: process.getuid!(), gid: 0 }),
    ).toBeNull();
  });
});

describe('owner', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'loadout-owner-'));
  const file = join(dataDir, 'owner.json');
  afterAll(() => rmSync(dataDir, { recursive: true }));
  afterEach(() => rmSync(file, { force: true }));

  const leave = (owner: object | string) =>
    writeFileSync(file, typeof owner === 'string' ? owner : JSON.stringify(owner));
  const startedAt = '2026-01-01T00:00:00.000Z';

  test('is named during the work, and not afterwards', async () => {
    const release = await lockDataDir(dataDir, 'server');
    expect(currentOwner(dataDir)).toMatchObject({ pid: process.pid, role: 'server' });
    await expect(lockDataDir(dataDir, 'server')).rejects.toBeInstanceOf(DataDirInUseError);
    await expect(lockDataDir(dataDir, 'command')).rejects.toThrow(`process ${process.pid}`);
    release();
    expect(currentOwner(dataDir)).toBeNull();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test.each<[string, object | string]>([
    ['a process that is gone', { pid: 2_147_483_000, startedAt, role: 'server', identity: 'x 1' }],
    [
      'an earlier process with an id that was given out again',
      { pid: process.pid, startedAt, role: 'server', identity: 'x 1' },
    ],
    ['a file that was cut off', '{"pid":'],
    ['an empty file', ''],
    ['no id', { startedAt }],
  ])('%s is no owner', async (_what, owner) => {
    leave(owner);
    expect(currentOwner(dataDir)).toBeNull();
    const release = await lockDataDir(dataDir, 'server');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
    release();
  });

  test('is one of many competitors for a stale file', async () => {
    leave({ pid: 2_147_483_000, startedAt, role: 'server', identity: 'x 1' });
    const takers = Array.from({ length: 10 }, () => lockDataDir(dataDir, 'server'));
    const results = await Promise.allSettled(takers);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('does not release a file that another process took over', async () => {
    const release = await lockDataDir(dataDir, 'server');
    const other = JSON.stringify({ pid: process.pid, startedAt, role: 'server', identity: null });
    leave(other);
    release();
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(other);
  });

  test('does not treat a zombie as a living process, only its parent', async () => {
    const child = spawn('sh', ['-c', 'sleep 0 & exec sleep 5'], { stdio: 'ignore' });
    const living = processIdentity(child.pid!);
    expect(living).not.toBeNull();
    // A zombie: the shell was replaced by sleep, which never waits for its child.
    const zombie = async (): Promise<number | undefined> => {
      const text = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
      return text === '' ? undefined : Number(text.split(' ')[0]);
    };
    await new Promise((resolve) => setTimeout(resolve, 200));
    const pid = await zombie();
    expect(pid).toBeDefined();
    expect(processIdentity(pid!)).toBeNull();
    expect(processIdentity(child.pid!)).toBe(living);
    expect(commandLine(child.pid!)).toBe('sleep 5');
    child.kill();
  });
});
