// Demo accounts in production (A17): no access, also after a restore.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../database/connection.ts';
import { hashSecret } from '../../../shared/secrets.ts';
import { startTestApp, type TestApp } from '../../../testing/testApp.ts';
import { createTestDatabase } from '../../../testing/testDatabase.ts';
import { runCli } from '../../../testing/runCli.ts';

const production = {
  APP_ENV: 'production',
  PUBLIC_URL: 'https://loadout.example.com',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
};
const folder = mkdtempSync(join(tmpdir(), 'loadout-demo-'));

let trial: TestApp;
let session: string;
let token: string;
let userId: number;
const accepted: string[] = [];

beforeAll(async () => {
  trial = await startTestApp();
  const admin = await trial.signedIn({ isAdmin: true, email: 'igor@gdev.inc' });
  userId = admin.userId;
  session = admin.cookies.get('sid') ?? '';
  const { body } = await admin.graphql<{ createApiToken: { token: string } }>(
    'mutation { createApiToken(name: "Tool", scope: admin) { token } }',
  );
  token = body.data.createApiToken.token;
});
afterAll(async () => {
  await trial.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a demo admin had in the trial, tried at a server on a database. */
async function tryAll(app: TestApp): Promise<string[]> {
  const link = `link ${randomUUID()}`;
  await app.database.db('one_time_tokens').insert({
    token_hash: hashSecret(link),
    purpose: 'direct_access',
    user_id: userId,
    expires_at: new Date(Date.now() + 60_000),
  });
  const secure = app.config.environment === 'production';
  const browser = app.visitor();
  browser.cookies.set(secure ? '__Host-sid' : 'sid', session);
  const origin = { Origin: app.config.http.publicUrl };
  const authorization = { ...origin, Authorization: `Bearer ${token}` };
  const query = '{ apiTokens { id } }';
  const me = '/api/v1/auth/me';
  const statuses: Record<string, number> = {
    'session, REST': (await browser.call('GET', me, undefined, origin)).status,
    'session, GraphQL': (await browser.call('POST', '/graphql', { query }, origin)).status,
    'token, REST': (await app.visitor().call('GET', me, undefined, authorization)).status,
    'token, GraphQL': (await app.visitor().call('POST', '/graphql', { query }, authorization))
      .status,
    'token, picture': (
      await app
        .visitor()
        .call('GET', '/api/v1/proxy/image?url=https://x.example/a', undefined, authorization)
    ).status,
    'direct-access link': (
      await app.visitor().call('POST', '/api/v1/auth/validate-token', { token: link }, origin)
    ).status,
    'developer sign-in': (
      await app.visitor().call('POST', '/api/v1/auth/dev-login', { email: 'igor@gdev.inc' }, origin)
    ).status,
  };
  return Object.keys(statuses).filter(
    (name) =>
      ![401, 403, 404].includes(statuses[name]!) ||
      (name === 'token, picture' && statuses[name] === 404),
  );
}

/** What somebody of the demo may do on a database in production. */
async function triedInProduction(url: string): Promise<string[]> {
  const db = openDatabase(url);
  const live = await startTestApp({
    env: production,
    database: { db, url, drop: () => db.destroy() },
  });
  const found = await tryAll(live).finally(live.close);
  accepted.push(...found);
  return found;
}

const run = (url: string, env: Record<string, string>, ...args: string[]) =>
  runCli(args, { ...env, DATABASE_URL: url });

test('in the trial all of it works', async () => {
  expect(await tryAll(trial)).toHaveLength(7);
});

test('on the same data in production none of it does', async () => {
  expect(await triedInProduction(trial.database.url)).toEqual([]);
});

test('after a backup was put back in production none of it does', async () => {
  const file = join(folder, 'trial.backup');
  const restored = await createTestDatabase();
  await restored.db.destroy();
  expect((await run(trial.database.url, { APP_ENV: 'test' }, 'backup', file)).code).toBe(0);
  expect((await run(restored.url, production, 'restore', file, '--yes')).code).toBe(0);
  const tokens = trial.database.db('api_tokens').whereNull('revoked_at');
  expect(await tokens).toHaveLength(1);
  expect(await triedInProduction(restored.url)).toEqual([]);
  await restored.drop();
});

test('the doctor names them, and the right of an admin goes to the real owner of an address', async () => {
  const { url } = trial.database;
  expect((await run(url, production, 'doctor')).output).toMatch(
    /^off +demo people +1, who cannot act here.*: igor@gdev\.inc$/m,
  );
  expect((await run(url, { APP_ENV: 'test' }, 'doctor')).output).toMatch(/^ok +demo people +1, /m);
  expect((await run(url, production, 'create-admin', 'igor@gdev.inc')).output).toContain(
    'at the first sign-in',
  );
  expect((await run(url, production, 'token', 'create', 'Bot')).errors).toContain(
    'There is no admin yet',
  );
});
