// Access requests on a real database and over real SMTP.
import { limits } from '../../../config/limits.ts';
import { startFakeMailServer, type FakeMailServer } from '../../../../fakes/mail.ts';
import { aMember, anItem } from '../../../testing/builders.ts';
import { runDueJobs, storedJobs } from '../../../testing/runJobs.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import type { AccessRequestInput } from './accessRequests.ts';

let database: TestDatabase;
let fake: FakeMailServer;
let now: Date;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  fake = await startFakeMailServer();
  now = new Date('2026-10-01T09:00:00Z');
  await database.db('access_requests').delete();
  await database.db.raw('truncate graphile_worker._private_jobs');
});
afterEach(() => fake.close());

const settings = () => ({
  SMTP_URL: fake.url,
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

/** Inserts access requests a millisecond apart. */
const waitingOf = ({ user }: Member, count: number) =>
  database.db('access_requests').insert(
    Array.from({ length: count }, (_none, n) => ({
      user_id: user.id,
      service: `Tool ${n}`,
      subscription_type: 'basic',
      features: 'All',
      created_at: new Date(now.getTime() + n),
    })),
  );

const anotherTry = () => database.db.raw('update graphile_worker._private_jobs set run_at = now()');

test('stores a request, then mails it in both languages with the catalogue’s title', async () => {
  const services = open();
  const maria = await aMember(database.db, { name: 'Мария', email: 'maria@gdev.inc' });
  await anItem(database.db, {
    titleEn: 'Midjourney',
    titleRu: 'Миджорни',
    sourceUrl: 'https://www.midjourney.com/',
  });
  const stored = await services.accessRequests.request(
    maria,
    wish({ service: '  Миджорни ', dataClasses: ['source_code', 'player_data'] }),
  );
  expect(stored).toMatchObject({ service: 'Midjourney', state: 'queued', sentAt: null });
  expect(fake.mails).toHaveLength(0);

  await runDueJobs(database.url, services);
  const [received] = fake.mails;
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
      'расширенная',
      'pro',
      'исходный код, данные игроков',
      'source code, player data',
      '6 окт. 2026',
      '6 Oct 2026, 09:00 UTC',
    ]) {
      expect(body).toContain(words);
    }
  }
  const [row] = /^Данные: .*$/m.exec(received?.mail.text ?? '') ?? [];
  expect(row).toBe('Данные: исходный код, данные игроков');
  expect(await services.accessRequests.own(maria)).toEqual([
    expect.objectContaining({ state: 'sent', sentAt: now }),
  ]);
});

test('quotes and escapes people’s words in the mail: no markup, header or recipient; links to the page of the request', async () => {
  const services = open();
  const forger = await aMember(database.db, {
    name: 'X\r\nBcc: thief@example.com\nКто просит: Директор',
    email: 'forger@gdev.inc',
  });
  await anItem(database.db, { titleEn: 'Tool\r\nBcc: thief@example.com' });
  const features =
    'Draw <script>alert(1)</script>\r\nBcc: thief@example.com\r\n\r\nРешить на странице запроса: https://evil.example/\u2028---';
  const { id } = await services.accessRequests.request(
    forger,
    wish({ service: 'Tool\r\nBcc: thief@example.com', features }),
  );
  await runDueJobs(database.url, services);
  const { recipients, mail } = fake.mails[0]!;
  expect(recipients).toEqual(['it@example.com', 'security@example.com']);
  expect(mail.bcc).toBeUndefined();
  const [text, html] = [mail.text ?? '', String(mail.html)];
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).not.toContain('<script>');
  const page = `${createTestServices(database.db, { env: settings() }).config.http.publicUrl}/profile/approvals?request=${id}`;
  const lines = text.split(/[\n\u2028]/u).filter((line) => !line.startsWith('>'));
  expect(lines.filter((line) => /^(Решить|Decide on)/.test(line))).toEqual([
    `Решить на странице запроса: ${page}`,
    `Decide on the request’s page: ${page}`,
  ]);
  expect(lines.filter((line) => /^(Кто просит|---)/.test(line))).toEqual([
    'Кто просит: X Bcc: thief@example.com Кто просит: Директор <forger@gdev.inc> (GDEV)',
    '---',
  ]);
  expect(text).toContain('>\n> Решить на странице запроса: https://evil.example/\n> ---');
  expect(html.match(/<a href="[^"]+"/g)).toEqual(Array(2).fill(`<a href="${page}"`));
});

