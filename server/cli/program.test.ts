import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationNames } from '../database/migrate.ts';
import { minuteMs } from '../shared/durations.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { runCli } from '../testing/runCli.ts';

const run = (args: string[], env: NodeJS.Dict<string> = {}) => runCli(args, env);

const all = migrationNames();
let empty: TestDatabase;
let migrated: TestDatabase;
beforeAll(async () => {
  [empty, migrated] = await Promise.all([createTestDatabase('empty'), createTestDatabase()]);
});
afterAll(() => Promise.all([empty.drop(), migrated.drop()]));

const unreachable = { DATABASE_URL: 'postgres://user:canary@127.0.0.1:1/none' };

test.each([[['migrate']], [['doctor']]])(
  'refuses wrong settings for %j: 2, with the reasons',
  async (args) => {
    const ran = await run(args, { PORT: 'wrong', LOG_LEVEL: 'wrong' });
    expect(ran.code).toBe(2);
    expect(ran.errors).toMatch(/PORT:[\s\S]*LOG_LEVEL:/);
  },
);

test('an unreachable database: 1, without the password', async () => {
  const ran = await run(['migrate'], unreachable);
  expect(ran).toMatchObject({ code: 1, output: '' });
  expect(ran.errors).toMatch(/cannot be reached: .*ECONNREFUSED/);
  expect(ran.errors).not.toContain('canary');
  const doctor = await run(['doctor'], unreachable);
  expect(doctor).toMatchObject({ code: 1, errors: expect.stringMatching(/1 of \d+ are wrong/) });
  expect(doctor.output).toMatch(/^wrong +database/m);
  expect(doctor.output).not.toContain('canary');
});

test('migrate rehearses, applies once, and shows the state', async () => {
  const env = { DATABASE_URL: empty.url };
  const pending = await run(['migrate', '--status'], env);
  expect(pending.output).toContain(`0 applied, ${all.length} pending`);
  const rehearsed = await run(['migrate', '--dry-run'], env);
  expect(rehearsed.output).toContain('nothing was changed');
  expect(rehearsed.output).toMatch(/create table/i);
  const applied = await run(['migrate'], env);
  expect(applied.output).toBe(
    [...all.map((name) => `applied ${name}`), `${all.length} applied`].join('\n'),
  );
  expect((await run(['migrate'], env)).output).toBe('nothing to apply');
  const done = await run(['migrate', '--status'], env);
  expect(done.output).toContain(`${all.length} applied, 0 pending`);
  expect([pending, rehearsed, applied, done].map(({ code }) => code)).toEqual([0, 0, 0, 0]);
});

test('the doctor accepts a good database and names problems', async () => {
  const { code, output } = await run(['doctor'], {
    DATABASE_URL: migrated.url,
    RAINDROP_TOKEN: 'canary',
  });
  expect(code).toBe(0);
  expect(output).toMatch(/^ok +locale/m);
  expect(output).toContain(`${all.length} applied, 0 pending`);
  expect(output).toMatch(/^ok +bookmarks +Raindrop collection 0/m);
  expect(output).toMatch(/^off +mail/m);
  expect(output).not.toContain('canary');
});

test('the doctor checks a pooler and the database behind it', async () => {
  const { code, output } = await run(['doctor'], {
    DATABASE_URL: migrated.url,
    DATABASE_DIRECT_URL: migrated.url,
  });
  expect(output).toMatch(/^ok +database .*, DATABASE_DIRECT_URL$/m);
  // The test's server sets no time limits by itself.
  expect(output).toMatch(/^wrong +pooler .*set statement_timeout = \d+/m);
  expect(code).toBe(1);
});

test('prints JSON only for scripts', async () => {
  const env = { DATABASE_URL: migrated.url };
  const doctor = await run(['doctor', '--json'], env);
  expect(JSON.parse(doctor.output)).toContainEqual({
    verdict: 'ok',
    about: 'migrations',
    detail: `${all.length} applied, 0 pending`,
  });
  const status = await run(['migrate', '--status', '--json'], env);
  expect(JSON.parse(status.output)).toMatchObject({
    applied: all.map((name) => ({ name })),
    pending: [],
  });
});

/** Runs a process whose output is no terminal; kills it when it does not end by itself. */
const spawned = (file: string, args: string[], env: Record<string, string>) =>
  spawnSync(process.execPath, [join(import.meta.dirname, file), ...args], {
    encoding: 'utf8',
    cwd: tmpdir(),
    timeout: 4 * minuteMs,
    killSignal: 'SIGKILL',
    env: { PATH: process.env['PATH'], APP_ENV: 'test', ...env },
  });

test.each([
  [['doctor'], 0],
  [['migrate', '--status'], 0],
  [['token', 'list'], 0],
  [['--help'], 0],
  [['sync'], 1],
  [['restore', '/nowhere'], 1],
  [['nonsense'], 2],
])('%j writes no control codes without a terminal, and ends with %i', (args, code) => {
  const { status, stdout, stderr } = spawned('main.ts', args, {
    DATABASE_URL: migrated.url,
    FORCE_COLOR: '',
  });
  expect(status).toBe(code);
  expect(stdout + stderr).not.toBe('');
  for (const control of ['\u001B', '\r', '\u0008']) expect(stdout + stderr).not.toContain(control);
  expect(stderr).not.toMatch(/\n\s+at /);
});

