// Sign-in with Telegram: login widget (A9), one-time tokens (A8), OpenID Connect.
import {
  startFakeOpenIdProvider,
  type FakeOpenIdProvider,
} from '../../../../fakes/openId/openIdProvider.ts';
import { fakePerson } from '../../../../fakes/openId/people.ts';
import { signLogin } from '../../../integrations/signIn/telegramLoginWidget.ts';
import { startFakeTelegram, type FakeTelegram } from '../../../../fakes/telegram.ts';
import { startTestApp, type Caller, type TestApp } from '../../../testing/testApp.ts';
import { visitProvider } from '../../../testing/visitProvider.ts';

const botToken = '7000000001:stand-in-bot-token';

let telegram: FakeTelegram;
let openId: FakeOpenIdProvider;
let app: TestApp;
let now = new Date();

beforeAll(async () => {
  telegram = await startFakeTelegram({ botToken });
  openId = await startFakeOpenIdProvider({
    title: 'Telegram (stand-in)',
    port: 0,
    clientId: botToken.split(':')[0] ?? '',
    clientSecret: 'telegram-client-secret',
    authentication: 'client_secret_basic',
    people: [],
  });
  app = await startTestApp({
    env: {
      ...telegram.settings,
      TELEGRAM_ISSUER: openId.issuer,
      TELEGRAM_CLIENT_SECRET: openId.clientSecret,
      TELEGRAM_ALLOWED_IDS: '1001,1002:nexters,1003:no1such,9007199254740991',
    },
    clock: () => now,
  });
});

afterAll(async () => {
  await app.close();
  await openId.close();
  await telegram.close();
});

afterEach(() => {
  now = new Date();
});

interface SignedIn {
  success: boolean;
  reason?: string;
  redirectTo: string | null;
  user: {
    id: string;
    name: string;
    telegramId: string;
    telegramUsername: string | null;
    company: { key: string } | null;
  };
}

const anna = { id: 1001, first_name: 'Anna', last_name: 'К.', username: 'anna_k' };

const check = (person: Caller, login: Record<string, unknown>) =>
  person.call<{ success: boolean; token?: string; reason?: string }>(
    'POST',
    '/auth/telegram/callback',
    login,
  );

const validate = (person: Caller, token: string | undefined) =>
  person.call<SignedIn>('POST', '/api/v1/auth/validate-token', { token });

describe('the login widget', () => {
  test('exchanges signed data for a token, and the token for a session', async () => {
    const person = app.visitor();
    const { status, body } = await check(person, telegram.login(anna));
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, token: expect.stringMatching(/^[\w-]{43}$/) as string });
    expect(person.cookies.has('sid')).toBe(false);

    const signedIn = await validate(person, body.token);
    expect(signedIn.status).toBe(200);
    expect(signedIn.body.user).toMatchObject({
      name: 'Anna К.',
      telegramId: '1001',
      telegramUsername: 'anna_k',
      company: null,
    });
    expect(person.cookies.has('sid')).toBe(true);
  });

  test('reads the company of an allow-list id; an unknown one counts as none', async () => {
    const two = await validate(
      app.visitor(),
      (await check(app.visitor(), telegram.login({ id: 1002, first_name: 'Two' }))).body.token,
    );
    expect(two.body.user.company).toMatchObject({ key: 'nexters' });
    const three = await validate(
      app.visitor(),
      (await check(app.visitor(), telegram.login({ id: 1003, first_name: 'Three' }))).body.token,
    );
    expect(three.body.user.company).toBeNull();
  });

  test('refuses a person outside the allow-list who was never connected, with the note', async () => {
    const { status, body } = await check(
      app.visitor(),
      telegram.login({ id: 666, first_name: 'Stranger' }),
    );
    expect(status).toBe(403);
    expect(body).toMatchObject({ success: false, reason: 'restrictedAccess' });
    expect(await app.database.db('identities').where({ subject: '666' })).toEqual([]);
  });
});

