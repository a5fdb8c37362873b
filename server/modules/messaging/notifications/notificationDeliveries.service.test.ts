// Delivery of notifications through the real clients, against a fake Telegram and a fake mail server.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Knex } from 'knex';
import { startFakeMailServer, type FakeMailServer } from '../../../../fakes/mail.ts';
import { startFakeTelegram, type FakeTelegram } from '../../../../fakes/telegram.ts';
import { limits } from '../../../config/limits.ts';
import { deliverNotifications } from '../../../transports/jobs/messagingTasks.ts';
import { aMember, anItem, aUseCase } from '../../../testing/builders.ts';
import { runDueJobs } from '../../../testing/runJobs.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import type { DeliveryInput } from './delivery.ts';

let database: TestDatabase;
let db: Knex;
let telegram: FakeTelegram;
let mail: FakeMailServer;
let now: Date;
let person: Member;
let colleague: Member;
let admin: Member;
let lastChat = 70_000;
const clock = () => now;
const signal = new AbortController().signal;
const hour = 3_600_000;
beforeAll(async () => {
  [database, telegram, mail] = await Promise.all([
    createTestDatabase(),
    startFakeTelegram(),
    startFakeMailServer(),
  ]);
  ({ db } = database);
  acts = open();
});
afterAll(async () => {
  await Promise.all([telegram.close(), mail.close()]);
  await database.drop();
});
/** A person with Telegram and an e-mail address. */
const somebody = () =>
  aMember(db, {
    telegramId: String((lastChat += 1)),
    email: `person.${lastChat}@gdev.inc`,
    companyKey: 'gdev',
  });
beforeEach(async () => {
  now = new Date('2026-11-23T10:00:00Z');
  telegram.fail(null);
  mail.setRefusal(null);
  mail.mails.length = 0;
  for (const table of ['notifications', 'notification_messages', 'event_queue'])
    await db(table).delete();
  person = await somebody();
  colleague = await aMember(db);
  admin = await aMember(db, { isAdmin: true });
});

/** Another process, on the same database. */
const open = (TELEGRAM_API_URL = telegram.url) =>
  createTestServices(db, {
    clock,
    env: {
      ...telegram.settings,
      TELEGRAM_API_URL,
      SMTP_URL: mail.url,
      MAIL_FROM: 'Loadout <loadout@example.com>',
      ACCESS_REQUESTS_TO: 'it@example.com',
      PUBLIC_URL: 'https://lo.example',
    },
  }).services;
/** The services that people use meanwhile. */
let acts: ReturnType<typeof open>;
const later = (ms: number) => void (now = new Date(now.getTime() + ms));
const deliver = async (services = acts) => {
  await services.notifications.processEvents(signal);
  return services.notificationDeliveries.send(signal);
};
const chatOf = ({ user }: Member): string[] =>
  telegram.chats
    .all()
    .filter(({ chatId }) => String(chatId) === user.telegramId)
    .map(({ text }) => text);
const bell = async (viewer = person) =>
  (await acts.notifications.page(viewer, { page: 0, perPage: 50 })).notifications;
const choose = (choice: Partial<DeliveryInput> = {}, viewer = person) =>
  acts.deliverySettings.save(viewer, {
    telegram: 'now',
    mail: 'off',
    language: 'en',
    timeZone: 'UTC',
    ...choice,
  });
const liked = async (by = colleague, author = person) => {
  const { id, itemId } = await aUseCase(db, { userId: author.user.id });
  await acts.useCases.toggleLike(by, id);
  return { id, itemId };
};
const lost = async (itemId: number) =>
  outboxOn(db, clock).record({ kind: 'link_lost', subjectId: itemId, itemId, actorId: null });
const decided = async (word = 'Not this year') => {
  const item = await anItem(db);
  const { accessRequests, accessWorkflow } = acts;
  const { id } = await accessRequests.request(person, {
    service: item.titleEn!,
    subscriptionType: 'pro',
    features: 'All',
  });
  await accessWorkflow.decide(admin, id, {
    decision: 'decline',
    expectedVersion: 0,
    message: word,
  });
  return item;
};

