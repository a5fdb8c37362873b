import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataDirInUseError, currentOwner, ownDataDir } from './owner.ts';
import { commandLine, processIdentity } from './process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'loadout-owner-'));
const file = join(dataDir, 'owner.json');
afterAll(() => rmSync(dataDir, { recursive: true }));
afterEach(() => rmSync(file, { force: true }));

const leave = (owner: object | string) =>
  writeFileSync(file, typeof owner === 'string' ? owner : JSON.stringify(owner));
const startedAt = '2026-01-01T00:00:00.000Z';

test('the owner is named while it works, and nobody afterwards', async () => {
  const release = await ownDataDir(dataDir, 'server');
  expect(currentOwner(dataDir)).toMatchObject({ pid: process.pid, role: 'server' });
  await expect(ownDataDir(dataDir, 'server')).rejects.toBeInstanceOf(DataDirInUseError);
  await expect(ownDataDir(dataDir, 'command')).rejects.toThrow(`process ${process.pid}`);
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
  const release = await ownDataDir(dataDir, 'server');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
  release();
});

test('of many takers of a stale file one wins', async () => {
  leave({ pid: 2_147_483_000, startedAt, role: 'server', identity: 'x 1' });
  const takers = Array.from({ length: 10 }, () => ownDataDir(dataDir, 'server'));
  const results = await Promise.allSettled(takers);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('what was taken from us stays with its taker', async () => {
  const release = await ownDataDir(dataDir, 'server');
  const other = JSON.stringify({ pid: process.pid, startedAt, role: 'server', identity: null });
  leave(other);
  release();
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(other);
});

test('a zombie is no living process, its parent is one', async () => {
  const child = spawn('sh', ['-c', 'sleep 0 & exec sleep 5'], { stdio: 'ignore' });
  const living = processIdentity(child.pid!);
  expect(living).not.toBeNull();
  // The shell's child has ended, and the sleep that took the shell's place never asks for it.
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
