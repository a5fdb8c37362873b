import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../shared/log.ts';
import { assertDatabase } from '../assertDatabase.ts';
import { openDatabase } from '../connection.ts';
import { connectEmbedded, openEmbeddedDatabase } from './embedded.ts';
import { findPostmaster } from './postmaster.ts';

type Child = ChildProcessByStdio<Writable, Readable, null>;
type Lines = ReturnType<ReturnType<typeof createInterface>[typeof Symbol.asyncIterator]>;

// Real servers are started and killed; on a busy machine that takes its time.

const log = createLog({ level: 'silent' });
const isRoot = process.getuid?.() === 0;
const asRoot = isRoot ? test : test.skip;
const options = (dataDir: string) => ({ dataDir, log, forTests: true });

const folders: string[] = [];
/** A new data directory, with a space in its path, not created yet. */
function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loadout embedded-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return join(folder, 'data');
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const clusterOf = (dataDir: string) => join(dataDir, 'postgres');
const pidOf = (dataDir: string) => findPostmaster(clusterOf(dataDir))?.pid;

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const db = openDatabase(url);
  try {
    return (await db.raw<{ rows: Row[] }>(sql)).rows;
  } finally {
    await db.destroy();
  }
}

const holder = join(import.meta.dirname, '../../testing/holdEmbedded.ts');

/** Starts a server in a separate process and reads its first line. */
async function hold(
  dataDir: string,
  { task = 'wait', uid }: { task?: 'wait' | 'write'; uid?: number } = {},
): Promise<{ child: Child; lines: Lines; url: string; adopted: boolean }> {
  const asUser =
    uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const [program = '', ...args] = [...asUser, process.execPath, holder, dataDir, task];
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] },
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value } = (await lines.next()) as { value: string };
  return { child, lines, ...(JSON.parse(value) as { url: string; adopted: boolean }) };
}

async function end(child: Child, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await once(child, 'exit');
}

test('creates the database at the first start, stops it, and finds everything again', async () => {
  const dataDir = newDataDir();
  const first = await openEmbeddedDatabase(options(dataDir));
  expect(first.adopted).toBe(false);
  await query(first.url, `create extension pg_trgm`);
  await query(first.url, `create table kept as select 'привет' as word`);
  const db = openDatabase(first.url);
  expect((await assertDatabase(db)).similarity).toBeGreaterThan(0.5);
  await db.destroy();
  await first.stop();
  expect(pidOf(dataDir)).toBeUndefined();

  const second = await openEmbeddedDatabase(options(dataDir));
  expect(await query(second.url, 'select word from kept')).toEqual([{ word: 'привет' }]);
  await second.stop();
  expect(statSync(join(dataDir, 'embedded.json')).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o755);
});

test('requires the password, and accepts this machine only', async () => {
  const dataDir = newDataDir();
  const embedded = await openEmbeddedDatabase(options(dataDir));
  const url = new URL(embedded.url);
  expect(url.hostname).toBe('127.0.0.1');
  const addresses = await query(embedded.url, 'show listen_addresses');
  url.password = 'wrong';
  const refusal = await query(url.href, 'select 1').then(
    () => null,
    (error: unknown) => error,
  );
  await embedded.stop();
  expect(addresses).toEqual([{ listen_addresses: '127.0.0.1' }]);
  expect(refusal).toMatchObject({ code: '28P01' });
});

test('the server’s role is no superuser: it runs no program and reads no file', async () => {
  const embedded = await openEmbeddedDatabase({
    ...options(newDataDir()),
    forTests: false,
  });
  try {
    const [role] = await query<{ rolsuper: boolean; rolcreaterole: boolean }>(
      embedded.url,
      'select rolsuper, rolcreaterole from pg_roles where rolname = current_user',
    );
    expect(role).toEqual({ rolsuper: false, rolcreaterole: false });
    await expect(query(embedded.url, `copy (select 1) to program 'true'`)).rejects.toThrow(
      /permission denied/,
    );
    await expect(query(embedded.url, `select pg_read_file('/etc/passwd')`)).rejects.toThrow(
      /permission denied/,
    );
  } finally {
    await embedded.stop();
  }
});

test('benchmarks load tables from files without triggers; servers cannot', async () => {
  const statements = ['set session_replication_role = replica', 'checkpoint'];
  const refused = async (loadsFiles: boolean) => {
    const given = { ...options(newDataDir()), forTests: false, loadsFiles };
    const embedded = await openEmbeddedDatabase(given);
    const answers = await Promise.allSettled(
      statements.map((statement) => query(embedded.url, statement)),
    );
    await embedded.stop();
    return answers.filter(({ status }) => status === 'rejected').length;
  };
  expect(await refused(false)).toBe(2);
  expect(await refused(true)).toBe(0);
});

