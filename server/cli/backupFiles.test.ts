// Backup files: atomic writing, no overwriting, errors in one line.
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { runCli } from '../testing/runCli.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'loadout-backup-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const backUp = (...args: string[]) => runCli(['backup', ...args], { DATABASE_URL: database.url });

const isWhole = (file: string): boolean =>
  gunzipSync(readFileSync(file)).toString().trimEnd().split('\n').at(-1)!.startsWith('{"end"');

test.each([
  {
    to: () => [join(folder, 'none', 'a.backup')],
    says: /a\.backup cannot be written: there is no such folder$/,
  },
  { to: () => [folder], says: /is a folder: name a file in it$/ },
  { to: () => [folder, '--force'], says: /is a folder: name a file in it$/ },
  { to: () => [join(folder, 'a'.repeat(300))], says: /cannot be written: its name is too long$/ },
])('reports an unwritable target in one line: 1', async ({ to, says }) => {
  const { code, errors } = await backUp(...to());
  expect(errors).toMatch(says);
  expect(errors).not.toContain('\n');
  expect(code).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('writes one of two concurrent backups into one file', async () => {
  const file = join(folder, 'one.backup');
  const ended = await Promise.all([backUp(file), backUp(file)]);
  expect(ended.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  expect(ended.find(({ code }) => code === 1)?.errors).toMatch(
    /exists already; --force replaces it$/,
  );
  expect(isWhole(file)).toBe(true);
  expect(readdirSync(folder)).toEqual(['one.backup']);
});

test('keeps a complete file of two concurrent backups with --force', async () => {
  const file = join(folder, 'one.backup');
  writeFileSync(file, 'former');
  const ended = await Promise.all([backUp(file, '--force'), backUp(file, '--force')]);
  expect(ended.map(({ code }) => code)).toEqual([0, 0]);
  expect(isWhole(file)).toBe(true);
  expect(readdirSync(folder)).toEqual(['one.backup']);
});

test('keeps a file that appears while a backup is written', async () => {
  const file = join(folder, 'mine.backup');
  const running = backUp(file);
  while (readdirSync(folder).length === 0) await new Promise((done) => setTimeout(done, 1));
  writeFileSync(file, 'mine');
  expect(await running).toMatchObject({ code: 1 });
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect(readdirSync(folder)).toEqual(['mine.backup']);
});

test('deletes the remains of a killed backup and no other file', async () => {
  const file = join(folder, 'one.backup');
  const left = join(folder, 'loadout-backup.0123456789abcdef.part');
  const others = ['one.backup.part', 'film.mp4.0123456789abcdef.part', '0123456789abcdef.part'];
  for (const path of [left, ...others.map((name) => join(folder, name))]) {
    writeFileSync(path, 'half');
    utimesSync(path, new Date(0), new Date(0));
  }
  const fresh = join(folder, 'loadout-backup.fedcba9876543210.part');
  writeFileSync(fresh, 'still being written');
  mkdirSync(join(folder, 'empty'));
  expect((await backUp(file)).code).toBe(0);
  expect(readdirSync(folder)).toEqual(
    ['empty', 'loadout-backup.fedcba9876543210.part', 'one.backup', ...others].toSorted(),
  );
});

test('does not replace anything but a regular file, even with --force: 1', async () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const lost = join(folder, 'lost');
  symlinkSync(join(folder, 'none'), lost);
  const toPipe = join(folder, 'to-pipe');
  symlinkSync(pipe, toPipe);
  for (const [file, says] of [
    [pipe, /is no regular file/],
    [toPipe, /is no regular file/],
    [lost, /is a link to nothing/],
  ] as const)
    for (const args of [[file], [file, '--force']]) {
      const { code, errors } = await backUp(...args);
      expect(errors).toMatch(says);
      expect(code).toBe(1);
    }
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  expect(readdirSync(folder).toSorted()).toEqual(['lost', 'pipe', 'to-pipe']);
});

test('replaces the target of a link with --force', async () => {
  const [file, name] = [join(folder, 'one.backup'), join(folder, 'latest')];
  writeFileSync(file, 'former');
  symlinkSync(file, name);
  expect(await backUp(name)).toMatchObject({ code: 1 });
  expect(readFileSync(file, 'utf8')).toBe('former');
  expect(await backUp(name, '--force')).toMatchObject({ code: 0 });
  expect(lstatSync(name).isSymbolicLink()).toBe(true);
  expect(isWhole(file)).toBe(true);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'leaves nothing when it is interrupted by %s',
  async (signal) => {
    // Without a listener of the command nothing would end it here.
    const running = backUp(join(folder, 'one.backup'));
    while (readdirSync(folder).length === 0) await new Promise((done) => setTimeout(done, 1));
    process.emit(signal);
    const { code, errors } = await running;
    expect(errors).toBe('Interrupted; nothing was changed');
    expect(code).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('accepts a name of maximum length', async () => {
  const name = 'a'.repeat(250);
  expect(await backUp(join(folder, name))).toMatchObject({ code: 0 });
  expect(readdirSync(folder)).toEqual([name]);
});