describe('A9: data without Telegram’s exact signature is refused', () => {
  const signed = (change: Record<string, string>, token = botToken): Record<string, unknown> => {
    const { hash: _hash, ...fields } = { ...telegram.login(anna, now), ...change };
    return { ...fields, hash: signLogin(fields, token) };
  };
  const secondsAgo = (seconds: number) => String(Math.floor(now.getTime() / 1000) - seconds);

  const unsigned: [string, () => Record<string, unknown>][] = [
    ['another name', () => ({ ...telegram.login(anna), first_name: 'Boss' })],
    ['a later date', () => ({ ...telegram.login(anna, new Date(0)), auth_date: secondsAgo(0) })],
    [
      'a field more than was signed',
      () => ({ ...telegram.login({ id: 1001, first_name: 'Anna' }), username: 'boss' }),
    ],
    [
      'a field less than was signed',
      () => {
        const { username: _username, ...rest } = telegram.login(anna);
        return rest;
      },
    ],
    ['the token of another bot', () => signed({}, '7000000002:another')],
    ['a hash of another length', () => ({ ...telegram.login(anna), hash: 'abc' })],
    [
      'a date of 24 hours and a minute ago',
      () => signed({ auth_date: secondsAgo(24 * 3_600 + 60) }),
    ],
    ['a date of two minutes ahead', () => signed({ auth_date: secondsAgo(-120) })],
    ['an id that is no number', () => signed({ id: '1001e0' })],
    ['a date that is no number', () => signed({ auth_date: 'now' })],
    [
      'a line break in the id that would make one field of two',
      () => ({
        ...signed({ first_name: 'Anna\nid=1002' }),
        first_name: 'Anna',
        id: '1002\nid=1001',
      }),
    ],
  ];

  test('for any change or forgery', async () => {
    for (const [what, login] of unsigned) {
      const { status, body } = await check(app.visitor(), login());
      expect({ what, status, reason: body.reason }).toEqual({
        what,
        status: 401,
        reason: 'telegramLoginInvalid',
      });
    }
  });

  test('but not just below 24 hours old or just below a minute ahead', async () => {
    expect(
      (await check(app.visitor(), signed({ auth_date: secondsAgo(24 * 3_600 - 60) }))).status,
    ).toBe(200);
    expect((await check(app.visitor(), signed({ auth_date: secondsAgo(-50) }))).status).toBe(200);
  });

  test('for the second use of a login, in any case of its hash', async () => {
    const login = telegram.login({ ...anna, username: 'replayed' });
    expect((await check(app.visitor(), login)).status).toBe(200);
    expect((await check(app.visitor(), login)).status).toBe(401);
    expect(
      (await check(app.visitor(), { ...login, hash: login['hash']?.toUpperCase() })).status,
    ).toBe(401);
  });

  test('for all but one of twenty at once', async () => {
    const login = telegram.login({ ...anna, username: 'at_once' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => check(app.visitor(), login)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });
});

describe('A8: a one-time token', () => {
  const aToken = async (username: string) =>
    (await check(app.visitor(), telegram.login({ ...anna, username }))).body.token;

  test('opens one session of twenty at once', async () => {
    const token = await aToken('twenty');
    const people = Array.from({ length: 20 }, () => app.visitor());
    const answers = await Promise.all(people.map((person) => validate(person, token)));
    const opened = answers.filter((answer) => answer.status === 200).length;
    expect(opened).toBe(1);
    expect(people.filter((person) => person.cookies.has('sid'))).toHaveLength(1);
    expect(answers.find((answer) => answer.status !== 200)).toMatchObject({
      status: 401,
      body: { success: false, reason: 'tokenInvalid' },
    });
  });

  test('works for five minutes', async () => {
    const [early, late] = [await aToken('early'), await aToken('late')];
    const began = Date.now();
    now = new Date(began + 5 * 60_000 - 5_000);
    expect((await validate(app.visitor(), early)).status).toBe(200);
    now = new Date(began + 5 * 60_000 + 5_000);
    expect((await validate(app.visitor(), late)).status).toBe(401);
  });

  test('is refused when unknown, blank or too long', async () => {
    for (const [token, status] of [
      ['unknown', 401],
      ['x'.repeat(4_096), 401],
      ['  ', 400],
      ['x'.repeat(4_097), 400],
    ] as const)
      expect((await validate(app.visitor(), token)).status).toBe(status);
  });
});

describe('OpenID Connect', () => {
  const begin = async (person: Caller) => {
    const { body } = await person.call<{ url: string }>('POST', '/api/v1/auth/login', {
      provider: 'telegram',
      redirectTo: '/profile',
    });
    return body.url;
  };
  const mutation =
    'mutation ($code: String!, $state: String) { completeSignIn(provider: "telegram", code: $code, state: $state) { redirectTo user { id telegramId name telegramUsername } } }';
  const finish = (person: Caller, variables: Record<string, unknown>) =>
    person.graphql<{ completeSignIn: SignedIn } | null>(mutation, variables);

  test('signs in the same person as the widget does', async () => {
    const byWidget = await validate(
      app.visitor(),
      (await check(app.visitor(), telegram.login({ ...anna, username: 'both' }))).body.token,
    );
    openId.people.put(
      fakePerson({
        email: 'none@telegram.example',
        sub: '5550001',
        name: 'Anna OpenID',
        claims: { id: 1001, preferred_username: 'anna_oidc' },
      }),
    );
    const person = app.visitor();
    const returned = await visitProvider(await begin(person), { sub: '5550001' });
    expect(returned.address).toBe(`${app.url}/oauth/telegram/callback`);
    const { body } = await finish(person, { code: returned.code, state: returned.state });
    expect(body.data?.completeSignIn).toMatchObject({
      redirectTo: '/profile',
      user: {
        id: byWidget.body.user.id,
        telegramId: '1001',
        name: 'Anna OpenID',
        telegramUsername: 'anna_oidc',
      },
    });
    expect((await person.call('GET', '/api/v1/auth/me')).status).toBe(200);
  });

  test('refuses a stranger, another browser and a wrong nonce', async () => {
    openId.people.put(
      fakePerson({ email: 'stranger@telegram.example', sub: '666', claims: { id: 666 } }),
    );
    const stranger = app.visitor();
    const strangers = await visitProvider(await begin(stranger), { sub: '666' });
    expect(
      (await finish(stranger, { code: strangers.code, state: strangers.state })).body.errors?.[0]
        ?.extensions,
    ).toMatchObject({
      code: 'FORBIDDEN',
      reason: 'restrictedAccess',
    });
    expect(stranger.cookies.has('sid')).toBe(false);

    const person = app.visitor();
    const returned = await visitProvider(await begin(person), { sub: '5550001' });
    expect((await finish(app.visitor(), { code: returned.code })).status).toBe(401);
    openId.setFault('wrongNonce');
    expect((await finish(person, { code: returned.code })).status).toBe(401);
    openId.setFault(null);
    expect(person.cookies.has('sid')).toBe(false);
  });

  test('cannot end a Telegram sign-in with Google’s mutation', async () => {
    const person = app.visitor();
    const returned = await visitProvider(await begin(person), { sub: '5550001' });
    const { status } = await person.call('POST', '/api/v1/auth/google/callback', {
      code: returned.code,
    });
    expect(status).toBe(503);
    expect(person.cookies.has('sid')).toBe(false);
  });
});

test('starts on the widget’s page when the widget is enabled, the only page with Telegram’s script', async () => {
  const withWidget = await startTestApp({ env: telegram.settings });
  const person = withWidget.visitor();
  const begin = (redirectTo?: string) =>
    person.call<{ success: boolean; url: string }>('POST', '/api/v1/auth/login', {
      provider: 'telegram',
      redirectTo,
    });
  const page = `${withWidget.url}/login?with=telegram`;
  expect(await begin()).toMatchObject({ status: 200, body: { success: true, url: page } });
  expect((await begin('/profile?a=b')).body.url).toBe(`${page}&from=%2Fprofile%3Fa%3Db`);
  expect((await begin('//evil.example')).body.url).toBe(page);
  expect(person.cookies.size).toBe(0);

  const mentions = async (at: TestApp, path: string): Promise<string[]> => {
    const { headers } = await at.visitor().call('GET', path);
    const policy = (headers.get('content-security-policy') ?? '').split(';');
    return policy
      .filter((directive) => !directive.startsWith('img-src') && directive.includes('telegram'))
      .map((directive) => directive.split(' ')[0] ?? '');
  };
  expect(await mentions(withWidget, '/login?with=telegram&from=%2Fprofile')).toEqual([
    'script-src',
    'frame-src',
  ]);
  for (const path of ['/', '/login', '/dashboard?with=telegram', '/loginx?with=telegram'])
    expect(await mentions(withWidget, path)).toEqual([]);
  expect(await mentions(app, '/login?with=telegram')).toEqual([]);
  await withWidget.close();
});

test('rejects logins from before a restore', async () => {
  const login = telegram.login({ ...anna, username: 'before_restore' });
  await app.database.db('restores').insert({ at: new Date(now.getTime() + 1_000) });
  const { status, body } = await check(app.visitor(), login);
  expect({ status, reason: body.reason }).toEqual({ status: 401, reason: 'telegramLoginInvalid' });
  const later = new Date(now.getTime() + 5_000);
  now = later;
  const fresh = telegram.login({ ...anna, username: 'after_restore' }, later);
  expect((await check(app.visitor(), fresh)).status).toBe(200);
  await app.database.db('restores').delete();
});