test('sends answers by Telegram in both languages by default, each once', async () => {
  const item = await decided('Not this year\nAsk again');
  await liked();
  const other = await aMember(db, { telegramId: null, email: null });
  await liked(colleague, other);
  await acts.notifications.processEvents(signal);
  later(limits.accessRequest.undoMs);
  // Processes pick up the job by themselves.
  await Promise.all([
    runDueJobs(database.url, open(), [deliverNotifications]),
    open().notificationDeliveries.send(signal),
    open().notificationDeliveries.send(signal),
  ]);
  expect(chatOf(person)).toEqual([
    `Ваш запрос доступа отклонён: ${item.titleEn}\nYour access request is declined: ${item.titleEn}\n\n` +
      '> Not this year\n> Ask again\n\nhttps://lo.example/profile/requests',
  ]);
  expect(mail.mails).toEqual([]);
  expect((await bell()).map(({ kind }) => kind)).toEqual(['case_liked', 'request_moved']);
});

test('sends a restored subject with the next message, and no message while it is gone', async () => {
  await choose({ telegram: 'daily' });
  now = new Date('2026-11-24T08:00:00Z');
  const [back, stays, away] = [await liked(), await liked(), await liked()];
  await acts.notifications.processEvents(signal);
  for (const { id } of [back, away]) await acts.useCases.toggleLike(colleague, id);
  later(hour);
  await deliver();
  expect(chatOf(person)).toEqual([expect.stringContaining(`/services/${stays.itemId}`)]);
  await acts.useCases.toggleLike(colleague, back.id);
  const next = await liked();
  await deliver();
  expect(chatOf(person)).toHaveLength(1);
  later(24 * hour);
  await deliver();
  expect(chatOf(person)).toHaveLength(2);
  expect(
    chatOf(person)[1]
      ?.match(/(?<=services\/)\d+/g)
      ?.map(Number),
  ).toEqual([next.itemId, back.itemId]);
  later(24 * hour);
  await deliver();
  expect(chatOf(person)).toHaveLength(2);
  expect(await db('notification_messages')).toEqual([]);
  expect(await db('notification_deliveries').whereNull('told_at')).toMatchObject([
    { message_id: null, due_at: null },
  ]);
});

test('sends the reason of a decline to active people only', async () => {
  const left = await somebody();
  for (const viewer of [person, left]) {
    const { proposal } = await acts.proposals.propose(viewer, {
      address: `https://${viewer.user.id}.example.com`,
    });
    if (viewer === left)
      await db('users').where({ id: left.user.id }).update({ email: 'left@elsewhere.example' });
    await acts.proposals.decline(admin, proposal!.id, { reason: 'Between us' });
  }
  await deliver();
  const [text] = chatOf(person);
  expect(text).toContain('The service you suggested was declined: https://');
  expect(text).toContain('> Between us');
  expect(chatOf(left)).toEqual([]);
});

test('holds notifications during quiet hours and sends them as one message', async () => {
  await choose({
    timeZone: 'Europe/Moscow',
    quietFrom: '22:00',
    quietUntil: '08:00',
    language: 'ru',
  });
  now = new Date('2026-11-23T19:00:00Z');
  await liked();
  await liked();
  await deliver();
  now = new Date('2026-11-24T04:59:59Z');
  await deliver();
  expect(chatOf(person)).toEqual([]);
  now = new Date('2026-11-24T05:00:00Z');
  await deliver();
  expect(chatOf(person)).toHaveLength(1);
  expect(chatOf(person)[0]).toMatch(/^Loadout: 2 уведомления\n\n• Ваш кейс с /);
  // A retry in quiet hours waits and does not count as an attempt.
  telegram.fail(500);
  now = new Date('2026-11-24T18:59:50Z');
  await liked();
  await deliver();
  telegram.fail(null);
  later(hour);
  await deliver();
  expect(chatOf(person)).toHaveLength(1);
  expect(await db('notification_messages').pluck('tries')).toEqual([1]);
  now = new Date('2026-11-25T05:00:00Z');
  await deliver();
  expect(chatOf(person)).toHaveLength(2);
});

