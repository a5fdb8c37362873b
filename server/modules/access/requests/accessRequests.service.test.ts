// Requests for access on the real database and over real SMTP.
import { limits } from '../../../config/limits.ts';
import { startMailStandIn, type MailStandIn } from '../../../../fakes/mail.ts';
import { aMember, anAdmin, anItem } from '../../../testing/builders.ts';
import { runDueJobs, storedJobs } from '../../../testing/runJobs.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { AccessRequestInput } from './accessRequests.ts';

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
  const stored = await services.access.request(
    maria,
    wish({ service: '  Миджорни ', dataClasses: ['source_code', 'player_data'] }),
  );
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
  const [row] = /^Какие данные: .*$/m.exec(received?.mail.text ?? '') ?? [];
  expect(row).toBe('Какие данные: исходный код, данные игроков');
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
  expect(received?.recipients).toEqual(['it@example.com', 'security@example.com']);
  expect(received?.mail.bcc).toBeUndefined();
  expect(String(received?.mail.html)).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(String(received?.mail.html)).not.toContain('<script>');
});

test('no line that a person wrote can be taken for one of ours, and the mail leads to the page of the request', async () => {
  const services = open();
  const forger = await aMember(database.db, {
    name: 'X\nКто просит: Директор',
    email: 'forger@gdev.inc',
  });
  await anItem(database.db, { titleEn: 'Forged tool' });
  const features = 'Draw\r\n\r\nРешить можно на странице запроса: https://evil.example/\u2028---';
  const { id } = await services.access.request(forger, wish({ service: 'Forged tool', features }));
  await runDueJobs(database.url, services);
  const text = standIn.mails.at(-1)?.mail.text ?? '';
  const page = `${createTestServices(database.db, { env: settings() }).config.http.publicUrl}/profile/approvals?request=${id}`;
  const lines = text.split(/[\n\u2028]/u).filter((line) => !line.startsWith('>'));
  expect(lines.filter((line) => /^(Решить|It is decided)/.test(line))).toEqual([
    `Решить можно на странице запроса: ${page}`,
    `It is decided on the page of the request: ${page}`,
  ]);
  expect(lines.filter((line) => /^(Кто просит|---)/.test(line))).toEqual([
    'Кто просит: X Кто просит: Директор <forger@gdev.inc> (GDEV)',
    '---',
  ]);
  expect(text).toContain(
    'Для каких задач:\n> Draw\n>\n> Решить можно на странице запроса: https://evil.example/\n> ---',
  );
  const html = String(standIn.mails.at(-1)?.mail.html);
  expect(html.match(/<a href="[^"]+"/g)).toEqual(Array(2).fill(`<a href="${page}"`));
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

test('the title of a service that was merged leads to what it was merged into, unless another has that title', async () => {
  const services = open();
  const { db } = database;
  const person = await aMember(db);
  const kept = await anItem(db, { titleEn: 'Kept tool' });
  const merged = await anItem(db, { titleEn: 'Merged tool', titleRu: 'Слитый' });
  const between = await anItem(db);
  const lead = (from: number, to: number | null) =>
    db('items')
      .where({ id: from })
      .update({ merged_into: to, removed_at: to === null ? null : new Date() });
  await lead(merged.id, between.id);
  await lead(between.id, kept.id);
  const ask = async (service: string) => {
    const { id } = await services.access.request(person, wish({ service }));
    return db('access_requests').where({ id }).first('service', 'item_id');
  };
  for (const service of ['Merged tool', 'Слитый', 'Kept tool'])
    expect(await ask(service)).toEqual({ service: 'Kept tool', item_id: kept.id });
  const namesake = await anItem(db, { titleEn: 'Merged tool' });
  expect(await ask('Merged tool')).toMatchObject({ item_id: namesake.id });
  await db('items').where({ id: namesake.id }).update({ removed_at: new Date() });
  await db('items').where({ id: kept.id }).update({ admin_visibility: 'hidden' });
  await expect(ask('Merged tool')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await lead(merged.id, null);
  expect(await ask('Merged tool')).toMatchObject({ item_id: merged.id });
});

test('of two services with the same name the one is asked for whose id is given; a hidden one is not there', async () => {
  const services = open();
  const { db } = database;
  const person = await aMember(db);
  const first = await anItem(db, { titleEn: 'Twin' });
  const second = await anItem(db, { titleEn: 'Twin' });
  const hidden = await anItem(db, { titleEn: 'Twin', adminVisibility: 'hidden' });
  const ask = (itemId?: number) =>
    services.access.request(person, wish({ service: 'Twin', ...(itemId ? { itemId } : {}) }));
  expect(await ask(second.id)).toMatchObject({ itemId: second.id });
  expect(await ask()).toMatchObject({ itemId: first.id });
  await expect(ask(hidden.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await db('items')
    .where({ id: hidden.id })
    .update({ merged_into: second.id, removed_at: new Date() });
  expect(await ask(hidden.id)).toMatchObject({ itemId: second.id });
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

test('a person has one open request about a service, however often and in whatever words it is sent', async () => {
  const services = open();
  const person = await aMember(database.db);
  await anItem(database.db, { titleEn: 'Twice' });
  const made = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      services.access.request(
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
  await services.access.request(person, wish({ service: 'Twice', features: 'Другое' }));
  expect(await services.access.own(person)).toHaveLength(1);
  await database.db('access_requests').update({ status: 'declined' });
  await services.access.request(person, wish({ service: 'Twice', features: 'Другое' }));
  expect(await services.access.own(person)).toHaveLength(2);
  expect(await storedJobs(database.db)).toHaveLength(1);
});

test('the mail goes to those who decide for the company, those who cannot sign in left out; else to those of the settings', async () => {
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
  await services.access.request(person, wish({ service: 'Decided here' }));
  const guest = await aMember(db, { companyKey: 'nexters' });
  await services.access.request(guest, wish({ service: 'Decided here' }));
  // Nobody decides for themselves: the only approver's own one goes to those of the settings.
  await services.access.request(approver, wish({ service: 'Decided here' }));
  await runDueJobs(database.url, services);
  expect(standIn.mails.map(({ recipients }) => recipients)).toEqual([
    ['approver@gdev.inc'],
    ['it@example.com', 'security@example.com'],
    ['it@example.com', 'security@example.com'],
  ]);
  await db('access_approvers').delete();
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
  for (let n = 1; n <= 21; n += 1) {
    await anItem(database.db, { titleEn: `One of many ${n}` });
    await services.access.request(person, wish({ service: `One of many ${n}` }));
  }
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
      'No mail server is set up: access requests are stored and not sent. Access requests that wait: 1.',
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
  await database.db('access_requests').update({ status: 'declined' });
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

test('the mail about a service that was hidden before it went out leaves its address out', async () => {
  const services = open();
  const person = await aMember(database.db);
  const sourceUrl = 'https://hidden-since.example/';
  const { id } = await anItem(database.db, { titleEn: 'Hidden since', sourceUrl });
  await services.access.request(person, wish({ service: 'Hidden since' }));
  await database.db('items').where({ id }).update({ admin_visibility: 'hidden' });
  await runDueJobs(database.url, services);
  expect(standIn.mails).toHaveLength(1);
  expect(standIn.mails[0]?.mail.text).toContain('Сервис: Hidden since');
  for (const body of [standIn.mails[0]?.mail.text, String(standIn.mails[0]?.mail.html)])
    expect(body).not.toContain('hidden-since');
});

test('an empty key is none: two requests with it are two', async () => {
  const services = open();
  const person = await aMember(database.db);
  for (const service of ['Keyless one', 'Keyless two']) {
    await anItem(database.db, { titleEn: service });
    await services.access.request(person, wish({ service, idempotencyKey: '' }));
  }
  expect(await services.access.own(person)).toHaveLength(2);
});

test('what is taken back before its mail went out is mailed to nobody, and waits for nothing', async () => {
  const services = open();
  const person = await aMember(database.db);
  await anItem(database.db, { titleEn: 'Second thoughts' });
  const { id } = await services.access.request(person, wish({ service: 'Second thoughts' }));
  await services.accessRequestsToDecide.withdraw(person, id, 0);
  expect(await services.access.waiting()).toEqual({ queued: 0, failed: 0 });
  await runDueJobs(database.url, services);
  expect(standIn.mails).toHaveLength(0);
});

test('of one’s own requests, so many are listed and no more, the newest', async () => {
  const person = await aMember(database.db);
  const most = limits.lists.ownAccessRequests;
  await database.db('access_requests').insert(
    Array.from({ length: most + 1 }, (_none, n) => ({
      user_id: person.user.id,
      service: `Tool ${n}`,
      subscription_type: 'basic',
      features: 'All',
      created_at: new Date(now.getTime() + n),
    })),
  );
  const own = await open().access.own(person);
  expect(own.map(({ service }) => service)).toEqual(
    Array.from({ length: most }, (_none, place) => `Tool ${most - place}`),
  );
});

test.each([
  ['2026-10-07T00:00:00Z', '6 окт. 2026 г., 23:59 UTC', '6 Oct 2026, 23:59 UTC'],
  ['2026-10-07T00:01:00Z', '7 окт. 2026 г., 00:01 UTC', '7 Oct 2026, 00:01 UTC'],
])('a limit at midnight is told as the last minute that still counts: %s', async (at, ru, en) => {
  const services = open();
  const service = `Tool until ${at}`;
  await anItem(database.db, { titleEn: service });
  const { id } = await services.access.request(await aMember(database.db), wish({ service }));
  await database.db('access_requests').where({ id }).update({ due_at: at });
  await runDueJobs(database.url, services);
  const text = standIn.mails.at(-1)?.mail.text ?? '';
  expect(text).toContain(`Срок решения: ${ru}`);
  expect(text).toContain(`Decide by: ${en}`);
});
