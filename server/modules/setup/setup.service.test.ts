// Set-up page: states, connection tests, no secrets.
import { startFakeMailServer, type FakeMailServer } from '../../../fakes/mail.ts';
import { runCli } from '../../testing/runCli.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '../../config/limits.ts';
import { anItem, aMember } from '../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';
import type { Member } from '../people/accounts/accounts.ts';

let app: TestApp;
let mail: FakeMailServer;
let admin: Member;
let now = new Date();

beforeAll(async () => {
  mail = await startFakeMailServer();
  app = await startTestApp({
    clock: () => now,
    rates: limits.rates,
    env: {
      SMTP_URL: mail.url,
      MAIL_FROM: 'Loadout <loadout@example.com>',
      ACCESS_REQUESTS_TO: 'it@example.com',
      RAINDROP_TOKEN: 'very-secret-token',
      RAINDROP_URL: 'http://127.0.0.1:9/rest/v1',
    },
  });
  admin = await aMember(app.database.db, { isAdmin: true, email: 'boss@gdev.inc' });
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

const setup = () => app.services.setup;
const step = async (part: string) =>
  (await setup().state(admin)).steps.find((one) => one.part === part);

test('mail is untested, then sent to the admin, then failing; without an address nothing is claimed', async () => {
  expect(await step('mail')).toMatchObject({ state: 'untested', fault: null });
  const nameless = await aMember(app.database.db, { isAdmin: true, email: null });
  expect(await setup().test(nameless, 'mail')).toMatchObject({ isDone: false, fault: 'noAddress' });
  expect(await step('mail')).toMatchObject({ state: 'untested' });
  expect(await setup().test(admin, 'mail')).toMatchObject({
    isDone: true,
    found: ['boss@gdev.inc'],
  });
  expect(mail.mails.map(({ recipients }) => recipients)).toEqual([['boss@gdev.inc']]);
  expect(await step('mail')).toMatchObject({ state: 'done' });
  mail.setRefusal('recipient');
  expect(await setup().test(admin, 'mail')).toMatchObject({
    isDone: false,
    fault: 'recipientRefused',
  });
  expect(await step('mail')).toMatchObject({ state: 'failing', fault: 'recipientRefused' });
  mail.setRefusal(null);
});

test('bookmarks that cannot be reached are failing, and no answer holds a secret', async () => {
  expect(await setup().test(admin, 'bookmarks')).toMatchObject({
    isDone: false,
    fault: 'unreachable',
  });
  const { steps } = await setup().state(admin);
  expect(steps.find(({ part }) => part === 'bookmarks')).toMatchObject({
    state: 'failing',
    settings: expect.arrayContaining([{ name: 'RAINDROP_TOKEN', example: 'abc…', isSecret: true }]),
  });
  expect(JSON.stringify(steps)).not.toContain('very-secret');
  expect(JSON.stringify(steps)).not.toContain(String(mail.port));
});

test('companies, admins and own items are as in the database', async () => {
  expect(await step('companies')).toMatchObject({
    state: 'attention',
    fault: 'predefinedCompanies',
  });
  const all = await app.services.companies.list(admin);
  await app.services.companies.confirm(
    admin,
    all.map(({ key }) => key),
  );
  expect(await step('companies')).toMatchObject({ state: 'done', count: 6 });
  expect(await setup().test(admin, 'companies')).toMatchObject({ isDone: true, count: 6 });
  expect(await step('admins')).toMatchObject({ state: 'done', count: 1 });
  await anItem(app.database.db);
  expect(await step('bookmarks')).toMatchObject({ count: 1 });
  expect((await setup().state(admin)).isReady).toBe(false);
});

test('a backup is known once it is written, and gets old', async () => {
  expect(await setup().test(admin, 'backups')).toMatchObject({ isDone: false, fault: 'noBackup' });
  const folder = await mkdtemp(join(tmpdir(), 'loadout-'));
  const { code, errors } = await runCli(['backup', join(folder, 'a.backup')], {
    DATABASE_URL: app.database.url,
  });
  await rm(folder, { recursive: true });
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  const fresh = await setup().test(admin, 'backups');
  expect(fresh).toMatchObject({ isDone: true, fault: null, at: expect.anything() });
  now = new Date(Date.now() + limits.backup.freshMs + 60_000);
  expect(await step('backups')).toMatchObject({
    state: 'attention',
    fault: 'oldBackup',
    at: fresh.at,
  });
  now = new Date();
});

test('needs name the missing essential parts without external calls, the demo and an empty catalogue', async () => {
  const { db } = app.database;
  const needs = () => setup().needs(admin);
  const missingSteps = async () =>
    (await setup().state(admin)).steps
      .filter(({ isEssential, state }) => isEssential && /missing|attention/.test(state))
      .map(({ part }) => part);
  const shown = await anItem(db);
  expect(await needs()).toEqual({ missing: ['signIn'], isDemo: false, isEmpty: false });
  expect(await missingSteps()).toEqual(['signIn']);
  await db('items').update({ admin_visibility: 'hidden' });
  expect(await needs()).toMatchObject({ isEmpty: true });
  await db('items').where({ id: shown.id }).update({ admin_visibility: 'visible', is_demo: true });
  expect(await needs()).toMatchObject({ isDemo: true, isEmpty: false });
  await db('companies').update({ is_given: true });
  expect(await needs()).toMatchObject({ missing: ['signIn', 'companies'] });
  expect(await missingSteps()).toEqual(['signIn', 'companies']);
  await db('companies').update({ is_given: false });
  await db('items').update({ removed_at: new Date() });
  expect(await needs()).toMatchObject({ isDemo: false, isEmpty: true });
  const person = await aMember(db);
  await expect(setup().needs(person)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('refuses the eleventh test of a minute', async () => {
  const person = await app.signedIn({ isAdmin: true });
  const answers: number[] = [];
  for (let n = 0; n <= limits.rates.setUp.points; n += 1) {
    const { status } = await person.call('POST', '/api/v1/setup/test', { part: 'admins' });
    answers.push(status);
  }
  expect(answers).toEqual([...Array.from({ length: limits.rates.setUp.points }, () => 200), 429]);
});
