// R5: the database is restarted, killed, slow, or out of connections while a server has traffic.
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { openDatabase } from '../../database/connection.ts';
import { migrateToLatest } from '../../database/migrate.ts';
import { loadDemoCatalogue } from '../../modules/demo/seed/demoSeed.ts';
import { limits } from '../../config/limits.ts';
import { createLog } from '../../shared/log.ts';
import { startOwnPostgres, type OwnPostgres } from '../ownPostgres.ts';
import { startServer, type ServerProcess } from '../serverProcess.ts';
import { withDatabase } from '../testRun.ts';
import { waitForLocks } from '../waitForLocks.ts';
import { startWorkWorld, type WorkWorld } from '../runningJobFixture.ts';
import { ask, countLost, signInPeople, startTraffic, type SignedIn } from '../traffic.ts';

let postgres: OwnPostgres;
let db: Knex;
let server: ServerProcess;
let people: SignedIn[];
let itemIds: number[];
let world: WorkWorld;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  const main = openDatabase(postgres.url);
  await main.raw('create database loadout');
  await main.destroy();
  const url = withDatabase(postgres.url, 'loadout');
  db = openDatabase(url);
  // A server with a source of bookmarks does not load the demo by itself.
  const log = createLog({ level: 'silent' });
  await migrateToLatest(db, log);
  await loadDemoCatalogue(db, log);
  world = await startWorkWorld();
  await world.watch(db);
  server = await startServer({ DATABASE_URL: url, ...world.env });
  people = await signInPeople(db, 40);
  itemIds = await db('items').where({ admin_visibility: 'visible' }).pluck('id');
  expect(itemIds).not.toEqual([]);
});

afterAll(async () => {
  await server?.end('SIGTERM');
  await db?.destroy();
  await world?.close();
  await postgres?.remove();
});

const kill = async (): Promise<void> => {
  process.kill(postgres.pid()!, 'SIGKILL');
  while (postgres.pid() !== null) await pause(10);
  await postgres.start();
};

test.each<[string, () => Promise<void>]>([
  ['restarted in order', () => postgres.restart('fast')],
  ['restarted as after a crash', () => postgres.restart('immediate')],
  ['killed and started', kill],
])(
  'the database is %s: answers 503, recovers by itself, loses no confirmed write',
  async (_how, harm) => {
    const traffic = startTraffic(server.url, people, itemIds);
    const work = await world.begin(db);
    await harm();
    const up = performance.now();
    const isBack = (outcomes: typeof traffic.reads) =>
      outcomes.some(({ status, at, took }) => status === 200 && at - took > up - 1);
    while (!isBack(traffic.reads) || !isBack(traffic.writes)) await pause(10);
    await pause(500);
    await traffic.stop();
    const isDone = await work.isDone(60_000);

    const all = [...traffic.reads, ...traffic.writes];
    const strange = all.filter(({ status }) => status !== 200 && status !== 503);
    const lost = await countLost(db, traffic);

    expect(server.isAlive()).toBe(true);
    expect(strange).toEqual([]);
    expect(traffic.confirmed.length).toBeGreaterThan(0);
    expect(lost).toBe(0);
    expect(isDone).toBe(true);
    expect(await work.twice()).toBe(0);
    const refused = all.filter(({ status }) => status === 503);
    expect(refused.every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true);
  },
);

interface Refusal {
  code: string;
  reason: string;
  retryAfter: number;
}

const search = async (person: SignedIn): Promise<{ status: number; body: Refusal }> => {
  const response = await fetch(`${server.url}/api/v1/knowledge/search`, {
    headers: { Cookie: person.cookie },
    signal: AbortSignal.timeout(30_000),
  });
  const body = (await response.json()) as Refusal;
  return { status: response.status, body };
};

test('ends a slow statement and answers so', async () => {
  const work = await world.begin(db);
  const lock = await db.transaction();
  await lock.raw('lock table items in access exclusive mode');
  const [{ status, body }, graphql] = await Promise.all([
    search(people[0]!),
    fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: {
        Cookie: people[1]!.cookie,
        Origin: server.url,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ query: '{ popularKnowledge { id } }' }),
    }),
  ]);
  await lock.rollback();
  expect(status).toBe(503);
  expect(body).toMatchObject({ success: false, code: 'UNAVAILABLE', reason: 'databaseSlow' });
  expect(body.retryAfter).toBeGreaterThan(0);
  expect(graphql.status).toBe(503);
  expect(Number(graphql.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await search(people[0]!)).status).toBe(200);
  expect(await work.isDone(60_000)).toBe(true);
});

test('refuses with a retry time when no connection is free', async () => {
  const work = await world.begin(db);
  const { id } = (await db('items').orderBy('id').first('id')) as { id: number };
  const lock = await db.transaction();
  await lock.raw('lock table items in access exclusive mode');
  // Each like holds a connection of its own; searches are batched over two.
  const holding = people
    .slice(0, limits.database.poolMax)
    .map((person) => ask(server.url, person, 'POST', `/api/v1/knowledge/${id}/like`));
  await waitForLocks(db, limits.database.poolMax);
  const waiting = await Promise.all(people.slice(20, 30).map((person) => search(person)));
  await lock.rollback();
  await Promise.all(holding);
  const told = waiting.filter(({ status, body }) => status === 503 && body.retryAfter > 0).length;
  expect(told).toBe(10);
  expect(waiting[0]!.body).toMatchObject({ code: 'UNAVAILABLE', reason: 'databaseAway' });
  expect((await ask(server.url, people[35]!, 'GET', '/api/v1/knowledge/search')).status).toBe(200);
  expect(await work.isDone(60_000)).toBe(true);
  expect(server.isAlive()).toBe(true);
});