test('sends digests at nine, daily or on Monday, once across two processes, and no empty one', async () => {
  await choose({ telegram: 'weekly', mail: 'daily', timeZone: 'Europe/Berlin' });
  now = new Date('2026-11-24T07:00:00Z');
  const { id } = await liked();
  await decided();
  await deliver();
  now = new Date('2026-11-24T07:59:00Z');
  await deliver();
  expect(mail.mails).toEqual([]);
  now = new Date('2026-11-24T08:00:00Z');
  await Promise.all([deliver(), deliver(), deliver(open())]);
  expect(mail.mails.map(({ recipients }) => recipients)).toEqual([[person.user.email]]);
  expect(mail.mails[0]!.mail.subject).toBe('Loadout: 2 notifications');
  // Notifications added after the digest of the day are in the next one.
  later(hour);
  await acts.useCases.toggleLike(admin, id);
  await deliver();
  now = new Date('2026-11-25T08:00:00Z');
  await deliver();
  expect(mail.mails.map(({ mail: { subject } }) => subject)).toEqual([
    'Loadout: 2 notifications',
    'Loadout: 1 notification',
  ]);
  now = new Date('2026-11-26T08:00:00Z');
  await deliver();
  expect(mail.mails).toHaveLength(2);
  expect(chatOf(person)).toEqual([]);
  now = new Date('2026-11-30T08:00:00Z');
  await Promise.all([deliver(), deliver(open())]);
  expect(chatOf(person)).toHaveLength(1);
  expect(chatOf(person)[0]).toContain('• 2 colleagues marked your use case');
});

test('Z3: sends nothing hidden, switched off or withdrawn, and nothing to disabled people', async () => {
  await choose({ telegram: 'daily', mail: 'daily' });
  const [hidden, seen] = [await anItem(db), await anItem(db)];
  for (const { id } of [hidden, seen]) await acts.knowledge.like(person, id);
  await lost(hidden.id);
  await deliver();
  await acts.knowledge.update(admin, hidden.id, { adminVisibility: 'hidden' });
  now = new Date('2026-11-24T09:00:00Z');
  await deliver();
  const toldOfHidden = chatOf(person).length + mail.mails.length;
  await lost(seen.id);
  await liked();
  await deliver();
  await acts.notifications.saveSettings(person, ['service_link_lost']);
  now = new Date('2026-11-25T09:00:00Z');
  await deliver();
  expect(chatOf(person)).toHaveLength(1);
  expect(chatOf(person)[0]).toMatch(/^1 colleague marked your use case/);
  expect(mail.mails).toHaveLength(1);
  await liked();
  await deliver();
  await db('users').where({ id: person.user.id }).update({ disabled_at: now });
  now = new Date('2026-11-26T09:00:00Z');
  await deliver();
  await db('users').where({ id: person.user.id }).update({ disabled_at: null });
  await deliver();
  const messages = chatOf(person).length + mail.mails.length;
  expect([toldOfHidden, messages]).toEqual([0, 2]);
  expect(await db('notification_deliveries').whereNull('told_at')).toEqual([]);
});

