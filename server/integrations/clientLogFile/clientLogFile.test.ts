import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../shared/log.ts';
import { openClientLogFile } from './clientLogFile.ts';

const home = mkdtempSync(join(tmpdir(), 'loadout-client-log-'));
afterAll(() => rmSync(home, { recursive: true }));

const line = { entry: 'hello' } as never;
const modeOf = (path: string) => statSync(path).mode & 0o777;
const log = createLog({ level: 'silent' });

test('nobody but the own user reads the log, whatever the umask says', () => {
  const folder = join(home, 'new');
  const before = process.umask(0o000);
  openClientLogFile(folder, log).write(line);
  process.umask(before);
  expect(readFileSync(join(folder, 'client.log'), 'utf8')).toContain('hello');
  expect([modeOf(folder), modeOf(join(folder, 'client.log'))]).toEqual([0o700, 0o600]);
});

test('what an earlier version left readable is closed', () => {
  const folder = join(home, 'old');
  mkdirSync(folder);
  for (const name of ['client.log', 'client.log.1']) writeFileSync(join(folder, name), 'before\n');
  for (const name of ['', 'client.log', 'client.log.1'])
    chmodSync(join(folder, name), name ? 0o644 : 0o755);
  openClientLogFile(folder, log).write(line);
  expect(['', 'client.log', 'client.log.1'].map((name) => modeOf(join(folder, name)))).toEqual([
    0o700, 0o600, 0o600,
  ]);
});