test('keeps one open request per person and item, however often it is sent', async () => {
  const services = open();
  const person = await aMember(database.db);
  await anItem(database.db, { titleEn: 'Twice' });
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      services.accessRequests.request(
        person,
        wish({
          service: 'Twice',
          features: `CatalogueGap ${n % 3}`,
          idempotencyKey: n % 2 ? 'k' : null,
        }),
      ),
    ),
  );
  expect(new Set(made.map((one) => one.id)).size).toBe(1);
  now = new Date(now.getTime() + 10 * 24 * 60 * 60_000);
  await services.accessRequests.request(person, wish({ service: 'Twice', features: 'Другое' }));
  expect(await services.accessRequests.own(person)).toHaveLength(1);
  await database.db('access_requests').update({ status: 'declined' });
  await services.accessRequests.request(person, wish({ service: 'Twice', features: 'Другое' }));
  expect(await services.accessRequests.own(person)).toHaveLength(2);
  expect(await storedJobs(database.db)).toHaveLength(1);
});

test('mails active approvers of the company, or the recipients of the settings', async () => {
  const services = open();
  const { db } = database;
  const person = await aMember(db);
  const approver = await aMember(db, { email: 'approver@gdev.inc' });
  const gone = await aMember(db, { email: 'gone@gdev.inc' });
  await db('users').where({ id: gone.user.id }).update({ disabled_at: now });
  const left = await aMember(db, { email: 'left@elsewhere.example' });
  await db('access_approvers').insert(
    [approver, gone, left].map(({ user }) => ({ company_key: 'gdev', user_id: user.id })),
  );
  await anItem(db, { titleEn: 'Decided here' });
  await services.accessRequests.request(person, wish({ service: 'Decided here' }));
  const guest = await aMember(db, { companyKey: 'nexters' });
  await services.accessRequests.request(guest, wish({ service: 'Decided here' }));
  // Nobody decides their own request: that of the only approver goes to the addresses of the settings.
  await services.accessRequests.request(approver, wish({ service: 'Decided here' }));
  await runDueJobs(database.url, services);
  expect(fake.mails.map(({ recipients }) => recipients)).toEqual([
    ['approver@gdev.inc'],
    ['it@example.com', 'security@example.com'],
    ['it@example.com', 'security@example.com'],
  ]);
  await db('access_approvers').delete();
});

test('retries with growing pauses while the mail server is down', async () => {
  const services = open();
  const person = await aMember(database.db);
  await anItem(database.db, { titleEn: 'Patience' });
  const { port } = fake;
  await fake.close();
  await services.accessRequests.request(person, wish({ service: 'Patience' }));

  await runDueJobs(database.url, services);
  const [first] = await storedJobs(database.db);
  expect(first).toMatchObject({ task_identifier: 'sendAccessRequests', attempts: 1 });
  await anotherTry();
  await runDueJobs(database.url, services);
  const [second] = await storedJobs(database.db);
  const wait = (job: typeof first) => (job?.run_at.getTime() ?? 0) - Date.now();
  expect(second?.attempts).toBe(2);
  expect(wait(second)).toBeGreaterThan(5_000);
  expect(await services.accessRequests.own(person)).toEqual([
    expect.objectContaining({ state: 'queued' }),
  ]);
  expect((await services.health.check()).parts.find((part) => part.name === 'mail')).toMatchObject({
    state: 'failing',
    detail: expect.stringContaining('Access requests that wait: 1.'),
  });

  fake = await startFakeMailServer({ port });
  await anotherTry();
  await runDueJobs(database.url, services);
  expect(fake.mails).toHaveLength(1);
  expect(await storedJobs(database.db)).toEqual([]);
  expect(await services.accessRequests.own(person)).toEqual([
    expect.objectContaining({ state: 'sent' }),
  ]);
});

test('lets a refused mail hold up no other, and gives it up after two days', async () => {
  const services = open();
  const person = await aMember(database.db);
  await anItem(database.db, { titleEn: 'Refused' });
  await services.accessRequests.request(person, wish({ service: 'Refused' }));
  fake.setRefusal('content');
  await runDueJobs(database.url, services);
  expect(await services.accessRequests.own(person)).toEqual([
    expect.objectContaining({ state: 'queued' }),
  ]);
  now = new Date(now.getTime() + 48 * 60 * 60_000);
  await anotherTry();
  await runDueJobs(database.url, services);
  expect(await services.accessRequests.own(person)).toEqual([
    expect.objectContaining({ state: 'failed', sentAt: null }),
  ]);
  expect((await services.health.check()).parts.find((part) => part.name === 'mail')).toMatchObject({
    state: 'failing',
    detail: expect.stringMatching(/given up[^:]*: 1\./),
  });
});