test('sends the outcome of the reader’s own request without the hidden item', async () => {
  await choose({ telegram: 'daily', mail: 'daily' });
  const both = await somebody();
  const titles = { titleEn: 'Leaky name', titleRu: 'Тайное имя' };
  const item = await anItem(db, titles);
  for (const viewer of [person, both]) {
    const given = { itemId: item.id, complaintType: 'spam' } as const;
    await acts.complaints.report(viewer, '', given);
  }
  const { id } = await acts.accessRequests.request(person, {
    service: item.titleEn!,
    subscriptionType: 'pro',
    features: 'All',
  });
  await acts.complaintReview.applyFix(admin, { itemId: item.id, type: 'spam' }, { action: 'hide' });
  await acts.accessWorkflow.decide(admin, id, {
    decision: 'decline',
    expectedVersion: 0,
    message: 'Spam',
  });
  await deliver();
  now = new Date('2026-11-24T09:00:00Z');
  await deliver();
  expect(chatOf(both)).toEqual([
    'Ваша жалоба решена: сервис, которого больше нет в каталоге\n' +
      'Your complaint is resolved: a service that is no longer in the catalogue\n\nhttps://lo.example/profile/requests',
  ]);
  const [{ mail: received }] = mail.mails as [FakeMailServer['mails'][number]];
  for (const text of [chatOf(person)[0], received.text]) {
    expect(text).toContain(
      '• Your access request is declined: a service that is no longer in the catalogue\n> Spam',
    );
    expect(text).toContain('• Your complaint is resolved: a service that is no longer in');
  }
  for (const text of [...chatOf(person), ...chatOf(both), received.text, String(received.html)])
    expect(text).not.toMatch(/Leaky|Тайное|\/services\//);
});

test('retries Telegram with growing pauses, and adds what failed to the next message', async () => {
  await choose();
  telegram.fail(401);
  await liked();
  await deliver();
  const { retryMs } = limits.notifications;
  for (const waitMs of retryMs) {
    later(waitMs - 1_000);
    await deliver();
    later(1_000);
    await deliver();
  }
  expect(await db('notification_messages')).toEqual([]);
  expect(await db('notification_deliveries').pluck('due_at')).toEqual([null]);
  telegram.fail(null);
  later(24 * hour);
  await deliver();
  expect(chatOf(person)).toEqual([]);
  await liked();
  await deliver();
  expect(chatOf(person)).toHaveLength(1);
  expect(chatOf(person)[0]).toMatch(/^Loadout: 2 notifications/);
});

test('resends a mail under the same id after a failure', async () => {
  await choose({ telegram: 'off', mail: 'daily' });
  await liked();
  await deliver();
  now = new Date('2026-11-24T09:00:00Z');
  mail.setRefusal('busy');
  await deliver();
  const [id]: string[] = await db('notification_messages').pluck('id');
  mail.setRefusal('recipient');
  later(limits.notifications.retryMs[0]);
  await deliver();
  mail.setRefusal(null);
  later(limits.notifications.retryMs[1]);
  await deliver();
  expect(mail.mails.map((one) => one.mail.messageId)).toEqual([
    `<notifications-${id}@example.com>`,
  ]);
  await deliver();
  expect(mail.mails).toHaveLength(1);
});

test('switches Telegram off for a closed chat with a notification, and retries nothing', async () => {
  const closed = [
    [403, 'Forbidden: bot was blocked by the user'],
    [400, 'Bad Request: chat not found'],
  ] as const;
  for (const [code, says] of closed) {
    await choose({ mail: 'daily' });
    await liked();
    telegram.fail(code, says);
    await deliver();
    telegram.fail(null);
    const own = await acts.deliverySettings.own(person);
    expect({ code, ...own }).toMatchObject({ code, telegram: 'off', mail: 'daily' });
    expect((await bell())[0]).toMatchObject({ kind: 'telegram_stopped' });
  }
  await liked();
  later(hour);
  await deliver();
  expect(chatOf(person)).toEqual([]);
  // The mail contains what is left.
  now = new Date('2026-11-24T09:00:00Z');
  await deliver();
  expect(mail.mails).toHaveLength(1);
});

test('lets a message that Telegram refuses for good hold up no other', async () => {
  await choose();
  await liked();
  telegram.fail(400, 'Bad Request: message is too long');
  await deliver();
  telegram.fail(null);
  await liked();
  await deliver();
  expect(chatOf(person)).toHaveLength(1);
  expect(await acts.deliverySettings.own(person)).toMatchObject({ telegram: 'now' });
});

test('quotes people’s words and keeps messages within the length limit', async () => {
  await choose({ mail: 'daily' });
  const word = `Fine\r\n-- \r\nBcc: thief@example.com\n${'<b>'.repeat(280)}`;
  await decided(word);
  const title = `Tool”\r\nSubject: Forged ${'я'.repeat(400)}`;
  for (let more = 0; more < 22; more += 1) {
    const { itemId } = await liked();
    await db('items').where({ id: itemId }).update({ title_en: title });
  }
  await acts.notifications.processEvents(signal);
  later(limits.accessRequest.undoMs);
  await deliver();
  const [text] = chatOf(person);
  expect(text!.length).toBeLessThanOrEqual(4_096);
  expect(text).toMatch(/And \d+ more in Loadout$/);
  for (const line of text!.split('\n'))
    expect(line).toMatch(/^(?:$|• |> |>$|https:\/\/lo\.example\/|Loadout: 23|And \d)/);
  now = new Date('2026-11-24T09:00:00Z');
  await deliver();
  const [{ mail: received, recipients }] = mail.mails as [FakeMailServer['mails'][number]];
  expect(recipients).toEqual([person.user.email]);
  expect(received.subject).toBe('Loadout: 23 notifications');
  expect(received.bcc).toBeUndefined();
  expect(received.html).not.toContain('<b>');
  const body = received.text!.split('\n-- \n')[0]!;
  for (const line of body.split('\n'))
    expect(line).toMatch(/^(?:$|• |> |>$|https:\/\/lo\.example\/|And 3 more)/);
});

test('validates a choice and applies it to waiting deliveries', async () => {
  const refusals: [Partial<DeliveryInput>, string, string][] = [
    [{ timeZone: 'Mars/Base' }, 'timeZone', 'invalid'],
    [{ timeZone: '+03:00' }, 'timeZone', 'invalid'],
    [{ quietFrom: '22:00' }, 'quietUntil', 'required'],
    [{ quietFrom: '22:00', quietUntil: '22:00' }, 'quietUntil', 'invalid'],
    [{ quietFrom: '24:00', quietUntil: '08:00' }, 'quietFrom', 'invalid_format'],
  ];
  for (const [choice, path, code] of refusals)
    await expect(choose(choice)).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ path, code }],
    });
  const tool: Member = { ...person, via: 'write' };
  for (const refused of [choose({}, tool), acts.deliverySettings.own(tool)])
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN', reason: 'sessionOnly' });
  expect(await acts.deliverySettings.own(person)).toEqual({
    telegram: 'answers',
    mail: 'off',
    language: null,
    timeZone: null,
    quiet: null,
    canTelegram: true,
    canMail: true,
  });
  expect(await acts.deliverySettings.own(admin)).toMatchObject({ canTelegram: false });
  await choose({ telegram: 'weekly', mail: 'weekly' });
  await liked();
  await deliver();
  // Sooner, and no longer by mail.
  await choose({ telegram: 'now' });
  await deliver();
  expect(chatOf(person)).toHaveLength(1);
  await choose({ telegram: 'now', mail: 'weekly' });
  now = new Date('2026-11-30T09:00:00Z');
  await deliver();
  expect(mail.mails).toEqual([]);
  expect((await open().notifications.settings(person)).every(({ isOn }) => isOn)).toBe(true);
});

