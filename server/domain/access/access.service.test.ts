// Requests for access on the real database and over real SMTP.
import { recordFigure } from '../../testing/figures.ts';
import { startMailStandIn, type MailStandIn } from '../../../standins/mail.ts';
import { aMember, anAdmin, anItem } from '../../testing/builders.ts';
import { runDueJobs, storedJobs } from '../../testing/runJobs.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import type { AccessRequestInput } from './access.ts';

let database: TestDatabase;
let standIn: MailStandIn;
let now: Date;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  standIn = await startMailStandIn();
  now = new Date('2026-10-01T09:00:00Z');
  await database.db('access_requests').delete();
  await database.db.raw('truncate graphile_worker._private_jobs');
});
afterEach(() => standIn.close());

const settings = () => ({
  SMTP_URL: standIn.url,
  MAIL_FROM: 'Loadout <loadout@example.com>',
  ACCESS_REQUESTS_TO: 'it@example.com,security@example.com',
});

const open = (env: Record<string, string> = settings()) =>
  createTestServices(database.db, { env, clock: () => now }).services;

const wish = (given: Partial<AccessRequestInput> = {}): AccessRequestInput => ({
  service: 'Midjourney',
  subscriptionType: 'pro',
  features: 'Концепты персонажей',
  needsTesting: true,
  ...given,
});

const anotherTry = () => database.db.raw('update graphile_worker._private_jobs set run_at = now()');

test('a request is stored first, then the mail arrives: readable in both languages, with the catalogue’s title', async () => {
  const services = open();
  const maria = await aMember(database.db, { name: 'Мария', email: 'maria@gdev.inc' });
  await anItem(database.db, {
    titleEn: 'Midjourney',
    titleRu: 'Миджорни',
    sourceUrl: 'https://www.midjourney.com/',
  });
  const stored = await services.access.request(maria, wish({ service: '  Миджорни ' }));
  expect(stored).toMatchObject({ service: 'Midjourney', state: 'queued', sentAt: null });
  expect(standIn.mails).toHaveLength(0);

  await runDueJobs(database.url, services);
  const [received] = standIn.mails;
  expect(received?.recipients).toEqual(['it@example.com', 'security@example.com']);
  expect(received?.mail.replyTo?.value).toEqual([{ name: 'Мария', address: 'maria@gdev.inc' }]);
  expect(received?.mail.subject).toBe('Запрос доступа / Access request: Midjourney');
  for (const body of [received?.mail.text ?? '', String(received?.mail.html)]) {
    for (const words of [
      'Концепты персонажей',
      'Мария',
      'GDEV',
      'https://www.midjourney.com/',
      'да',
      'yes',
      'pro',
    ]) {
      expect(body).toContain(words);
    }
  }
  expect(await services.access.own(maria)).toEqual([
    expect.objectContaining({ state: 'sent', sentAt: now }),
  ]);
});

