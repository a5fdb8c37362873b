// Sessions (A5, A6, A18): expiry, hashing, sign-out, and their end by people themselves and by admins.
import { startFakeGoogle, type FakeGoogle } from '../../../../fakes/google.ts';
import { limits } from '../../../config/limits.ts';
import { openDatabase } from '../../../database/connection.ts';
import { followDatabaseClock } from '../../../database/databaseClock.ts';
import { createLog } from '../../../shared/log.ts';
import { aUser } from '../../../testing/builders.ts';
import { signInWithGoogle, whoAmI } from '../../../testing/googleBrowser.ts';
import { runCli } from '../../../testing/runCli.ts';
import { startTestApp, tokenOf, type Caller, type TestApp } from '../../../testing/testApp.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import { routes } from '../../../transports/rest/routes.ts';

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
  test('ignores a fixed session value, and creates a new one at every sign-in', async () => {
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
  test('refuses an ended session on every path', async () => {
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
      // All paths read the session in the same way, so each is tested once.
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

  test('applies a loss of admin rights to the next request, for the session and tokens', async () => {
    const person = app.visitor();
    await app.services.admins.grant('acts@gdev.inc');
    await signInWithGoogle(person, { email: 'acts@gdev.inc' });
    const { token } = await tokenOf(person, 'admin');
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

  test('ends a session after 24 hours without a request and after 14 days in any case', async () => {
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

test('A6: processes with different clocks agree on the end of a session', async () => {
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
  // The clock of the first machine is corrected.
  wrong = 0;
  await clocks[0]!.measure();
  expect(await viewersAfter(idleMs - hour)).toEqual(['member', 'member']);
  expect(await viewersAfter(idleMs + hour)).toEqual(['visitor', 'visitor']);
  for (const clock of clocks) clock.stop();
});

describe('the sessions of a person', () => {
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

  interface Session {
    id: string;
    browser: string | null;
    system: string | null;
    startedAt: string;
    lastUsedAt: string;
    expiresAt: string;
    isCurrent: boolean;
  }

  const signIn = async (email: string, userAgent: string): Promise<Caller> => {
    const browser = app.visitor();
    const { status } = await browser.call(
      'POST',
      '/api/v1/auth/dev-login',
      { email },
      { 'User-Agent': userAgent },
    );
    expect(status).toBe(200);
    return browser;
  };

  const list = async (browser: Caller): Promise<Session[]> => {
    const { body } = await browser.graphql<{ mySessions: Session[] }>(
      '{ mySessions { id browser system startedAt lastUsedAt expiresAt isCurrent } }',
    );
    expect(body.errors).toBeUndefined();
    return body.data.mySessions;
  };

  const end = (browser: Caller, id: string | undefined) =>
    browser.graphql('mutation ($id: ID!) { endSession(id: $id) { success } }', { id });

  const isIn = async (browser: Caller) =>
    (await browser.call('GET', '/api/v1/auth/me')).status === 200;

  /** A person with sessions on a computer and a phone, and in the browser of the sign-in. */
  async function somebody(given: { isAdmin?: boolean } = {}) {
    const email = `own${Math.random().toString(36).slice(2)}@nexters.example`;
    const first = await app.signedIn({ email, ...given });
    await first.call('POST', '/api/v1/auth/logout');
    const computer = await signIn(email, windows);
    const mobile = await signIn(email, phone);
    return { email, userId: first.userId, computer, mobile };
  }

  test('lists browsers by description, the latest first, with this one marked', async () => {
    const began = now;
    const { computer, mobile } = await somebody();
    now = new Date(began.getTime() + 3_600_000);
    await isIn(computer);
    const seen = await list(computer);
    expect(seen.map(({ browser, system, isCurrent }) => [browser, system, isCurrent])).toEqual([
      ['Chrome', 'Windows', true],
      ['Safari', 'iOS', false],
    ]);
    expect(Date.parse(seen[0]!.lastUsedAt)).toBe(now.getTime());
    expect(Date.parse(seen[1]!.startedAt)).toBe(began.getTime());
    expect(Date.parse(seen[1]!.expiresAt) - began.getTime()).toBe(14 * 86_400_000);
    now = new Date(began.getTime() + 24 * 3_600_000 + 60_000);
    expect(await list(computer)).toHaveLength(1);
    expect(await isIn(mobile)).toBe(false);
  });

  test('ends one of the own sessions, and no other', async () => {
    const [own, other] = [await somebody(), await somebody({ isAdmin: true })];
    const phoneId = (await list(own.computer)).find(({ isCurrent }) => !isCurrent)?.id;
    for (const stranger of [other.computer, other.mobile]) {
      const { body } = await end(stranger, phoneId);
      expect(body.errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
      expect((await list(stranger)).map(({ id }) => id)).not.toContain(phoneId);
    }
    expect((await end(app.visitor(), phoneId)).status).toBe(401);
    expect(await isIn(own.mobile)).toBe(true);

    expect((await end(own.computer, phoneId)).status).toBe(200);
    expect(await isIn(own.mobile)).toBe(false);
    expect(await isIn(own.computer)).toBe(true);
    expect((await end(own.computer, phoneId)).body.errors?.[0]?.extensions['code']).toBe(
      'NOT_FOUND',
    );
  });

  test('“sign out everywhere” ends all own sessions, including this one', async () => {
    const [own, other] = [await somebody(), await somebody()];
    await own.computer.graphql('mutation { signOutEverywhere { success } }');
    expect([await isIn(own.computer), await isIn(own.mobile)]).toEqual([false, false]);
    expect(own.computer.cookies.has('sid')).toBe(false);
    expect(await isIn(other.computer)).toBe(true);
  });

  test('shows and ends no sessions for a token', async () => {
    const admin = await somebody({ isAdmin: true });
    const { token } = await tokenOf(admin.computer, 'admin');
    const tool = (query: string) =>
      app
        .visitor()
        .call<{ errors?: { extensions: { reason: string } }[] }>(
          'POST',
          '/graphql',
          { query },
          { Authorization: `Bearer ${token}` },
        );
    for (const query of [
      '{ mySessions { id } }',
      'mutation { endSession(id: 1) { success } }',
      'mutation { signOutEverywhere { success } }',
      `mutation { endAccountSessions(id: ${admin.userId}) { id } }`,
    ]) {
      const answer = await tool(query);
      expect(answer.body.errors?.[0]?.extensions.reason).toBe('sessionOnly');
    }
    expect(await isIn(admin.mobile)).toBe(true);
  });

  describe('an admin', () => {
    const run = (...args: string[]) => runCli(args, { DATABASE_URL: app.database.url });

    test('sees their number, and signs a person out on the page', async () => {
      const [own, admin] = [await somebody(), await somebody({ isAdmin: true })];
      const { body } = await admin.computer.graphql<{
        accounts: { total: number; accounts: { id: string; sessionsCount: number }[] };
      }>(
        'query ($search: String!) { accounts(search: $search) { total accounts { id sessionsCount } } }',
        {
          search: own.email.toUpperCase(),
        },
      );
      expect(body.data.accounts).toEqual({
        total: 1,
        accounts: [{ id: String(own.userId), sessionsCount: 2 }],
      });
      const ended = await admin.computer.graphql(
        'mutation ($id: ID!) { endAccountSessions(id: $id) { sessionsCount } }',
        { id: own.userId },
      );
      expect(ended.body.data).toEqual({ endAccountSessions: { sessionsCount: 0 } });
      expect([await isIn(own.computer), await isIn(own.mobile)]).toEqual([false, false]);
      expect(
        await app.database
          .db('activity')
          .where({ action: 'person.sessionsEnded', subject_id: String(own.userId) })
          .select('actor_id', 'after'),
      ).toEqual([{ actor_id: admin.userId, after: { sessions: 2 } }]);
    });

    test('lists and ends them on the command line, one or all', async () => {
      const own = await somebody();
      const { output } = await run('person', 'sessions', own.email);
      expect(output).toMatch(/^\d+ {2}Safari, iOS {2}since .* UTC {2}used .* UTC$/m);
      expect(output).toMatch(/^\d+ {2}Chrome, Windows {2}/m);
      const id = /^(\d+) {2}Safari/m.exec(output)?.[1] ?? '';
      expect(await run('person', 'sign-out', own.email, '--session', id)).toMatchObject({
        code: 0,
      });
      expect([await isIn(own.computer), await isIn(own.mobile)]).toEqual([true, false]);
      expect((await run('person', 'sign-out', own.email, '--session', id)).code).toBe(1);
      expect((await run('person', 'sign-out', String(own.userId))).output).toContain('1 sessions');
      expect(await isIn(own.computer)).toBe(false);
      expect((await run('person', 'sessions', own.email)).output).toBe(
        `${own.email} has no session.`,
      );
      expect((await run('person', 'sessions', 'nobody@nexters.example')).code).toBe(1);
      expect((await run('person', 'sign-out', 'nonsense')).code).toBe(2);
    });
  });
});
