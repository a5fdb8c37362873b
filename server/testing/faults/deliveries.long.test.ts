// R24 when processes are killed: notifications reach people in Telegram and by mail, and a kill duplicates at most the messages
// that were being sent.
import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { startFakeMailServer, type FakeMailServer } from '../../../fakes/mail.ts';
import { startFakeTelegram, type FakeTelegram } from '../../../fakes/telegram.ts';
import type { Member } from '../../modules/people/accounts/accounts.ts';
import { outboxOn } from '../../modules/outbox/outbox.module.ts';
import { limits } from '../../config/limits.ts';
import { aMember, aUseCase } from '../builders.ts';
import { startServer, type ServerProcess } from '../serverProcess.ts';
import { createTestDatabase, type TestDatabase } from '../testDatabase.ts';
import { createTestServices } from '../testServices.ts';

jest.setTimeout(600_000);

let database: TestDatabase;
let telegram: FakeTelegram;
let mail: FakeMailServer;
const servers: ServerProcess[] = [];
beforeAll(async () => {
  [database, telegram, mail] = await Promise.all([
    createTestDatabase(),
    startFakeTelegram(),
    startFakeMailServer(),
  ]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  await Promise.all([telegram.close(), mail.close()]);
  await database?.drop();
});

const kills = 4;
const peoplePerKill = 40;
const signal = new AbortController().signal;

test(`R24: of ${kills * peoplePerKill} messages each in Telegram and by mail, sent by several processes at once of which ${kills} are killed: none lost, none twice but for what was under way`, async () => {
  const { db } = database;
  const settings = {
    TELEGRAM_API_URL: telegram.url,
    TELEGRAM_BOT_TOKEN: telegram.botToken,
    TELEGRAM_BOT_NAME: telegram.botName,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Loadout <loadout@example.com>',
    ACCESS_REQUESTS_TO: 'it@example.com',
  };
  const open = () => createTestServices(db, { env: settings }).services;
  const own = open();
  const colleague = await aMember(db, { telegramId: null, email: null });
  const people: Member[] = [];
  const chats = () => telegram.chats.all().map(({ chatId }) => String(chatId));
  const mails = () => mail.mails.flatMap(({ recipients }) => recipients);

  /** Likes a use case of each of these people, who are all to be notified at once on both channels. */
  const happen = async (): Promise<void> => {
    for (let count = 0; count < peoplePerKill; count += 1) {
      const number = 600_000 + people.length;
      const person = await aMember(db, {
        telegramId: String(number),
        email: `person.${number}@gdev.inc`,
        companyKey: 'gdev',
      });
      people.push(person);
      await own.deliverySettings.save(person, {
        telegram: 'daily',
        mail: 'daily',
        language: 'en',
        timeZone: 'UTC',
      });
      const { id, itemId } = await aUseCase(db, { userId: person.user.id });
      await db('use_case_likes').insert({ use_case_id: id, user_id: colleague.user.id });
      await outboxOn(db, () => new Date()).record({
        kind: 'use_case_liked',
        subjectId: id,
        itemId,
        actorId: colleague.user.id,
        after: 1,
      });
    }
    await own.notifications.processEvents(signal);
    // Makes the deliveries due at once.
    await db('notification_deliveries').whereNull('told_at').update({ due_at: new Date() });
  };
  const left = async (): Promise<number> =>
    Number((await db('notification_deliveries').whereNull('told_at').count())[0]!['count']);

  let midway = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    await happen();
    const before = chats().length + mails().length;
    // Kills later in each round, from the middle of the messages to near their end.
    const until = before + 5 + Math.floor((kill * peoplePerKill) / kills);
    const server = await startServer({ DATABASE_URL: database.url, ...settings });
    servers.push(server);
    while (chats().length + mails().length < until) await pause(1);
    // Two more processes take over the jobs that the queue releases, while the first one still sends.
    const beside = [open(), open()].map((services) => services.notificationDeliveries.send(signal));
    await server.end('SIGKILL');
    if ((await left()) > 0) midway += 1;
    await Promise.all(beside);
    // Expires the minute for which the killed process owned its messages.
    await db('notification_messages').update({ next_try_at: new Date() });
    await own.notificationDeliveries.send(signal);
    expect(await left()).toBe(0);
  }

  const lost = people.filter(
    ({ user }) => !chats().includes(user.telegramId!) || !mails().includes(user.email!),
  ).length;
  const doubledChats = chats().length - new Set(chats()).size;
  const doubledMails = mails().length - new Set(mails()).size;
  const ids = new Set(mail.mails.map((one) => one.mail.messageId));
  expect(lost).toBe(0);
  expect(doubledChats).toBeLessThanOrEqual(kills);
  expect(doubledMails).toBeLessThanOrEqual(kills);
  // The id of a mail shows that it was sent twice.
  expect(ids.size).toBe(new Set(mails()).size);
  // Otherwise no process was killed while messages were left.
  expect(midway).toBeGreaterThan(0);
  expect(limits.notifications.retryMs[0]).toBeGreaterThan(limits.upstream.telegramMs);
});