test('keeps the role of a folder from before the server’s own role', async () => {
  const dataDir = newDataDir();
  await (await openEmbeddedDatabase(options(dataDir))).stop();
  const path = join(dataDir, 'embedded.json');
  const { role: _role, ...before } = JSON.parse(readFileSync(path, 'utf8')) as { role: string };
  writeFileSync(path, JSON.stringify(before));
  const embedded = await openEmbeddedDatabase(options(dataDir));
  try {
    expect(await query(embedded.url, 'select current_user as name')).toEqual([{ name: 'loadout' }]);
  } finally {
    await embedded.stop();
  }
});

test('refuses a second server on the same folder', async () => {
  const dataDir = newDataDir();
  const { child, url } = await hold(dataDir);
  const refusal = await openEmbeddedDatabase(options(dataDir)).then(
    () => null,
    (error: unknown) => String(error),
  );
  expect(refusal).toContain(`process ${child.pid}`);
  expect(refusal).toContain(dataDir);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await end(child, 'SIGTERM');
  const next = await openEmbeddedDatabase(options(dataDir));
  await next.stop();
});

test('adopts the database after kill -9 of the server', async () => {
  const dataDir = newDataDir();
  const { child, url } = await hold(dataDir);
  await query(url, 'create table kept as select 7 as seven');
  const pid = pidOf(dataDir);
  await end(child, 'SIGKILL');
  const next = await openEmbeddedDatabase(options(dataDir));
  expect(next.adopted).toBe(true);
  expect(pidOf(dataDir)).toBe(pid);
  expect(await query(next.url, 'select seven from kept')).toEqual([{ seven: 7 }]);
  await next.stop();
  expect(pidOf(dataDir)).toBeUndefined();
});

test('loses no acknowledged row after kill -9 of database and server', async () => {
  const dataDir = newDataDir();
  const { child, lines } = await hold(dataDir, { task: 'write' });
  let acknowledged = 0;
  while (acknowledged < 50) {
    acknowledged = Number(((await lines.next()) as { value: string }).value);
  }
  const pid = pidOf(dataDir)!;
  process.kill(pid, 'SIGKILL');
  child.kill('SIGKILL');
  for (let line = await lines.next(); !line.done; line = await lines.next()) {
    acknowledged = Number(line.value);
  }
  const next = await openEmbeddedDatabase(options(dataDir));
  const rows = await query<{ count: number; last: number }>(
    next.url,
    'select count(*), max(id) as last from acknowledged',
  );
  await next.stop();
  expect(next.adopted).toBe(false);
  expect(rows[0]!.count).toBe(rows[0]!.last);
  expect(rows[0]!.last).toBeGreaterThanOrEqual(acknowledged);
});

test('restarts a killed database at the same address', async () => {
  const dataDir = newDataDir();
  // With production settings, since those for tests do not wait until a commit is on disk.
  const embedded = await openEmbeddedDatabase({ dataDir, log });
  const db = openDatabase(embedded.url);
  await db.raw('create table kept as select 7 as seven');
  const killed = pidOf(dataDir)!;
  process.kill(killed, 'SIGKILL');
  // Processes of the dead server may answer for a moment, so this waits for the new process first.
  const deadline = Date.now() + 30_000;
  const isRevived = () => {
    const postmaster = findPostmaster(clusterOf(dataDir));
    return postmaster !== null && postmaster.isReady && postmaster.pid !== killed;
  };
  while (!isRevived() && Date.now() < deadline) await sleep(50);
  expect(isRevived()).toBe(true);
  // A pooled connection to the dead server fails once before the pool replaces it.
  const rows = () => db<{ seven: number }>('kept').select();
  const kept = await rows().catch(rows);
  await db.destroy();
  expect(kept).toEqual([{ seven: 7 }]);
  await embedded.stop();
  expect(pidOf(dataDir)).toBeUndefined();
});

