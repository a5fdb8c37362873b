// Loss of access takes effect at once, in every process and for every kind of sign-in; demo accounts in production (A17) have none.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '../../../database/connection.ts';
import { hashSecret } from '../../../shared/secrets.ts';
import { aUseCase, anItem } from '../../../testing/builders.ts';
import { signInWithGoogle } from '../../../testing/googleBrowser.ts';
import {
  startLeaversWorld,
  type Leaver,
  type LeaversWorld,
} from '../../../testing/offboardingFixtures.ts';
import { runCli } from '../../../testing/runCli.ts';
import { startTestApp, tokenOf, type TestApp } from '../../../testing/testApp.ts';
import { createTestDatabase } from '../../../testing/testDatabase.ts';

let world: LeaversWorld;

beforeAll(async () => {
  world = await startLeaversWorld({ TELEGRAM_ALLOWED_IDS: '60001,60002:nexters' });
});
afterAll(() => world.close());

const db = () => world.here.database.db;

const command = async (...args: string[]): Promise<void> => {
  const env = { DATABASE_URL: world.here.database.url, DEVELOPER_SIGN_IN: 'true' };
  const { code, errors } = await runCli(args, env);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
};

/** Results of every kind of call and of sign-in at each process, by name. */
async function tryAll(
  person: Leaver,
  kinds: readonly ('calls' | 'ways')[],
): Promise<Record<string, boolean>> {
  const seen: Record<string, boolean> = {};
  for (const kind of kinds) {
    for (const [name, attempt] of Object.entries(world[kind])) {
      for (const [place, app] of Object.entries({ here: world.here, there: world.there }))
        seen[`${name}, ${place}`] = (await attempt(app, person)).isIn;
    }
  }
  return seen;
}

const insideOf = (seen: Record<string, boolean>): string[] =>
  Object.keys(seen).filter((name) => seen[name]);

/** Ways to lose access. */
const departures: Record<string, (person: Leaver) => Promise<unknown>> = {
  'an admin disables the account in the page': async ({ userId }) => {
    const { status } = await world.admin.graphql(
      'mutation ($id: ID!) { disableAccount(id: $id, reason: "Left the company") { status } }',
      { id: userId },
    );
    expect(status).toBe(200);
  },
  'an admin disables the account on the command line': ({ email }) =>
    command('person', 'disable', email, '--reason', 'Left the company'),
  'the company gives its domain up': () =>
    db()('company_domains').where({ domain: 'royalark.com' }).delete(),
  'Google has an address elsewhere for the person': async (person) => {
    world.renameAtGoogle(person, `moved${person.telegramId}@gmail.com`);
    const browser = world.here.visitor();
    expect((await signInWithGoogle(browser, { sub: person.sub })).body.reason).toBe(
      'restrictedAccess',
    );
    expect(
      await db()('activity').where({ action: 'person.left', subject_id: person.userId }),
    ).toMatchObject([{ actor_id: null, is_automatic: true }]);
  },
  'somebody else proves the address': async (person) => {
    world.renameAtGoogle({ ...person, sub: `9${person.sub}` }, person.email);
    const browser = world.here.visitor();
    expect((await signInWithGoogle(browser, { sub: `9${person.sub}` })).status).toBe(200);
    // The former owner, at Google, has no company address any more.
    world.renameAtGoogle(person, `former${person.telegramId}@gmail.com`);
  },
};

const domainFor = (name: string): string => (/domain/.test(name) ? 'royalark.com' : 'nexters.com');

test('an active person has access by every API and can sign in by every way', async () => {
  const person = await world.leaver({ isAdmin: true });
  const seen = await tryAll(person, ['calls', 'ways']);
  // A link works once, at either process.
  delete seen['a direct-access link of before, there'];
  // A new link of the bot replaces the previous one.
  delete seen['a direct-access link of before, here'];
  expect(Object.keys(seen).filter((name) => !seen[name])).toEqual([]);
  expect(
    (await world.ways['a direct-access link of before']!(world.there, await world.leaver())).isIn,
  ).toBe(true);
});

test('a person without access is refused everywhere, for any reason', async () => {
  for (const [index, name] of Object.keys(departures).entries()) {
    const person = await world.leaver({ domain: domainFor(name), isAdmin: index % 2 === 0 });
    await departures[name]!(person);
    const seen = await tryAll(person, ['calls', 'ways']);
    await db()('company_domains')
      .insert({ domain: 'royalark.com', company_key: 'royalark' })
      .onConflict()
      .ignore();
    expect({ name, inside: insideOf(seen) }).toEqual({ name, inside: [] });
  }
});