test('what a person wrote is text in the mail, never markup, header or recipient', async () => {
  const services = open();
  const attacker = await aMember(database.db, {
    name: 'X\r\nBcc: thief@example.com',
    email: 'x@gdev.inc',
  });
  await anItem(database.db, { titleEn: 'Tool\r\nBcc: thief@example.com' });
  await services.access.request(
    attacker,
    wish({
      service: 'Tool\r\nBcc: thief@example.com',
      features: '<script>alert(1)</script>\r\nBcc: thief@example.com',
    }),
  );
  await runDueJobs(database.url, services);
  const [received] = standIn.mails;
  const foreign = standIn.mails.flatMap(({ recipients }) =>
    recipients.filter((one) => !['it@example.com', 'security@example.com'].includes(one)),
  );
  recordFigure({
    promise: 'T7',
    figure:
      'recipients that are not those of the settings, after line breaks in name, service and text',
    target: '0',
    measured: foreign.length,
    holds: foreign.length === 0 && standIn.mails.length === 1,
  });
  expect(received?.recipients).toEqual(['it@example.com', 'security@example.com']);
  expect(received?.mail.bcc).toBeUndefined();
  expect(String(received?.mail.html)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(String(received?.mail.html)).not.toContain('<script>');
});

test('a service that is not in the catalogue is NOT_FOUND, and so is a hidden one for anybody but an admin', async () => {
  const services = open();
  const person = await aMember(database.db);
  await anItem(database.db, { titleEn: 'Secret tool', adminVisibility: 'hidden' });
  await expect(
    services.access.request(person, wish({ service: 'No such tool' })),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(
    services.access.request(person, wish({ service: 'Secret tool' })),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const admin = await anAdmin(database.db);
  expect(await services.access.request(admin, wish({ service: 'Secret tool' }))).toMatchObject({
    service: 'Secret tool',
  });
  expect(await database.db('access_requests').whereNot({ service: 'Secret tool' })).toEqual([]);
});

test('features are required and take 2,000 characters, not 2,001 (specification, section 5)', async () => {
  const services = open();
  const person = await aMember(database.db);
  await anItem(database.db, { titleEn: 'Long wishes' });
  const ask = (features: string) =>
    services.access.request(person, wish({ service: 'Long wishes', features }));
  await expect(ask('   ')).rejects.toMatchObject({
    code: 'INVALID',
    errors: [{ path: 'features', code: 'required' }],
  });
  await expect(ask('я'.repeat(2_001))).rejects.toMatchObject({
    errors: [{ path: 'features', code: 'too_long' }],
  });
  expect((await ask('я'.repeat(2_000))).features).toHaveLength(2_000);
});

test('a double submit stores one request, whether it bears a key or not; ten minutes later it is another one', async () => {
  const services = open();
  const person = await aMember(database.db);
  await anItem(database.db, { titleEn: 'Twice' });
  const keyed = await Promise.all(
    Array.from({ length: 5 }, () =>
      services.access.request(person, wish({ service: 'Twice', idempotencyKey: 'k' })),
    ),
  );
  expect(new Set(keyed.map((one) => one.id)).size).toBe(1);
  const plain = await Promise.all(
    Array.from({ length: 5 }, () =>
      services.access.request(person, wish({ service: 'Twice', features: 'Другое' })),
    ),
  );
  expect(new Set(plain.map((one) => one.id)).size).toBe(1);
  expect(await services.access.own(person)).toHaveLength(2);
  now = new Date(now.getTime() + 10 * 60_000);
  await services.access.request(person, wish({ service: 'Twice', features: 'Другое' }));
  expect(await services.access.own(person)).toHaveLength(3);
});

test('a mail server that is down loses nothing: it is tried again with growing waits, and sent when it is up', async () => {
  const services = open();
  const person = await aMember(database.db);
  await anItem(database.db, { titleEn: 'Patience' });
  const { port } = standIn;
  await standIn.close();
  await services.access.request(person, wish({ service: 'Patience' }));

  await runDueJobs(database.url, services);
  const [first] = await storedJobs(database.db);
  expect(first).toMatchObject({ task_identifier: 'sendAccessRequests', attempts: 1 });
  await anotherTry();
  await runDueJobs(database.url, services);
  const [second] = await storedJobs(database.db);
  const wait = (job: typeof first) => (job?.run_at.getTime() ?? 0) - Date.now();
  expect(second?.attempts).toBe(2);
  expect(wait(second)).toBeGreaterThan(5_000);
  expect(await services.access.own(person)).toEqual([expect.objectContaining({ state: 'queued' })]);
  expect((await services.health.check()).parts.find((part) => part.name === 'mail')).toMatchObject({
    state: 'failing',
    detail: expect.stringContaining('Access requests that wait: 1.'),
  });

  standIn = await startMailStandIn({ port });
  await anotherTry();
  await runDueJobs(database.url, services);
  expect(standIn.mails).toHaveLength(1);
  expect(await storedJobs(database.db)).toEqual([]);
  expect(await services.access.own(person)).toEqual([expect.objectContaining({ state: 'sent' })]);
});

test('everything that waits is sent in one go, however much it is', async () => {
  const services = open();
  const person = await aMember(database.db);
  await anItem(database.db, { titleEn: 'Many' });
  for (let n = 1; n <= 21; n += 1)
    await services.access.request(person, wish({ service: 'Many', features: `Wish ${n}` }));
  expect(await services.access.sendQueued(new AbortController().signal)).toEqual({
    sent: 21,
    waiting: 0,
  });
  expect(standIn.mails).toHaveLength(21);
});

test('a mail that is refused holds up no other, and is given up after two days', async () => {
  const services = open();
  const person = await aMember(database.db);
  await anItem(database.db, { titleEn: 'Refused' });
  await services.access.request(person, wish({ service: 'Refused' }));
  standIn.refuse('content');
  await runDueJobs(database.url, services);
  expect(await services.access.own(person)).toEqual([expect.objectContaining({ state: 'queued' })]);
  now = new Date(now.getTime() + 48 * 60 * 60_000);
  await anotherTry();
  await runDueJobs(database.url, services);
  expect(await services.access.own(person)).toEqual([
    expect.objectContaining({ state: 'failed', sentAt: null }),
  ]);
  expect((await services.health.check()).parts.find((part) => part.name === 'mail')).toMatchObject({
    state: 'failing',
  });
});

test('recipients who are refused are tried again, those who were reached get no second mail', async () => {
  const services = open();
  const person = await aMember(database.db);
  await anItem(database.db, { titleEn: 'In part' });
  await services.access.request(person, wish({ service: 'In part' }));
  standIn.refuseRecipient('it@example.com');
  const reached = () => standIn.mails.map(({ recipients }) => recipients);
  const state = async () => (await services.access.own(person))[0]?.state;
  for (let tries = 0; tries < 2; tries += 1) {
    await anotherTry();
    await runDueJobs(database.url, services);
    expect([await state(), reached()]).toEqual(['queued', [['security@example.com']]]);
    expect(
      (await services.health.check()).parts.find((part) => part.name === 'mail'),
    ).toMatchObject({ state: 'failing' });
  }
  standIn.refuseRecipient(null);
  await anotherTry();
  await runDueJobs(database.url, services);
  expect(await state()).toBe('sent');
  expect(reached()).toEqual([['security@example.com'], ['it@example.com']]);
  expect(standIn.mails.map((one) => one.mail.messageId)).toEqual(
    Array.from({ length: 2 }, () => standIn.mails[0]?.mail.messageId),
  );
});

test('a recipient who is refused for two days makes the request one that failed, for the admin to see', async () => {
  const services = open();
  const person = await aMember(database.db);
  await anItem(database.db, { titleEn: 'Never all' });
  await services.access.request(person, wish({ service: 'Never all' }));
  standIn.refuseRecipient('it@example.com');
  await runDueJobs(database.url, services);
  now = new Date(now.getTime() + 48 * 60 * 60_000);
  await anotherTry();
  await runDueJobs(database.url, services);
  expect(await services.access.own(person)).toEqual([expect.objectContaining({ state: 'failed' })]);
  expect(standIn.mails).toHaveLength(1);
  expect(
    (await services.health.check()).parts.find((part) => part.name === 'mail')?.detail,
  ).toMatch(/given up[^:]*: 1\./);
});

test('without a mail server a request stays queued and health says so; once there is one, it is sent', async () => {
  const without = open({});
  const person = await aMember(database.db);
  await anItem(database.db, { titleEn: 'Later' });
  await without.access.request(person, wish({ service: 'Later' }));
  await runDueJobs(database.url, without);
  expect(await without.access.own(person)).toEqual([expect.objectContaining({ state: 'queued' })]);
  expect((await without.health.check()).parts.find((part) => part.name === 'mail')).toEqual({
    name: 'mail',
    state: 'off',
    detail:
      'No mail server is configured: access requests are kept and not sent. Access requests that wait: 1.',
  });
  const withMail = open();
  await withMail.jobs.enqueue('sendAccessRequests');
  await runDueJobs(database.url, withMail);
  expect(standIn.mails).toHaveLength(1);
});

test('a person sees the own requests only, newest first; a visitor none', async () => {
  const services = open();
  const [one, other] = [await aMember(database.db), await aMember(database.db)];
  await anItem(database.db, { titleEn: 'Mine' });
  await services.access.request(one, wish({ service: 'Mine', features: 'Первое' }));
  now = new Date(now.getTime() + 1_000);
  await services.access.request(one, wish({ service: 'Mine', features: 'Второе' }));
  expect((await services.access.own(one)).map((request) => request.features)).toEqual([
    'Второе',
    'Первое',
  ]);
  expect(await services.access.own(other)).toEqual([]);
  await expect(services.access.own({ kind: 'visitor' })).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  });
});

test('a repeat after the service was hidden answers what is stored', async () => {
  const services = open();
  const person = await aMember(database.db);
  const { id } = await anItem(database.db, { titleEn: 'Hidden later' });
  const asked = wish({ service: 'Hidden later', idempotencyKey: 'hidden-later' });
  const first = await services.access.request(person, asked);
  await database.db('items').where({ id }).update({ removed_at: new Date() });
  expect(await services.access.request(person, asked)).toEqual(first);
});
