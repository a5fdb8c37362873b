// R17: when the database goes away during a job, the process survives and the job continues by itself.
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import { openDatabase } from '../../database/connection.ts';
import { jobQueue } from '../../database/jobQueue.ts';
import { startFaultyFront, type FaultyFront } from '../faultProxy.ts';
import { startOwnPostgres, type OwnPostgres } from '../ownPostgres.ts';
import { startServer, type ServerProcess } from '../serverProcess.ts';
import { withDatabase } from '../testRun.ts';
import { startWorkWorld, type WorkWorld } from '../runningJobFixture.ts';

/** Longer than a job survives without its database. */
const outageMs = 3_000;

let postgres: OwnPostgres;
let front: FaultyFront;
let world: WorkWorld;
let server: ServerProcess;
let db: Knex;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  front = await startFaultyFront(Number(new URL(postgres.url).port));
  world = await startWorkWorld();
  const main = openDatabase(postgres.url);
  await main.raw('create database loadout');
  await main.destroy();
  const url = withDatabase(postgres.url, 'loadout');
  const throughFront = Object.assign(new URL(url), { port: String(front.port) }).href;
  server = await startServer({ DATABASE_URL: throughFront, ...world.env });
  db = openDatabase(url);
  await world.watch(db);
});

afterAll(async () => {
  await server?.end('SIGKILL');
  await db?.destroy();
  await front?.close();
  await world?.close();
  await postgres?.remove();
});

const closePort = async (ms: number): Promise<void> => {
  front.fail('down');
  await pause(ms);
  front.fail(null);
};

const stopInOrder = async (ms: number): Promise<void> => {
  await postgres.stop();
  await pause(ms);
  await postgres.start();
};

/**
 * Log entries of uncaught errors, except that of the job library, which rejects when the database goes away while a job completes:
 * the server logs it, and the job runs again (decision 20).
 */
const uncaught = (): string[] =>
  server
    .said()
    .split(/(?=^\[\d\d:\d\d:\d\d\])/m)
    .filter((entry) => /Unhandled rejection|Uncaught exception/.test(entry))
    .filter((entry) => !entry.includes('completeJobs'));

test.each<[string, () => Promise<void>]>([
  ['behind a closed port', () => closePort(outageMs)],
  ['behind a closed port for a moment', () => closePort(50)],
  ['stopped in order', () => stopInOrder(outageMs)],
  ['restarted as after a crash', () => postgres.restart('immediate')],
])(
  'the database is %s during translations: the process survives, and each item is translated once',
  async (_how, harm) => {
    const work = await world.begin(db);
    // A second job of the same key waits behind the running one, as after a second synchronisation.
    await jobQueue(db).enqueue('translateItems', {}, { key: 'translateItems' });
    await harm();
    const isDone = server.isAlive() && (await work.isDone(60_000));
    const twice = await work.twice();
    expect(server.isAlive()).toBe(true);
    expect(uncaught()).toEqual([]);
    expect(isDone).toBe(true);
    expect(twice).toBe(0);
  },
);

test('repeats a synchronisation during which the database went away', async () => {
  const { model } = world;
  const asked = model.questions.length;
  const beginning = world.begin(db);
  while (!(await db('sync_runs').where({ state: 'running' }).first())) await pause(2);
  await closePort(300);
  const work = await beginning;
  const isDone = await work.isDone(60_000);
  expect(isDone).toBe(true);
  expect(model.questions.length - asked).toBeGreaterThanOrEqual(work.items);
  expect(await db('sync_runs').where({ state: 'running' }).first()).toBeUndefined();
});

test('stops in order while the database is down and a job runs', async () => {
  await world.begin(db);
  await postgres.stop();
  await pause(500);
  const { code, seconds } = await server.end('SIGTERM');
  await postgres.start();
  expect(uncaught()).toEqual([]);
  expect(code).toBe(0);
  expect(seconds).toBeLessThan(10);
});