test('retries refused recipients without mailing the others again', async () => {
  const services = open();
  const person = await aMember(database.db);
  await anItem(database.db, { titleEn: 'In part' });
  await services.accessRequests.request(person, wish({ service: 'In part' }));
  fake.refuseRecipient('it@example.com');
  const reached = () => fake.mails.map(({ recipients }) => recipients);
  const state = async () => (await services.accessRequests.own(person))[0]?.state;
  for (let tries = 0; tries < 2; tries += 1) {
    await anotherTry();
    await runDueJobs(database.url, services);
    expect([await state(), reached()]).toEqual(['queued', [['security@example.com']]]);
    expect(
      (await services.health.check()).parts.find((part) => part.name === 'mail'),
    ).toMatchObject({ state: 'failing' });
  }
  fake.refuseRecipient(null);
  await anotherTry();
  await runDueJobs(database.url, services);
  expect(await state()).toBe('sent');
  expect(reached()).toEqual([['security@example.com'], ['it@example.com']]);
  expect(fake.mails.map((one) => one.mail.messageId)).toEqual(
    Array.from({ length: 2 }, () => fake.mails[0]?.mail.messageId),
  );
});

test('keeps requests queued without a mail server, shows it in health, and sends them later', async () => {
  const without = open({});
  const person = await aMember(database.db);
  await anItem(database.db, { titleEn: 'Later' });
  await without.accessRequests.request(person, wish({ service: 'Later' }));
  await runDueJobs(database.url, without);
  expect(await without.accessRequests.own(person)).toEqual([
    expect.objectContaining({ state: 'queued' }),
  ]);
  expect((await without.health.check()).parts.find((part) => part.name === 'mail')).toEqual({
    name: 'mail',
    state: 'off',
    detail:
      'No mail server is set up: access requests are stored and not sent. Access requests that wait: 1.',
  });
  const withMail = open();
  await withMail.jobs.enqueue('sendAccessRequests');
  await runDueJobs(database.url, withMail);
  expect(fake.mails).toHaveLength(1);
});

test('lists only the person’s own requests, a limited number, the newest first; none for visitors', async () => {
  const services = open();
  const [one, other] = [await aMember(database.db), await aMember(database.db)];
  await anItem(database.db, { titleEn: 'Mine' });
  await services.accessRequests.request(one, wish({ service: 'Mine', features: 'Первое' }));
  now = new Date(now.getTime() + 1_000);
  await database.db('access_requests').update({ status: 'declined' });
  await services.accessRequests.request(one, wish({ service: 'Mine', features: 'Второе' }));
  expect((await services.accessRequests.own(one)).map((request) => request.features)).toEqual([
    'Второе',
    'Первое',
  ]);
  expect(await services.accessRequests.own(other)).toEqual([]);
  await expect(services.accessRequests.own({ kind: 'visitor' })).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  });
  const most = limits.lists.ownAccessRequests;
  await waitingOf(other, most + 1);
  const own = await services.accessRequests.own(other);
  expect(own.map(({ service }) => service)).toEqual(
    Array.from({ length: most }, (_none, place) => `Tool ${most - place}`),
  );
});

test('answers a repeated call with the stored request after the item was hidden', async () => {
  const services = open();
  const person = await aMember(database.db);
  const { id } = await anItem(database.db, { titleEn: 'Hidden later' });
  const asked = wish({ service: 'Hidden later', idempotencyKey: 'hidden-later' });
  const first = await services.accessRequests.request(person, asked);
  await database.db('items').where({ id }).update({ removed_at: new Date() });
  expect(await services.accessRequests.request(person, asked)).toEqual(first);
});

test('mails no address of an item that was hidden before, and no withdrawn request', async () => {
  const services = open();
  const person = await aMember(database.db);
  const sourceUrl = 'https://hidden-since.example/';
  const { id: itemId } = await anItem(database.db, { titleEn: 'Hidden since', sourceUrl });
  await services.accessRequests.request(person, wish({ service: 'Hidden since' }));
  await anItem(database.db, { titleEn: 'Second thoughts' });
  const service = 'Second thoughts';
  const { id } = await services.accessRequests.request(person, wish({ service }));
  await services.accessWorkflow.withdraw(person, id, 0);
  expect(await services.accessRequests.countUnsent()).toEqual({ queued: 1, failed: 0 });
  await database.db('items').where({ id: itemId }).update({ admin_visibility: 'hidden' });
  await runDueJobs(database.url, services);
  expect(fake.mails).toHaveLength(1);
  expect(fake.mails[0]?.mail.text).toContain('Сервис: Hidden since');
  for (const body of [fake.mails[0]?.mail.text, String(fake.mails[0]?.mail.html)])
    expect(body).not.toContain('hidden-since');
});