test('a server with three wrong settings names all three at once, without a value or a stack, and ends with 2', () => {
  const { status, stdout, stderr } = spawned('../main.ts', [], {
    APP_ENV: 'production',
    PORT: 'canary-port',
    DATABASE_URL: 'mysql://user:canary-password@db/loadout',
    PUBLIC_URL: 'ftp://canary.example.com',
  });
  const output = stdout + stderr;
  expect(status).toBe(2);
  for (const name of ['PORT', 'DATABASE_URL', 'PUBLIC_URL'])
    expect(output.match(new RegExp(`^ +${name}: `, 'gm'))).toHaveLength(1);
  expect(output).not.toContain('canary');
  expect(output).not.toMatch(/\n\s+at /);
});

describe('unusable addresses, folders and files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-unfit-'));
  const file = join(folder, 'file');
  writeFileSync(file, 'mine');
  let taken: Server;
  beforeAll(async () => {
    taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
  });
  afterAll(() => {
    taken.close();
    rmSync(folder, { recursive: true });
  });
  const takenPort = () => String((taken.address() as AddressInfo).port);
  /** Starts the server and waits until it ends by itself. */
  const started = (env: Record<string, string>) =>
    spawned('../main.ts', [], { DATA_DIR: join(folder, 'data'), ...env });

  test.each([
    { env: () => ({ HOST: '10.1.2.3' }), says: /^ {2}HOST: is no address of this machine/m },
    { env: () => ({ HOST: 'nonsense.invalid' }), says: /^ {2}HOST: .*no address is known/m },
  ])('a start with a foreign HOST names it: 2', ({ env, says }) => {
    const { status, stdout, stderr } = started({ DATABASE_URL: migrated.url, ...env() });
    expect(stderr).toMatch(says);
    expect(stdout + stderr).not.toMatch(/\n\s+at |database/);
    expect(status).toBe(2);
  });

  test('a start with a used PORT names it: 1', () => {
    const { status, stdout, stderr } = started({ DATABASE_URL: migrated.url, PORT: takenPort() });
    expect(stderr).toMatch(/^The port \d+ is in use.*PORT=…$/m);
    expect(stdout + stderr).not.toMatch(/\n\s+at |database/);
    expect(status).toBe(1);
  });

  test.each([
    { dataDir: file, why: 'is not a folder' },
    { dataDir: join(file, 'below'), why: 'is not a folder' },
    { dataDir: '/proc/none', why: 'nobody can make' },
  ])('a DATA_DIR that $why is named by a start, the doctor and a command: 2', async (given) => {
    const { status, stdout, stderr } = started({ DATA_DIR: given.dataDir });
    expect(stderr).toMatch(/^ {2}DATA_DIR: .*folder/m);
    expect(stdout + stderr).not.toMatch(/\n\s+at /);
    expect(status).toBe(2);
    for (const args of [['doctor'], ['migrate']]) {
      const ran = await run(args, { DATA_DIR: given.dataDir });
      expect(ran.errors).toMatch(/^ {2}DATA_DIR: .*folder/m);
      expect(ran.code).toBe(2);
    }
  });

  test.each([
    { name: 'none.csv', why: 'there is no such file' },
    { name: '', why: 'it is a directory' },
  ])('a start names BOOKMARKS_FILE with its path where $why: 2', ({ name, why }) => {
    const path = join(folder, name);
    const { status, stdout, stderr } = started({
      DATABASE_URL: migrated.url,
      BOOKMARKS_FILE: path,
    });
    expect(stderr).toContain(`  BOOKMARKS_FILE: ${path.replace(/\/$/, '')}: ${why}`);
    expect(stdout + stderr).not.toMatch(/\n\s+at /);
    expect(status).toBe(2);
  });

  test.each([
    [{ HOST: '10.1.2.3' }, /^wrong +address +HOST: is no address of this machine/m],
    [{ BOOKMARKS_FILE: join(folder, 'none.csv') }, /^wrong +bookmarks .*there is no such file/m],
    [{ BOOKMARKS_FILE: folder }, /^wrong +bookmarks .*it is a directory/m],
  ])('the doctor finds %j wrong: 1', async (env, line) => {
    const { code, output } = await run(['doctor'], { DATABASE_URL: migrated.url, ...env });
    expect(output).toMatch(line);
    expect(code).toBe(1);
  });

  test('the doctor accepts readable files and free addresses, also beside a running server', async () => {
    const bookmarks = join(folder, 'bookmarks.csv');
    writeFileSync(bookmarks, 'url,title\nhttps://one.example.com,One\n');
    const { code, output } = await run(['doctor'], {
      DATABASE_URL: migrated.url,
      BOOKMARKS_FILE: bookmarks,
      PORT: takenPort(),
    });
    expect(output).toMatch(/^ok +bookmarks +.*bookmarks\.csv/m);
    expect(output).toMatch(/^ok +address +127\.0\.0\.1/m);
    expect(code).toBe(0);
  });
});

test('the doctor does not create an embedded database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-doctor-'));
  const { code, output } = await run(['doctor'], { DATA_DIR: join(folder, 'data') });
  rmSync(folder, { recursive: true });
  expect(code).toBe(0);
  expect(output).toMatch(/^off +database +.*not created yet/m);
});
