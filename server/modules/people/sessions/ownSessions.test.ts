// Session revocation (A18) by people themselves and by admins.
import { startTestApp, type Caller, type TestApp } from '../../../testing/testApp.ts';
import { runCli } from '../../../testing/runCli.ts';

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

let app: TestApp;
let now = new Date();

beforeAll(async () => {
  app = await startTestApp({ clock: () => now });
});
afterAll(async () => {
  await app.close();
});
afterEach(() => {
  now = new Date();
});

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

/** Somebody at a computer and with a phone, and the first browser besides, in which they signed in. */
async function somebody(given: { isAdmin?: boolean } = {}) {
  const email = `own${Math.random().toString(36).slice(2)}@nexters.example`;
  const first = await app.signedIn({ email, ...given });
  await first.call('POST', '/api/v1/auth/logout');
  const computer = await signIn(email, windows);
  const mobile = await signIn(email, phone);
  return { email, userId: first.userId, computer, mobile };
}

test('the browsers are told apart by words, the one used last first, this one marked', async () => {
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

test('a browser is listed whatever it says of itself', async () => {
  const { email, computer } = await somebody();
  for (const [words, browser] of [
    ['curl/8.15.0', null],
    [`${windows} ${'x'.repeat(5_000)}`, 'Chrome'],
    ['<script>alert(1)</script>', null],
  ] as const) {
    await signIn(email, words);
    expect(await list(computer)).toContainEqual(
      expect.objectContaining({ browser, isCurrent: false }),
    );
  }
});

test('a person ends one of their own, and no other', async () => {
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
  expect((await end(own.computer, phoneId)).body.errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
});

test('“sign out everywhere” ends all of them, this one too, and nobody else’s', async () => {
  const [own, other] = [await somebody(), await somebody()];
  await own.computer.graphql('mutation { signOutEverywhere { success } }');
  expect([await isIn(own.computer), await isIn(own.mobile)]).toEqual([false, false]);
  expect(own.computer.cookies.has('sid')).toBe(false);
  expect(await isIn(other.computer)).toBe(true);
});

test('a token sees and ends nobody’s', async () => {
  const admin = await somebody({ isAdmin: true });
  const { body } = await admin.computer.graphql<{ createApiToken: { token: string } }>(
    'mutation { createApiToken(name: "Tool", scope: admin) { token } }',
  );
  const tool = (query: string) =>
    app
      .visitor()
      .call<{ errors?: { extensions: { reason: string } }[] }>(
        'POST',
        '/graphql',
        { query },
        { Authorization: `Bearer ${body.data.createApiToken.token}` },
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

  test('sees how many, and signs somebody out, in the page', async () => {
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
    expect(await run('person', 'sign-out', own.email, '--session', id)).toMatchObject({ code: 0 });
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

  test('lists people, disables one and takes it back on the command line', async () => {
    const own = await somebody();
    const line = async () => (await run('person', 'list', own.email)).output;
    expect(await line()).toMatch(
      new RegExp(`^${own.userId}  ${own.email}  nexters  demo  active  seen \\d{4}-.*Test Person$`),
    );
    expect((await run('person', 'disable', own.email, '--reason', 'Left')).code).toBe(0);
    expect(await isIn(own.computer)).toBe(false);
    expect(await line()).toMatch(/disabled \d{4}-\d\d-\d\d: Left/);
    expect((await run('person', 'list', '--status', 'active', own.email)).output).toBe(
      'No people found.',
    );
    expect((await run('person', 'enable', own.email)).output).toContain('may sign in again');
    expect(await line()).toContain('active');
  });
});
