import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '../../../config/limits.ts';
import { startTestApp, type Answer, type TestApp } from '../../../testing/testApp.ts';

let app: TestApp;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'loadout-log-'));
  app = await startTestApp({ env: { DATA_DIR: dataDir } });
});

afterAll(() => app.close());

const entry = (changes: Record<string, unknown> = {}) => ({
  entry: 'Something broke',
  level: 'error',
  source: 'window',
  timestamp: '2026-10-01T09:30:00.000Z',
  ...changes,
});

const logFile = (): string => join(dataDir, 'logs', 'client.log');

/** Entries of the log; none before the first. */
const lines = (): Record<string, unknown>[] =>
  (existsSync(logFile()) ? readFileSync(logFile(), 'utf8') : '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const send = (body: unknown) => app.visitor().call('POST', '/api/v1/logs', body);

describe('POST /api/v1/logs', () => {
  test('removes queries and fragments of addresses in entry, source and metadata', async () => {
    const address = 'https://x/oauth/google/callback?code=canary-1&state=canary-2#canary-3';
    const { status } = await send(
      entry({
        entry: `GET /auth/direct-access?token=canary-4 failed at load (${address}:3:5)`,
        source: 'page /login?from=canary-5',
        metadata: { url: address, [`seen at ${address}`]: [`"${address}"`, 'kept'] },
      }),
    );
    expect(status).toBe(200);
    const line = lines().at(-1);
    const hits = JSON.stringify(line).match(/canary/g)?.length ?? 0;
    expect(hits).toBe(0);
    expect(line).toMatchObject({
      entry: 'GET /auth/direct-access failed at load (https://x/oauth/google/callback',
      metadata: {
        'seen at https://x/oauth/google/callback': expect.arrayContaining(['kept']) as [],
      },
    });
  });

  test('cuts entry and metadata to 8 kB each, between characters', async () => {
    const long = 'ж'.repeat(10_000);
    const { status } = await send(entry({ entry: `-${long}`, metadata: { long } }));
    expect(status).toBe(200);
    expect(lines().at(-1)).toMatchObject({
      entry: `-${'ж'.repeat(4_095)}`,
      metadata: `{"long":"${'ж'.repeat(4_091)}`,
    });
  });

  test('refuses metadata deeper than ten levels', async () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
    expect((await send(entry({ metadata: nested(10) }))).status).toBe(200);
    expect((await send(entry({ metadata: nested(11) }))).status).toBe(400);
  });
});

test('T6: writes one line of JSON per request, whatever its content', async () => {
  const breaks = ['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\u001b[2J'];
  const forged = '{"level":"fatal","entry":"forged"}';
  const before = lines().length;
  let sent = 0;
  for (const one of breaks) {
    const evil = `x${one}${forged}${one}`;
    for (const body of [
      entry({ entry: evil }),
      entry({ source: evil }),
      entry({ metadata: { [evil]: evil, nested: { list: [evil] } } }),
    ]) {
      const { status } = await send(body);
      expect([200, 400]).toContain(status);
      if (status === 200) sent += 1;
    }
  }
  const written = lines().slice(before);
  const extra = written.length - sent;
  const fatal = written.filter(({ level }) => level === 'fatal').length;
  expect(sent).toBeGreaterThan(10);
  expect({ extra, fatal }).toEqual({ extra: 0, fatal: 0 });
  expect(written[0]).toMatchObject({ level: 'error', userId: null });
});

test('T6: rotates the file at 10 MB, keeps one older one, both readable by the server’s user only', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'loadout-full-'));
  const folder = join(directory, 'logs');
  await mkdir(folder);
  const [file, older] = [join(folder, 'client.log'), join(folder, 'client.log.1')];
  // As an earlier version left them.
  writeFileSync(older, 'before\n');
  writeFileSync(file, `${'x'.repeat(9_999_900)}\n`);
  for (const path of [file, older]) chmodSync(path, 0o644);
  chmodSync(folder, 0o755);
  const begun = await startTestApp({ env: { DATA_DIR: directory } });
  const umask = process.umask(0o000);
  for (let count = 0; count < 3; count += 1)
    expect((await begun.visitor().call('POST', '/api/v1/logs', entry())).status).toBe(200);
  process.umask(umask);
  await begun.close();
  expect((await readdir(folder)).toSorted()).toEqual(['client.log', 'client.log.1']);
  const sizes = [file, older].map((path) => statSync(path).size);
  expect(sizes[0]).toBeLessThan(10_000);
  expect(sizes[1]).toBeGreaterThan(9_000_000);
  expect(sizes[1]).toBeLessThanOrEqual(10_000_000);
  expect([folder, file, older].map((path) => statSync(path).mode & 0o777)).toEqual([
    0o700, 0o600, 0o600,
  ]);
});

test('T6: limits a flood', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'loadout-flood-'));
  const flooded = await startTestApp({ env: { DATA_DIR: directory }, rates: limits.rates });
  const visitor = flooded.visitor();
  const answers: Answer[] = [];
  for (let count = 0; count < limits.rates.log.points + 20; count += 1)
    answers.push(await visitor.call('POST', '/api/v1/logs', entry()));
  // Refused by the limit of the log, not by another one with the same number.
  const refused = answers.filter(
    ({ status, body }) => status === 429 && body['reason'] === 'log',
  ).length;
  const written = readFileSync(join(directory, 'logs', 'client.log'), 'utf8')
    .trim()
    .split('\n');
  expect(refused).toBe(20);
  expect(written).toHaveLength(limits.rates.log.points);
  await flooded.close();
});