test('starts although other processes got the old ids', async () => {
  const dataDir = newDataDir();
  const { child } = await hold(dataDir);
  process.kill(pidOf(dataDir)!, 'SIGKILL');
  await end(child, 'SIGKILL');
  const stranger = spawn('sleep', ['60'], isRoot ? { uid: 65_534, gid: 65_534 } : {});
  const pidFile = join(clusterOf(dataDir), 'postmaster.pid');
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(stranger.pid)));
  const ownerFile = join(dataDir, 'owner.json');
  const owner = JSON.parse(readFileSync(ownerFile, 'utf8')) as object;
  writeFileSync(ownerFile, JSON.stringify({ ...owner, pid: stranger.pid }));
  const next = await openEmbeddedDatabase(options(dataDir));
  expect(stranger.exitCode).toBeNull();
  stranger.kill();
  await next.stop();
});

test('starts after a killed creation', async () => {
  const dataDir = newDataDir();
  mkdirSync(join(dataDir, 'postgres.draft-killed', 'cluster'), { recursive: true });
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, 'owner.json'), '');
  const embedded = await openEmbeddedDatabase(options(dataDir));
  await embedded.stop();
  expect(
    statSync(join(dataDir, 'postgres.draft-killed'), { throwIfNoEntry: false }),
  ).toBeUndefined();
});

test('refuses data of another major version, naming both', async () => {
  const dataDir = newDataDir();
  await (await openEmbeddedDatabase(options(dataDir))).stop();
  writeFileSync(join(clusterOf(dataDir), 'PG_VERSION'), '99\n');
  await expect(openEmbeddedDatabase(options(dataDir))).rejects.toThrow(/version 18.*of version 99/);
});

test('reports a wrong password, and leaves nothing running', async () => {
  const dataDir = newDataDir();
  await (await openEmbeddedDatabase(options(dataDir))).stop();
  rmSync(join(dataDir, 'embedded.json'));
  await expect(openEmbeddedDatabase(options(dataDir))).rejects.toThrow('embedded.json');
  expect(pidOf(dataDir)).toBeUndefined();
});

describe('a command', () => {
  test('uses the database of the running server and leaves it running', async () => {
    const dataDir = newDataDir();
    const { child, url } = await hold(dataDir);
    const command = await connectEmbedded(options(dataDir));
    expect(command.url).toBe(url);
    await command.stop();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await end(child, 'SIGTERM');
  });

  test('starts and stops the database when no server runs; a server waits for it', async () => {
    const dataDir = newDataDir();
    const command = await connectEmbedded(options(dataDir));
    expect(await query(command.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    const server = openEmbeddedDatabase(options(dataDir));
    await sleep(200);
    await command.stop();
    const opened = await server;
    expect(opened.adopted).toBe(false);
    expect(await query(opened.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await opened.stop();
  });
});

describe('the user', () => {
  asRoot('is the one that owns the data: an ordinary one first, then root', async () => {
    const dataDir = newDataDir();
    chownSync(join(dataDir, '..'), 1000, 1000);
    const { child, url } = await hold(dataDir, { uid: 1000 });
    await query(url, 'create table kept as select 7 as seven');
    await end(child, 'SIGTERM');
    expect(statSync(clusterOf(dataDir)).uid).toBe(1000);

    const rooted = await openEmbeddedDatabase(options(dataDir));
    expect(await query(rooted.url, 'select seven from kept')).toEqual([{ seven: 7 }]);
    await rooted.stop();

    const again = await hold(dataDir, { uid: 1000 });
    expect(await query(again.url, 'select seven from kept')).toEqual([{ seven: 7 }]);
    await end(again.child, 'SIGTERM');
  });

  asRoot('of root is nobody, and data under a closed folder go to a passable one', async () => {
    const dataDir = newDataDir();
    chmodSync(join(dataDir, '..'), 0o700);
    const embedded = await openEmbeddedDatabase(options(dataDir));
    const { cluster } = JSON.parse(readFileSync(join(dataDir, 'embedded.json'), 'utf8')) as {
      cluster: string;
    };
    folders.push(join(cluster, '..'));
    expect(cluster).toMatch(/^\/var\/lib\/loadout\/[0-9a-f]{16}\/postgres$/);
    expect(statSync(cluster).uid).toBe(65_534);
    await query(embedded.url, 'create table kept as select 7 as seven');
    await embedded.stop();

    const again = await openEmbeddedDatabase(options(dataDir));
    expect(await query(again.url, 'select seven from kept')).toEqual([{ seven: 7 }]);
    await again.stop();

    rmSync(dataDir, { recursive: true });
    const anew = await openEmbeddedDatabase(options(dataDir));
    folders.push(`${join(cluster, '..')}-2`);
    expect(await query(anew.url, `select to_regclass('kept') as kept`)).toEqual([{ kept: null }]);
    await anew.stop();
  });
});