test('R24: delivers 30 notifications to five people exactly once, across two processes and failures', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => somebody()));
  for (const one of people) await choose({}, one);
  const ids: number[] = [];
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const ending = open(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  const elsewhere = open();
  let lastRound: Promise<unknown> = Promise.resolve();
  for (let round = 0; round < 6; round += 1) {
    for (const one of people) ids.push((await liked(colleague, one)).itemId);
    if (round === 1) telegram.fail(500);
    if (round === 2) telegram.fail(429);
    if (round === 3) telegram.fail(null);
    // It accepts a message and does not answer.
    if (round === 4) {
      await ending.notifications.processEvents(signal);
      lastRound = ending.notificationDeliveries.send(signal);
      await once(silent, 'request');
    }
    await Promise.all([deliver(), deliver(elsewhere)]);
    later(2 * 60_000);
  }
  for (let more = 0; more < 3; more += 1) {
    later(3 * hour);
    await Promise.all([deliver(), deliver(elsewhere)]);
  }
  // It continues long after another process has taken over its messages.
  silent.close();
  silent.closeAllConnections();
  await lastRound;
  const texts = people.flatMap(chatOf).join('\n');
  const times = ids.map((id) => texts.split(new RegExp(`/services/${id}(?!\\d)`)).length - 1);
  const [missing, doubled] = [
    times.filter((count) => count === 0).length,
    times.filter((count) => count > 1).length,
  ];
  expect([missing, doubled]).toEqual([0, 0]);
});