describe('an account that was disabled', () => {
  test('is recorded, keeps its content, and can be enabled again', async () => {
    const person = await world.leaver({ isAdmin: true });
    const { id: itemId } = await anItem(db());
    await aUseCase(db(), { itemId, userId: person.userId });
    await db()('item_likes').insert({ user_id: person.userId, item_id: itemId });
    await departures['an admin disables the account in the page']!(person);
    const { body } = await world.admin.graphql<{ knowledgeItem: unknown }>(
      'query ($id: ID!) { knowledgeItem(id: $id) { likesCount useCasesCount experts { name } } }',
      { id: itemId },
    );
    expect(body.data.knowledgeItem).toEqual({
      likesCount: 1,
      useCasesCount: 1,
      experts: [{ name: expect.stringMatching(/^Leaver/) as string }],
    });
    const enable = () =>
      world.admin.graphql<{ enableAccount: { status: string; disabledReason: string | null } }>(
        'mutation ($id: ID!) { enableAccount(id: $id) { status disabledReason } }',
        { id: person.userId },
      );
    expect((await enable()).body.data.enableAccount).toEqual({
      status: 'active',
      disabledReason: null,
    });
    expect((await enable()).status).toBe(200);
    // Old sessions stay invalid; the person has to sign in again.
    expect(insideOf(await tryAll(person, ['calls']))).toEqual([]);
    const ways = await tryAll(person, ['ways']);
    expect(Object.keys(ways).filter((name) => !ways[name])).toEqual([
      'a direct-access link of before, here',
      'a direct-access link of before, there',
    ]);
    const rows: { action: string; actor_id: number; after: unknown }[] = await db()('activity')
      .where({ subject_type: 'user', subject_id: String(person.userId) })
      .whereLike('action', 'person.%')
      .orderBy('id')
      .select('action', 'actor_id', 'after');
    expect(rows).toEqual([
      { action: 'person.disabled', actor_id: world.admin.userId, after: 'Left the company' },
      { action: 'person.enabled', actor_id: world.admin.userId, after: null },
    ]);
  });

  test('cannot be one’s own, unknown, or disabled without a reason', async () => {
    const mutation = `mutation ($id: ID!) { disableAccount(id: $id, reason: "x") { status } }`;
    const own = await world.admin.graphql(mutation, { id: world.admin.userId });
    expect(own.body.errors?.[0]?.extensions).toMatchObject({
      code: 'CONFLICT',
      reason: 'ownAccount',
    });
    const person = await world.leaver();
    for (const reason of ['', '  ', 'x'.repeat(501)]) {
      const { status } = await world.admin.graphql(
        'mutation ($id: ID!, $reason: String!) { disableAccount(id: $id, reason: $reason) { id } }',
        { id: person.userId, reason },
      );
      expect(status).toBe(400);
    }
    const { status } = await world.admin.graphql(mutation, { id: '999999' });
    expect(status).toBe(404);
  });

  test('accepts one of two admins who disable each other', async () => {
    const [one, two] = [
      await world.here.signedIn({ isAdmin: true }),
      // Each process numbers the addresses of its people separately.
      await world.there.signedIn({ isAdmin: true, email: 'other.admin@nexters.example' }),
    ];
    const disable = (who: typeof one, id: number) =>
      who.graphql('mutation ($id: ID!) { disableAccount(id: $id, reason: "Left") { status } }', {
        id: String(id),
      });
    // Neither starts before both have been authorised.
    const lock = await db().transaction();
    await lock('users').whereIn('id', [one.userId, two.userId]).forUpdate();
    const answers = [disable(one, two.userId), disable(two, one.userId)];
    // Limited to this database, since other tests wait too.
    const waiting = () =>
      db()('pg_stat_activity').whereRaw(
        `datname = current_database() and wait_event_type = 'Lock'`,
      );
    while ((await waiting()).length < 2) await pause(5);
    await lock.commit();
    const refusals = (await Promise.all(answers)).map(({ body }) => body.errors?.[0]?.extensions);
    expect(refusals.filter(Boolean)).toMatchObject([
      { code: 'FORBIDDEN', reason: 'accountDisabled' },
    ]);
    const disabled = await db()('users')
      .whereIn('id', [one.userId, two.userId])
      .whereNotNull('disabled_at');
    expect(disabled).toHaveLength(1);
  });
});

describe('the allow-list of Telegram', () => {
  let later: TestApp;

  beforeAll(async () => {
    // The next start has a list without 60002.
    const { url } = world.here.database;
    const knex = openDatabase(url);
    later = await startTestApp({
      database: { db: knex, url, drop: () => knex.destroy() },
      env: {
        TELEGRAM_BOT_TOKEN: world.here.config.telegram?.botToken ?? '',
        TELEGRAM_BOT_NAME: world.here.config.telegram?.botName ?? '',
        TELEGRAM_ALLOWED_IDS: '60001',
      },
    });
  });
  afterAll(() => later.close());

  test('takes effect at the next start', async () => {
    const seen: Record<string, number> = {};
    for (const telegramId of [60_001, 60_002]) {
      const text = await world.ways['the Telegram widget']!(world.here, {
        telegramId,
      } as Leaver);
      expect(text.isIn).toBe(true);
      const [row] = await db()('users')
        .where({ telegram_id: telegramId })
        .select<{ id: number }[]>('id');
      const { token } = await world.here.services.sessions.open(row!.id);
      for (const app of [world.here, later]) {
        const browser = app.visitor();
        browser.cookies.set('sid', token);
        seen[`${telegramId} ${app === later ? 'later' : 'now'}`] = (
          await browser.call('GET', '/api/v1/auth/me')
        ).status;
      }
    }
    expect(seen).toEqual({
      '60001 now': 200,
      '60001 later': 200,
      '60002 now': 200,
      '60002 later': 401,
    });
  });
});

describe('demo accounts in production', () => {
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
    ({ token } = await tokenOf(admin, 'admin'));
  });
  afterAll(async () => {
    await trial.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Tries every access of a former demo admin at a server. */
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
        await app
          .visitor()
          .call('POST', '/api/v1/auth/dev-login', { email: 'igor@gdev.inc' }, origin)
      ).status,
    };
    return Object.keys(statuses).filter(
      (name) =>
        ![401, 403, 404].includes(statuses[name]!) ||
        (name === 'token, picture' && statuses[name] === 404),
    );
  }

  /** Access of a demo admin to a database in production. */
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

  test('work in a trial', async () => {
    expect(await tryAll(trial)).toHaveLength(7);
  });

  test('have no access in production on the same data', async () => {
    expect(await triedInProduction(trial.database.url)).toEqual([]);
  });

  test('have no access in production after a restore', async () => {
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
});
