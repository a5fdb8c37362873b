// Sessions (A5, A6): expiry, hashing, sign-out.
import { followDatabaseClock } from '../../../database/databaseClock.ts';
import { limits } from '../../../config/limits.ts';
import { createLog } from '../../../shared/log.ts';
import { aUser } from '../../../testing/builders.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import { openDatabase } from '../../../database/connection.ts';
import { startFakeGoogle, type FakeGoogle } from '../../../../fakes/google.ts';
import { routes } from '../../../transports/rest/routes.ts';
import { signInWithGoogle, whoAmI } from '../../../testing/googleBrowser.ts';
import { startTestApp, type Caller, type TestApp } from '../../../testing/testApp.ts';

let google: FakeGoogle;
let app: TestApp;
/** Another process on the same database. */
let there: TestApp;
let now = new Date();

beforeAll(async () => {
  google = await startFakeGoogle();
  const options = { env: google.settings, clock: () => now };
  app = await startTestApp(options);
  const { url } = app.database;
  const db = openDatabase(url);
  there = await startTestApp({ ...options, database: { db, url, drop: () => db.destroy() } });
});

afterAll(async () => {
  await there.close();
  await app.close();
  await google.close();
});

afterEach(() => {
  now = new Date();
  google.setFault(null);
});

describe('A5 and A6: sessions', () => {
  test('a fixed session value is useless, and every sign-in makes a new one', async () => {
    const person = app.visitor();
    person.cookies.set('sid', 'fixed-by-an-attacker');
    await signInWithGoogle(person, { email: 'fixed@gdev.inc' });
    const first = person.cookies.get('sid');
    expect(first).not.toBe('fixed-by-an-attacker');
    await signInWithGoogle(person, { email: 'fixed@gdev.inc' });
    expect(person.cookies.get('sid')).not.toBe(first);
    const replay = app.visitor();
    replay.cookies.set('sid', first ?? '');
    const survivors = [
      (await whoAmI(replay)).status,
      (
        await whoAmI(
          Object.assign(app.visitor(), { cookies: new Map([['sid', 'fixed-by-an-attacker']]) }),
        )
      ).status,
    ].filter((status) => status !== 401).length;
    expect(survivors).toBe(0);
  });

  const hour = 3_600_000;
  const restoreDomain = () =>
    app.database
      .db('company_domains')
      .insert({ domain: 'lighthour.games', company_key: 'lighthourgames' })
      .onConflict()
      .ignore();
  const ends: Record<string, (person: Caller, userId: string) => unknown> = {
    'sign-out': (person) => person.call('POST', '/api/v1/auth/logout'),
    'sign-out over GraphQL': (person) => person.graphql('mutation { signOut { success } }'),
    'sign-out everywhere': (person) => person.graphql('mutation { signOutEverywhere { success } }'),
    'the end of this session': async (person) => {
      const { body } = await person.graphql<{ mySessions: { id: string; isCurrent: boolean }[] }>(
        '{ mySessions { id isCurrent } }',
      );
      await person.graphql('mutation ($id: ID!) { endSession(id: $id) { success } }', {
        id: body.data.mySessions.find(({ isCurrent }) => isCurrent)?.id,
      });
    },
    'the end of all sessions by an admin': (_person, id) =>
      app.services.people.onCommandLine.endSessions(Number(id)),
    'the disabled account': (_person, id) =>
      app.services.people.onCommandLine.disable(Number(id), 'Left'),
    'the domain that the company lost': () =>
      app.database.db('company_domains').where({ domain: 'lighthour.games' }).delete(),
    'the account that was deleted': (_person, id) =>
      app.database.db('users').where({ id }).delete(),
    'a day without a request': () => {
      now = new Date(Date.now() + 24 * hour + 60_000);
    },
    'a fortnight': () => {
      now = new Date(Date.now() + 14 * 24 * hour + 60_000);
    },
  };
  const reads = routes.filter(({ method, path }) => method === 'get' && !path.endsWith('/health'));
  test('a session that has ended is nobody’s at any path', async () => {
    for (const [index, name] of Object.keys(ends).entries()) {
      const person = app.visitor();
      const { body } = await signInWithGoogle(person, { email: 'ends@lighthour.games' });
      const token = person.cookies.get('sid') ?? '';
      expect((await whoAmI(person)).status).toBe(200);
      await ends[name]!(person, body.user.id);
      const accepted: string[] = [];
      const replay = async (method: string, path: string, sent?: unknown) => {
        for (const process of [app, there]) {
          const thief = process.visitor();
          thief.cookies.set('sid', token);
          const { status } = await thief.call(method, path, sent);
          if (status !== 401) accepted.push(`${method} ${path}`);
        }
      };
      // Every path asks for the session in the same way: all of them are tried once.
      for (const { path } of index === 0 ? reads : reads.slice(0, 5))
        await replay('GET', path.replace('{id}', '1'));
      await replay('GET', '/api/v1/proxy/image?url=https%3A%2F%2Fexample.com%2F');
      await replay('GET', '/api/v1/notifications/stream');
      await replay('GET', '/schema.graphql');
      await replay('POST', '/graphql', { query: '{ me { id } }' });
      await replay('POST', '/graphql', {
        query: 'mutation { likeKnowledge(id: "1") { isLiked } }',
      });
      await restoreDomain();
      await app.database.db('users').where({ id: body.user.id }).update({ disabled_at: null });
      now = new Date();
      expect({ name, accepted }).toEqual({ name, accepted: [] });
    }
  });

  test('loss of the admin’s right acts on the next request, on the session and on the tokens', async () => {
    const person = app.visitor();
    await app.services.admins.grant('acts@gdev.inc');
    await signInWithGoogle(person, { email: 'acts@gdev.inc' });
    const made = await person.graphql<{ createApiToken: { token: string } }>(
      'mutation { createApiToken(name: "Tool", scope: admin) { token } }',
    );
    const { token } = made.body.data.createApiToken;
    const asAdmin = async (process: TestApp): Promise<number[]> => {
      const browser = process.visitor();
      browser.cookies.set('sid', person.cookies.get('sid') ?? '');
      const query = '{ apiTokens { id } }';
      const authorization = { Authorization: `Bearer ${token}` };
      const tool = await process.visitor().call('POST', '/graphql', { query }, authorization);
      return [(await browser.graphql(query)).status, tool.status];
    };
    expect([await asAdmin(app), await asAdmin(there)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    await app.services.admins.remove('acts@gdev.inc');
    const after = [await asAdmin(app), await asAdmin(there)];
    expect(after).toEqual([
      [403, 401],
      [403, 401],
    ]);
  });

  test('a session ends after 24 hours without a request and after 14 days in any case', async () => {
    const began = Date.now();
    const person = app.visitor();
    await signInWithGoogle(person, { email: 'idle@gdev.inc' });
    for (let passed = 23 * hour; passed < 14 * 24 * hour; passed += 23 * hour) {
      now = new Date(began + passed);
      expect((await whoAmI(person)).status).toBe(200);
    }
    now = new Date(began + 14 * 24 * hour + 60_000);
    expect((await whoAmI(person)).status).toBe(401);

    now = new Date();
    const idle = app.visitor();
    await signInWithGoogle(idle, { email: 'idle@gdev.inc' });
    now = new Date(Date.now() + 24 * hour + 60_000);
    expect((await whoAmI(idle)).status).toBe(401);
  });
});

test('A6: processes on machines whose clocks differ agree on when a session ends', async () => {
  const { db } = app.database;
  const log = createLog({ level: 'silent' });
  const hour = 3_600_000;
  let wrong = 2 * hour;
  const clocks = [
    await followDatabaseClock(db, log, () => Date.now() + wrong),
    await followDatabaseClock(db, log),
  ];
  const processes = clocks.map(({ clock }) => createTestServices(db, { clock }).services.sessions);
  const { token } = await processes[0]!.open((await aUser(db, { isDemo: true })).id);
  const viewersAfter = async (idleMs: number) => {
    await db.raw(`update sessions set last_seen_at = now() - ? * interval '1 ms'`, [idleMs]);
    return Promise.all(processes.map(async (one) => (await one.getViewer(token)).kind));
  };
  const { idleMs } = limits.session;
  expect(await viewersAfter(idleMs - hour)).toEqual(['member', 'member']);
  // The first machine's clock is put right.
  wrong = 0;
  await clocks[0]!.measure();
  expect(await viewersAfter(idleMs - hour)).toEqual(['member', 'member']);
  expect(await viewersAfter(idleMs + hour)).toEqual(['visitor', 'visitor']);
  for (const clock of clocks) clock.stop();
});
