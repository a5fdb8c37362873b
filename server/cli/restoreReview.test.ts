// Restore review: revoked access stays revoked, the rest waits for an admin.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../database/connection.ts';
import { anItem } from '../testing/builders.ts';
import { hashSecret } from '../shared/secrets.ts';
import { startTestApp, type TestApp } from '../testing/testApp.ts';
import { testKey } from '../testing/testServices.ts';
import { createTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { runCli } from '../testing/runCli.ts';

const folder = mkdtempSync(join(tmpdir(), 'loadout-review-'));
afterAll(() => rmSync(folder, { recursive: true }));
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A database without a running server. */
async function aDatabase(): Promise<TestDatabase> {
  const made = await createTestDatabase();
  await made.db.destroy();
  const db = openDatabase(made.url, { applicationName: 'test', statementTimeoutMs: 0 });
  ends.push(async () => {
    await db.destroy();
    await made.drop();
  });
  return { db, url: made.url, drop: () => Promise.resolve() };
}

const run = ({ url }: TestDatabase, ...args: string[]) =>
  runCli(args, { DATABASE_URL: url, SECRETS_KEY: testKey });

async function open(database: TestDatabase): Promise<TestApp> {
  const app = await startTestApp({ database });
  ends.push(() => app.close());
  return app;
}

/** Backs up a database with people who have every kind of access. */
async function backedUp(ofGoogle: object = {}) {
  const database = await aDatabase();
  const { db } = database;
  const app = await open(database);
  const insert = async (table: string, row: Record<string, unknown>): Promise<number> => {
    const [made] = await db(table).insert(row).returning<{ id: number }[]>('id');
    return made!.id;
  };
  const person = (name: string, more: object = {}) =>
    insert('users', { name, email: `${name}@gdev.inc`, company_key: 'gdev', ...more });
  const boss = await person('boss', { is_admin: true });
  const maria = await person('maria', { telegram_id: 77, telegram_username: 'maria' });
  for (const [user_id, provider, subject] of [
    [maria, 'google', 'g1'],
    [maria, 'telegram', '77'],
  ] as const)
    await db('identities').insert({
      user_id,
      provider,
      issuer: `https://${provider}`,
      subject,
      ...(provider === 'google' && ofGoogle),
    });
  const token = async (secret: string, created_by: number) =>
    insert('api_tokens', {
      name: `for ${secret}`,
      prefix: secret.slice(0, 9),
      token_hash: hashSecret(secret),
      scope: 'read',
      created_by,
      expires_at: new Date(Date.now() + 86_400_000),
    });
  const tokens = {
    kept: await token('lo_kept_____', boss),
    stolen: await token('lo_stolen___', maria),
  };
  await db('feed_addresses').insert({
    user_id: maria,
    secret_hash: hashSecret('feed-secret'),
    created_at: new Date(),
  });
  await db('admin_invitations').insert({ email: 'future@gdev.inc' });
  await insert('webhook_endpoints', {
    url: 'https://tools.example.com/hook',
    kinds: ['item_added'],
    is_on: true,
    secret: 'whsec_x',
    created_at: new Date(),
  });
  const item = await anItem(db);
  const file = join(folder, `${Math.random()}.backup`);
  expect(await run(database, 'backup', file)).toMatchObject({ code: 0 });
  return { database, db, app, boss, maria, tokens, item, file };
}

const worksAs = async (app: TestApp, token: string): Promise<number> =>
  (
    await app
      .visitor()
      .call('GET', '/api/v1/auth/me', undefined, { Authorization: `Bearer ${token}` })
  ).status;
const feed = async (app: TestApp): Promise<number> =>
  (await fetch(`${app.url}/feeds/feed-secret/new.atom?lang=en`)).status;

test('keeps access that was revoked after the backup revoked, and the rest working', async () => {
  const { database, db, app, boss, maria, tokens, file } = await backedUp();
  expect([await worksAs(app, 'lo_kept_____'), await worksAs(app, 'lo_stolen___')]).toEqual([
    200, 200,
  ]);
  const { apiTokens, people } = app.services;
  await apiTokens.revokeById(tokens.stolen);
  await people.onCommandLine.disable(maria, 'left');
  await db('users').where({ id: boss }).update({ is_admin: false });
  await db('webhook_endpoints').update({ is_on: false });
  await db('admin_invitations').delete();
  const restored = await run(database, 'restore', file, '--yes');
  expect(restored).toMatchObject({ code: 0, errors: '' });
  expect([await worksAs(app, 'lo_kept_____'), await worksAs(app, 'lo_stolen___')]).toEqual([
    200, 401,
  ]);
  expect(await db('users').where({ id: maria }).first('disabled_reason')).toEqual({
    disabled_reason: 'left',
  });
  expect(await db('users').where({ id: boss }).first('is_admin', 'disabled_at')).toEqual({
    is_admin: false,
    disabled_at: null,
  });
  expect(await db('webhook_endpoints').pluck('is_on')).toEqual([false]);
  expect(await feed(app)).toBe(404);
  // Access that is missing may have been lost or revoked: an admin has to confirm it.
  expect(restored.output).toContain('1 invitation as admin, 1 feed address');
  expect(await run(database, 'restore-review', 'confirm', '--all')).toMatchObject({ code: 0 });
  expect(await worksAs(app, 'lo_stolen___')).toBe(401);
  expect(await db('users').where({ id: maria }).first('disabled_reason')).toEqual({
    disabled_reason: 'left',
  });
});

test('keeps a later demand for managed accounts', async () => {
  const { database, db, file } = await backedUp();
  await db('companies').where({ key: 'gdev' }).update({ managed_accounts_only: true });
  await db('activity').insert({
    action: 'company.changed',
    subject_type: 'company',
    subject_id: 'gdev',
  });
  expect(await run(database, 'restore', file, '--yes')).toMatchObject({ code: 0 });
  expect(await db('companies').where({ key: 'gdev' }).first('managed_accounts_only')).toEqual({
    managed_accounts_only: true,
  });
});

test.each([
  [
    'an address of the company',
    (db: TestDatabase['db'], id: number) =>
      db('users').where({ id }).update({ email: 'maria@gmail.com' }),
  ],
  [
    'an account of its Workspace',
    (db: TestDatabase['db'], user_id: number) =>
      db('identities').where({ user_id, provider: 'google' }).update({ hosted_domain: null }),
  ],
])('a person who lost %s since the backup waits for a confirmation', async (_name, lose) => {
  const { database, db, maria, file } = await backedUp({ hosted_domain: 'gdev.inc' });
  await lose(db, maria);
  await db('activity').insert({ action: 'person.left', subject_type: 'user', subject_id: maria });
  expect(await run(database, 'restore', file, '--yes')).toMatchObject({ code: 0 });
  expect(await db('users').whereNotNull('disabled_at').pluck('id')).toEqual([maria]);
  expect(await run(database, 'restore-review', 'confirm', '--all')).toMatchObject({ code: 0 });
  expect(await db('users').whereNotNull('disabled_at').pluck('id')).toEqual([]);
});

test('suspends all access in an empty database until it is confirmed or rejected', async () => {
  const { file, tokens, maria } = await backedUp();
  const target = await aDatabase();
  const { db } = target;
  await db('sessions').delete();
  const restored = await run(target, 'restore', file);
  expect(restored).toMatchObject({ code: 0, errors: '' });
  expect(restored.output).toMatch(
    /\d+ company domains, 2 people, 1 invitation as admin, 1 Telegram connection, 2 API tokens, 1 feed address, 1 webhook/,
  );
  const app = await open(target);
  expect([await worksAs(app, 'lo_kept_____'), await worksAs(app, 'lo_stolen___')]).toEqual([
    401, 401,
  ]);
  expect(await feed(app)).toBe(404);
  expect(await db('webhook_endpoints').pluck('is_on')).toEqual([false]);
  expect(await db('identities').where({ provider: 'telegram' })).toEqual([]);
  expect(await db('users').where({ id: maria }).first('telegram_id')).toEqual({
    telegram_id: null,
  });

  // A second restore changes nothing.
  expect(await run(target, 'restore', file, '--yes')).toMatchObject({ code: 0 });
  const { output } = await run(target, 'restore-review', 'list', '--json');
  const reviews = JSON.parse(output) as { id: number; kind: string; name: string; owner: string }[];
  expect(reviews).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'person',
        name: 'boss',
        owner: 'boss@gdev.inc',
        grantsAdmin: true,
      }),
      expect.objectContaining({
        kind: 'token',
        name: 'for lo_stolen___ (lo_stolen…)',
        owner: 'maria@gdev.inc',
      }),
      expect.objectContaining({ kind: 'feed', owner: 'maria@gdev.inc' }),
      expect.objectContaining({ kind: 'telegram', name: '@maria' }),
      expect.objectContaining({ kind: 'webhook', name: 'https://tools.example.com/hook' }),
      expect.objectContaining({ kind: 'domain', name: 'gdev.inc' }),
    ]),
  );
  const lines = await run(target, 'restore-review', 'list');
  expect(lines.output).toMatch(/person +boss {2}boss@gdev\.inc {2}created .* ADMIN$/m);
  const stolen = reviews.find(({ name }) => name.includes('stolen'))!;
  const rejected = await run(target, 'restore-review', 'reject', String(stolen.id));
  expect(rejected).toMatchObject({ code: 0, output: 'Rejected: 1 API token.' });
  expect(await run(target, 'restore-review', 'confirm', '--all')).toMatchObject({ code: 0 });
  expect([await worksAs(app, 'lo_kept_____'), await worksAs(app, 'lo_stolen___')]).toEqual([
    200, 401,
  ]);
  expect(await feed(app)).toBe(200);
  expect(await db('webhook_endpoints').pluck('is_on')).toEqual([true]);
  expect(await db('identities').where({ provider: 'telegram' }).pluck('subject')).toEqual(['77']);
  expect(await db('users').where({ id: maria }).first('telegram_id')).toMatchObject({
    telegram_id: 77,
  });
  expect(await db('api_tokens').where({ id: tokens.stolen }).first('revoked_at')).not.toEqual({
    revoked_at: null,
  });
  expect((await run(target, 'restore-review', 'list')).output).toBe(
    'Nothing waits for confirmation.',
  );
  expect(
    await db('activity').where('action', 'like', 'restore.%').orderBy('id').pluck('action'),
  ).toEqual(['restore.rejected', 'restore.confirmed']);
});

