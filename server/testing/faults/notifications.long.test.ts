// R22 when processes are killed: each notification appears once, whichever process was about to store it.
import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Member } from '../../modules/people/accounts/accounts.ts';
import { outboxOn } from '../../modules/outbox/outbox.module.ts';
import { aMember, aUseCase } from '../builders.ts';
import { startServer, type ServerProcess } from '../serverProcess.ts';
import { createTestDatabase, type TestDatabase } from '../testDatabase.ts';
import { createTestServices } from '../testServices.ts';

jest.setTimeout(600_000);

let database: TestDatabase;
const servers: ServerProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  await database?.drop();
});

const kills = 3;
const thingsPerKill = 150;

test(`R22: of ${kills * thingsPerKill} things that happen while ${kills} processes are killed: none lost in the bell, none twice`, async () => {
  const { db } = database;
  const { notifications } = createTestServices(db).services;
  const author = await aMember(db);
  const colleague = await aMember(db);
  const told = async (): Promise<number> =>
    Number((await db('notifications').where({ user_id: author.user.id }).count())[0]!['count']);
  const happened: string[] = [];
  const happen = async (): Promise<void> => {
    const cases = await Promise.all(
      Array.from({ length: thingsPerKill }, () => aUseCase(db, { userId: author.user.id })),
    );
    happened.push(...cases.map(({ id }) => String(id)));
    await db('use_case_likes').insert(
      cases.map(({ id }) => ({ use_case_id: id, user_id: colleague.user.id })),
    );
    await outboxOn(db, () => new Date()).record(
      ...cases.map(({ id, itemId }) => ({
        kind: 'use_case_liked' as const,
        subjectId: id,
        itemId,
        actorId: colleague.user.id,
        after: 1,
      })),
    );
  };
  const start = async (): Promise<ServerProcess> => {
    const server = await startServer({ DATABASE_URL: database.url });
    servers.push(server);
    return server;
  };
  let midway = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    // The event happens before or after the process starts; every third round runs a second process.
    const before = await told();
    if (kill % 2 === 0) await happen();
    const running = await Promise.all(kill % 3 === 2 ? [start(), start()] : [start()]);
    if (kill % 2 === 1) await happen();
    while ((await told()) === before) await pause(1);
    await Promise.all(running.map((server) => server.end('SIGKILL')));
    if ((await told()) < happened.length) midway += 1;
  }
  await start();
  const bell = async (viewer: Member): Promise<string[]> => {
    const subjects: string[] = [];
    for (let page = 0; ; page += 1) {
      const found = await notifications.page(viewer, { page, perPage: 50 });
      subjects.push(...found.notifications.map(({ subjectId }) => subjectId));
      if (found.notifications.length === 0) return subjects;
    }
  };
  while (
    Number((await db('event_queue').where({ reader: 'notifications' }).count())[0]!['count']) > 0
  )
    await pause(20);
  const subjects = await bell(author);
  const lost = happened.filter((id) => !subjects.includes(id)).length;
  const doubled = subjects.length - new Set(subjects).size;
  expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
  // Otherwise no process was killed while work was left.
  expect(midway).toBeGreaterThan(0);
});
