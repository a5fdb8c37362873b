// R20: an access request is decided once, and access ends at its moment, over two processes, a kill and a restart.
import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Member } from '../../modules/people/accounts/accounts.ts';
import { aMember, anItem } from '../builders.ts';
import { startServer, type ServerProcess } from '../serverProcess.ts';
import { createTestDatabase, type TestDatabase } from '../testDatabase.ts';
import { createTestServices } from '../testServices.ts';

jest.setTimeout(600_000);

let database: TestDatabase;
let person: Member;
let admin: Member;
let other: Member;
const servers: ServerProcess[] = [];
const start = async (): Promise<ServerProcess> => {
  const server = await startServer({ DATABASE_URL: database.url });
  servers.push(server);
  return server;
};

beforeAll(async () => {
  database = await createTestDatabase();
  person = await aMember(database.db, { companyKey: 'nexters' });
  admin = await aMember(database.db, { isAdmin: true });
  other = await aMember(database.db, { companyKey: 'nexters', isAdmin: true });
});
afterEach(() => Promise.all(servers.splice(0).map((server) => server.end('SIGKILL'))));
afterAll(() => database?.drop());

const open = () => createTestServices(database.db).services;
const moves = async (id: number, status?: string) => {
  const rows = await database
    .db('activity')
    .where({ action: 'access.moved', subject_id: String(id) })
    .orderBy('id');
  return rows.filter(({ after }) => status === undefined || after.status === status);
};
async function asked(): Promise<number> {
  const item = await anItem(database.db);
  const { id } = await open().accessRequests.request(person, {
    service: item.titleEn!,
    subscriptionType: 'pro',
    features: 'Concept art',
  });
  return id;
}

test('R20: one of two approvers decides in a thousand races', async () => {
  const rounds = 1_000;
  const [first, second] = [open(), open()];
  let duplicates = 0;
  let wrong = 0;
  for (let round = 0; round < rounds; round += 1) {
    const id = await asked();
    const outcomes = await Promise.allSettled([
      first.accessWorkflow.decide(admin, id, { decision: 'approve', expectedVersion: 0 }),
      second.accessWorkflow.decide(other, id, {
        decision: 'decline',
        expectedVersion: 0,
        message: 'No',
      }),
    ]);
    if ((await moves(id)).length !== 1) duplicates += 1;
    const lost = outcomes.filter((one) => one.status === 'rejected');
    if (lost.length !== 1 || lost[0]?.reason?.reason !== 'requestChanged') wrong += 1;
  }
  expect({ duplicates, wrong }).toEqual({ duplicates: 0, wrong: 0 });
});

/** Grants access that ends after `ms` milliseconds. */
async function granted(ms: number): Promise<{ id: number; end: Date }> {
  const id = await asked();
  const services = open();
  await services.accessWorkflow.decide(admin, id, {
    decision: 'approve',
    expectedVersion: 0,
  });
  const end = new Date(Date.now() + ms);
  await services.accessWorkflow.decide(admin, id, {
    decision: 'grant',
    expectedVersion: 1,
    expiresAt: end,
  });
  return { id, end };
}
const rowOf = (id: number) => database.db('access_requests').where({ id }).first();
async function whenOver(id: number) {
  for (;;) {
    const row = await rowOf(id);
    if (row.status !== 'granted') return row;
    await pause(20);
  }
}

test.each<[string, () => Promise<void>]>([
  [
    'two processes that both look',
    async () => {
      await Promise.all([start(), start()]);
    },
  ],
  [
    'a process that was killed before the moment, and another one after it',
    async () => {
      const killed = await start();
      await killed.end('SIGKILL');
      await start();
    },
  ],
])('R20: access ends once at its moment, with %s', async (_what, run) => {
  const many = await Promise.all(Array.from({ length: 20 }, (_, at) => granted(3_000 + at * 150)));
  await run();
  const rows = await Promise.all(many.map(({ id }) => whenOver(id)));
  const early = rows.filter((row, at) => row.changed_at < many[at]!.end).length;
  const ends = await Promise.all(many.map(({ id }) => moves(id, 'expired')));
  const notOnce = ends.filter(({ length }) => length !== 1).length;
  expect({ early, notOnce, statuses: [...new Set(rows.map(({ status }) => status))] }).toEqual({
    early: 0,
    notOnce: 0,
    statuses: ['expired'],
  });
});
