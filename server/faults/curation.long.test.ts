// A process that is killed in the middle of a merge, of an import or of taking the demo out leaves nothing half written, and the
// same act can be done again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadDemoCatalogue } from '../demo/load.ts';
import { createLog } from '../shared/log.ts';
import { anAdmin, anItem } from '../testing/builders.ts';
import { startServer } from '../testing/serverProcess.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { testSessions } from '../testing/testSessions.ts';
import { createTestServices } from '../testing/testServices.ts';

const command = join(import.meta.dirname, '../cli/main.ts');
const log = createLog({ level: 'silent' });

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const db = () => database.db;

/** What stands in the tables that these acts write. */
async function standing(): Promise<string> {
  const tables = ['items', 'item_merges', 'item_likes', 'complaints', 'use_cases', 'users', 'tags'];
  const parts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await db().raw<{ rows: { sum: string | null }[] }>(
        `select md5(string_agg(one::text, '|' order by one::text)) as sum from ?? as one`,
        [table],
      );
      return `${table} ${rows[0]?.sum ?? ''}`;
    }),
  );
  return parts.join('\n');
}

/** Makes every change of a table slow, so that there is a middle in which to kill. */
const slow = (table: string, event: string) =>
  db().raw(`
    create function slowly() returns trigger language plpgsql as $$
      begin perform pg_sleep(0.5); return null; end $$;
    create trigger slowly after ${event} on ${table} for each statement execute function slowly()`);
const quick = (table: string) =>
  db().raw(`drop trigger slowly on ${table}; drop function slowly()`);

const isSleeping = async (): Promise<boolean> => {
  const { rowCount } = await db().raw<{ rowCount: number }>(
    `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
  );
  return rowCount > 0;
};

/** Nobody but this process is connected any more. */
async function untilAlone(): Promise<void> {
  for (;;) {
    const { rowCount } = await db().raw<{ rowCount: number }>(
      `select from pg_stat_activity where datname = current_database() and state like 'idle in%'`,
    );
    if (rowCount === 0 && !(await isSleeping())) return;
    await pause(20);
  }
}

/** Waits until a process is in the middle of its changes, and kills it there. */
async function killInTheMiddle(
  isAlive: () => boolean,
  kill: () => Promise<unknown>,
): Promise<void> {
  while (isAlive() && !(await isSleeping())) await pause(2);
  expect(isAlive()).toBe(true);
  await kill();
  await untilAlone();
}

/** The same with a command of its own. */
async function killCommand(...parameters: string[]): Promise<void> {
  const child = spawn(process.execPath, [command, ...parameters], {
    env: { ...process.env, DATABASE_URL: database.url, APP_ENV: 'test', LOG_LEVEL: 'silent' },
    stdio: 'ignore',
  });
  await killInTheMiddle(
    () => child.exitCode === null,
    async () => {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      expect(await ended).toEqual([null, 'SIGKILL']);
    },
  );
}

test('taking the demo out', async () => {
  await loadDemoCatalogue(db(), log);
  const before = await standing();
  await slow('use_cases', 'delete');
  await killCommand('demo', 'remove');
  expect(await standing()).toBe(before);
  await quick('use_cases');
  const { services } = createTestServices(db());
  const admin = await anAdmin(db());
  expect((await services.demo.remove(admin)).items).toBeGreaterThan(100);
  expect(await services.demo.state(admin)).toMatchObject({ isLoaded: false, items: 0 });
}, 120_000);

test('an import, which is seen as interrupted at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loadout-import-'));
  const file = join(folder, 'own.csv');
  await writeFile(file, 'url,title\nhttps://a.example.com/,One\nhttps://b.example.com/,Two\n');
  const before = await standing();
  await slow('items', 'insert');
  await killCommand('import', file);
  expect(await standing()).toBe(before);
  await quick('items');
  const { services } = createTestServices(db());
  const admin = await anAdmin(db());
  expect(await services.sync.status(admin)).toMatchObject({
    state: 'failed',
    errorReason: 'interrupted',
  });
  const signal = AbortSignal.timeout(60_000);
  expect(
    await services.sync.run({ startedBy: 'test', source: services.bookmarkFile(file), signal }),
  ).toMatchObject({ state: 'finished', counts: { new: 2 } });
  await rm(folder, { recursive: true });
}, 120_000);

test('a merge', async () => {
  const [kept, merged] = [await anItem(db()), await anItem(db())];
  const { user } = await anAdmin(db());
  await db()('item_likes').insert({ user_id: user.id, item_id: merged.id });
  const { token } = await testSessions(db()).open(user.id);
  const server = await startServer({ DATABASE_URL: database.url });
  const merge = (url: string) =>
    fetch(`${url}/api/v1/knowledge/${kept.id}/merge`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: `sid=${token}`, Origin: url },
      body: JSON.stringify({
        mergedId: String(merged.id),
        take: [],
        tags: 'kept',
        bookmark: 'keep',
      }),
    });
  const before = await standing();
  await slow('item_merges', 'insert');
  const answer = merge(server.url).catch(() => null);
  await killInTheMiddle(server.isAlive, () => server.end('SIGKILL'));
  expect(await answer).toBeNull();
  expect(await standing()).toBe(before);
  await quick('item_merges');
  const again = await startServer({ DATABASE_URL: database.url });
  expect((await merge(again.url)).ok).toBe(true);
  expect(await db()('item_likes').pluck('item_id')).toEqual([kept.id]);
  await again.end('SIGTERM');
}, 120_000);