test('an older database does not confirm access', async () => {
  const { database, db, file } = await backedUp();
  await db('activity').delete();
  expect((await run(database, 'restore', file, '--yes')).output).toContain('2 people');
});

test('begin ends sessions and suspends access after pg_restore', async () => {
  const { database, db, app } = await backedUp();
  const admin = await app.signedIn({ isAdmin: true });
  expect((await admin.call('GET', '/api/v1/auth/me')).status).toBe(200);
  const begun = await run(database, 'restore-review', 'begin');
  expect(begun).toMatchObject({ code: 0, output: expect.stringContaining('2 API tokens') });
  expect(await db('sessions')).toEqual([]);
  expect((await admin.call('GET', '/api/v1/auth/me')).status).toBe(401);
  expect(await worksAs(app, 'lo_kept_____')).toBe(401);
});

test('refuses wrong ids without a change', async () => {
  const { database } = await backedUp();
  expect(await run(database, 'restore-review', 'confirm', '999')).toMatchObject({ code: 1 });
  expect(await run(database, 'restore-review', 'confirm')).toMatchObject({ code: 1 });
  expect(await run(database, 'restore-review', 'reject')).toMatchObject({ code: 2 });
});

test('only an admin in a browser decides, over REST and GraphQL', async () => {
  const { database, app } = await backedUp();
  await run(database, 'restore-review', 'begin');
  const [admin, person] = [await app.signedIn({ isAdmin: true }), await app.signedIn()];
  const { body, status } = await admin.call<{
    data: { reviews: { id: string; name: string }[]; total: number };
  }>('GET', '/api/v1/restore-reviews?kind=token');
  expect(status).toBe(200);
  expect(body.data.total).toBe(2);
  const [kept, stolen] = ['kept', 'stolen'].map(
    (word) => body.data.reviews.find(({ name }) => name.includes(word))!.id,
  );
  for (const [method, path] of [
    ['GET', '/api/v1/restore-reviews'],
    ['POST', '/api/v1/restore-reviews/confirm-all'],
  ] as const)
    expect((await person.call(method, path)).status).toBe(403);
  const ids = { ids: [stolen] };
  expect((await admin.call('POST', '/api/v1/restore-reviews/reject', ids)).status).toBe(200);
  expect((await admin.call('POST', '/api/v1/restore-reviews/reject', ids)).status).toBe(404);
  expect(
    (
      await admin.graphql('mutation($ids: [ID!]!) { confirmRestored(ids: $ids) { decided } }', {
        ids: [kept],
      })
    ).body.data,
  ).toEqual({ confirmRestored: { decided: 1 } });
  // The token is enabled again, but not its owner.
  expect(await worksAs(app, 'lo_kept_____')).toBe(401);
  const all = await admin.call('POST', '/api/v1/restore-reviews/confirm-all');
  expect(all.body).toMatchObject({ data: { decided: expect.any(Number) } });
  expect([await worksAs(app, 'lo_kept_____'), await worksAs(app, 'lo_stolen___')]).toEqual([
    200, 401,
  ]);
  expect((await admin.graphql('{ restoreReviews { total reviews { id } } }')).body.data).toEqual({
    restoreReviews: { total: 0, reviews: [] },
  });
});
