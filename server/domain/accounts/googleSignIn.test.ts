// Signing in with Google, over HTTP, against a certified OpenID provider (promises A1 to A5 and A12 of the sign-in).
import { startGoogleStandIn, type GoogleStandIn } from '../../integrations/google.standin.ts';
import { aStandInPerson } from '../../integrations/openIdStandIn/people.ts';
import type { Misbehaviour } from '../../integrations/openIdStandIn/openIdStandIn.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';
import { visitProvider, type Choice, type ProviderReturn } from '../../testing/visitProvider.ts';

let google: GoogleStandIn;
let app: TestApp;
let now = new Date();

beforeAll(async () => {
  google = await startGoogleStandIn();
  app = await startTestApp({ env: google.settings, clock: () => now, rates: null });
});

afterAll(async () => {
  await app.close();
  await google.close();
});

afterEach(() => {
  now = new Date();
  google.misbehave(null);
});

interface Me {
  id: string;
  name: string;
  email: string | null;
  isAdmin: boolean;
  avatarUrl: string | null;
  telegramId: string | null;
  company: { key: string } | null;
}

interface SignedIn {
  success: boolean;
  user: Me;
  redirectTo: string | null;
  reason?: string;
  error?: string;
}

const start = async (person: Caller, body: Record<string, unknown> = {}): Promise<string> => {
  const answer = await person.call<{ url: string }>('POST', '/api/v1/auth/login', {
    provider: 'google',
    ...body,
  });
  expect(answer.status).toBe(200);
  return answer.body.url;
};

const finish = (
  person: Caller,
  { code, state }: Pick<ProviderReturn, 'code' | 'state'>,
  more = {},
) =>
  person.call<SignedIn>('POST', '/api/v1/auth/google/callback', {
    code,
    ...(state ? { state } : {}),
    ...more,
  });

const signIn = async (person: Caller, choice: Choice, body: Record<string, unknown> = {}) =>
  finish(person, await visitProvider(await start(person, body), choice));

const sessionsInDatabase = async (): Promise<number> => {
  const [row] = await app.database.db('sessions').count<{ count: number }[]>('* as count');
  return Number(row?.count);
};

const meOf = (person: Caller) => person.call<{ data: Me }>('GET', '/api/v1/auth/me');

describe('a new person', () => {
  test('signs in with a company’s address, gets an account of that company and a session', async () => {
    const person = app.visitor();
    const { status, body, headers } = await signIn(person, { email: 'olga.new@nexters.com' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      redirectTo: null,
      user: {
        name: 'Olga New',
        email: 'olga.new@nexters.com',
        isAdmin: false,
        company: { key: 'nexters' },
      },
    });
    const cookie = headers.getSetCookie().find((line) => line.startsWith('sid='));
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).not.toMatch(/Domain/i);
    expect((await meOf(person)).body.data.id).toBe(body.user.id);
  });

  test('is sent to the provider with PKCE, state and nonce, and keeps a cookie that no script can read', async () => {
    const person = app.visitor();
    const { headers, body } = await person.call<{ url: string }>('POST', '/api/v1/auth/login', {
      provider: 'google',
    });
    const query = new URL(body.url).searchParams;
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(query.get('state')).toMatch(/^[\w-]{43}$/);
    expect(query.get('nonce')).toMatch(/^[\w-]{43}$/);
    expect(query.get('scope')).toBe('openid email profile');
    expect(query.get('redirect_uri')).toBe(`${app.url}/oauth/google/callback`);
    expect(headers.getSetCookie().join()).toMatch(/^signin=[\w-]{43};.*HttpOnly.*SameSite=Lax/);
  });

  test('is sent to the place that was asked for, and only inside', async () => {
    const inside = await signIn(
      app.visitor(),
      { email: 'olga.new@nexters.com' },
      { redirectTo: '/profile/use-cases?x=1' },
    );
    expect(inside.body.redirectTo).toBe('/profile/use-cases?x=1');
    const outside = await signIn(
      app.visitor(),
      { email: 'olga.new@nexters.com' },
      { redirectTo: '//evil.example/' },
    );
    expect(outside.status).toBe(200);
    expect(outside.body.redirectTo).toBeNull();
  });

  test('signs in over GraphQL just so', async () => {
    const person = app.visitor();
    const begun = await person.graphql<{ startSignIn: { url: string } }>(
      'mutation { startSignIn(provider: google, redirectTo: "/profile") { url } }',
    );
    const { code, state } = await visitProvider(begun.body.data.startSignIn.url, {
      email: 'gql@gdev.inc',
    });
    const { body } = await person.graphql<{ completeGoogleSignIn: SignedIn }>(
      'mutation ($code: String!, $state: String) { completeGoogleSignIn(code: $code, state: $state) { redirectTo user { email } } }',
      { code, state },
    );
    expect(body.data.completeGoogleSignIn).toEqual({
      redirectTo: '/profile',
      user: { email: 'gql@gdev.inc' },
    });
  });
});

describe('who may sign up', () => {
  test.each([
    ['a stranger with a proven address', aStandInPerson({ email: 'stranger@gmail.com' })],
    [
      'a company’s address that nobody proved',
      aStandInPerson({ email: 'unproven@gdev.inc', emailVerified: false, hostedDomain: null }),
    ],
    [
      'a domain that only looks like a company’s',
      aStandInPerson({ email: 'x@gdev.inc.evil.example' }),
    ],
    ['a subdomain of a company', aStandInPerson({ email: 'x@mail.gdev.inc' })],
    [
      'an address with two @',
      aStandInPerson({ email: 'x@gdev.inc@evil.example', hostedDomain: null }),
    ],
  ])('%s: refused with the note, and no session or account is left', async (_who, outsider) => {
    google.people.put(outsider);
    const person = app.visitor();
    const before = await sessionsInDatabase();
    const { status, body } = await signIn(person, { sub: outsider.sub });
    expect(status).toBe(403);
    expect(body).toMatchObject({
      success: false,
      reason: 'restrictedAccess',
      error: 'Access is restricted to employees of the partner companies',
    });
    expect(person.cookies.has('sid')).toBe(false);
    expect((await meOf(person)).status).toBe(401);
    expect(await sessionsInDatabase()).toBe(before);
    expect(await app.database.db('identities').where({ subject: outsider.sub })).toEqual([]);
  });

  test('somebody of a company’s Workspace whose address is elsewhere', async () => {
    const person = google.people.put(
      aStandInPerson({
        email: 'x@mail.example',
        emailVerified: false,
        hostedDomain: 'royalark.com',
      }),
    );
    const { status, body } = await signIn(app.visitor(), { sub: person.sub });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ company: { key: 'royalark' }, email: null });
  });

  test('a capital letter in the address makes no difference', async () => {
    const { body } = await signIn(app.visitor(), { email: 'Cap.Ital@GameGears.Online' });
    expect(body.user).toMatchObject({
      company: { key: 'gamegears' },
      email: 'cap.ital@gamegears.online',
    });
  });

  test('a refused sign-in ends the session that the browser had', async () => {
    const person = app.visitor();
    await signIn(person, { email: 'first@gdev.inc' });
    expect((await signIn(person, { email: 'stranger@gmail.com' })).status).toBe(403);
    expect((await meOf(person)).status).toBe(401);
  });

  test('somebody who has left the companies is refused at the next sign-in', async () => {
    const leaver = google.people.put(aStandInPerson({ email: 'leaver@gdev.inc' }));
    expect((await signIn(app.visitor(), { sub: leaver.sub })).status).toBe(200);
    google.people.put({ ...leaver, email: 'leaver@gmail.com', hostedDomain: null });
    expect((await signIn(app.visitor(), { sub: leaver.sub })).status).toBe(403);
  });
});

describe('A3: a person is issuer and subject', () => {
  test('the same subject is the same account, with name, picture, address and company refreshed', async () => {
    const person = google.people.put(aStandInPerson({ email: 'moves@gdev.inc', name: 'Before' }));
    const first = await signIn(app.visitor(), { sub: person.sub });
    google.people.put({
      ...person,
      email: 'moves@cubicgames.com',
      hostedDomain: 'cubicgames.com',
      name: 'After',
      picture: 'https://images.example.com/after.png',
    });
    const second = await signIn(app.visitor(), { sub: person.sub });
    expect(second.body.user).toMatchObject({
      id: first.body.user.id,
      name: 'After',
      email: 'moves@cubicgames.com',
      avatarUrl: 'https://images.example.com/after.png',
      company: { key: 'cubicgames' },
    });
  });

  test('another subject with the same address is another account; the address goes over, and an admin’s rights do not', async () => {
    const former = google.people.put(aStandInPerson({ email: 'shared@gdev.inc', sub: '1001' }));
    await app.services.admins.grant('shared@gdev.inc');
    const first = await signIn(app.visitor(), { sub: former.sub });
    expect(first.body.user.isAdmin).toBe(true);

    const successor = google.people.put(aStandInPerson({ email: 'shared@gdev.inc', sub: '1002' }));
    const second = await signIn(app.visitor(), { sub: successor.sub });
    expect(second.body.user.id).not.toBe(first.body.user.id);
    expect(second.body.user).toMatchObject({ isAdmin: false, email: 'shared@gdev.inc' });
    const row = await app.database.db('users').where({ id: first.body.user.id }).first();
    expect(row).toMatchObject({ email: null, is_admin: false });
  });

  test('an address in a demo or other account joins nobody', async () => {
    const [other] = await app.database
      .db('users')
      .insert({
        name: 'Other',
        email: 'joined@gdev.inc',
        is_admin: true,
        company_key: 'gdev',
        is_demo: true,
      })
      .returning<{ id: number }[]>('id');
    const { body } = await signIn(app.visitor(), { email: 'joined@gdev.inc' });
    expect(body.user.id).not.toBe(String(other?.id));
    expect(body.user.isAdmin).toBe(false);
  });

  test('twenty first sign-ins of one person at once make one account', async () => {
    const person = google.people.put(aStandInPerson({ email: 'many@gdev.inc' }));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signIn(app.visitor(), { sub: person.sub })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map((answer) => answer.body.user.id)).size).toBe(1);
  });

  test('an invitation as admin is taken up by a proven address only, and once', async () => {
    await app.services.admins.grant('boss@nexters.com');
    const pretender = google.people.put(
      aStandInPerson({
        email: 'boss@nexters.com',
        sub: '2001',
        emailVerified: false,
        hostedDomain: 'nexters.com',
      }),
    );
    expect((await signIn(app.visitor(), { sub: pretender.sub })).body.user).toMatchObject({
      isAdmin: false,
      email: null,
    });
    const boss = google.people.put(aStandInPerson({ email: 'boss@nexters.com', sub: '2002' }));
    expect((await signIn(app.visitor(), { sub: boss.sub })).body.user.isAdmin).toBe(true);
    expect(await app.database.db('admin_invitations').where({ email: 'boss@nexters.com' })).toEqual(
      [],
    );
  });
});

describe('A1: a code is taken only in the browser that began the sign-in', () => {
  const begin = async () => {
    const person = app.visitor();
    return {
      person,
      returned: await visitProvider(await start(person), { email: 'anna@gdev.inc' }),
    };
  };

  const expectRefused = async (
    person: Caller,
    answer: Awaited<ReturnType<typeof finish>>,
    reason: string,
  ) => {
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ success: false, reason });
    expect(person.cookies.has('sid')).toBe(false);
    expect((await meOf(person)).status).toBe(401);
  };

  test('another browser without a sign-in of its own', async () => {
    const { returned } = await begin();
    const thief = app.visitor();
    await expectRefused(thief, await finish(thief, returned), 'signInExpired');
  });

  test('another browser with a sign-in of its own: the state is another', async () => {
    const { returned } = await begin();
    const thief = app.visitor();
    await start(thief);
    await expectRefused(thief, await finish(thief, returned), 'signInFailed');
  });

  test('another browser with a sign-in of its own that hides the state: the code challenge is another', async () => {
    const { returned } = await begin();
    const thief = app.visitor();
    await start(thief);
    await expectRefused(
      thief,
      await finish(thief, { code: returned.code, state: null }),
      'signInFailed',
    );
  });

  test('an injected code: the browser’s own state with a stranger’s code', async () => {
    const attacker = await begin();
    const victim = await begin();
    const answer = await finish(victim.person, {
      code: attacker.returned.code,
      state: victim.returned.state,
    });
    await expectRefused(victim.person, answer, 'signInFailed');
  });

  test('the browser’s own code with another state', async () => {
    const { person, returned } = await begin();
    const answer = await finish(person, { code: returned.code, state: `${returned.state}x` });
    await expectRefused(person, answer, 'signInFailed');
  });

  test('the same browser a second time', async () => {
    const { person, returned } = await begin();
    const cookie = person.cookies.get('signin') ?? '';
    expect((await finish(person, returned)).status).toBe(200);
    expect(person.cookies.has('signin')).toBe(false);
    const again = app.visitor();
    again.cookies.set('signin', cookie);
    await expectRefused(again, await finish(again, returned), 'signInExpired');
  });

  test('ten minutes later', async () => {
    const { person, returned } = await begin();
    now = new Date(Date.now() + 10 * 60_000 + 1_000);
    await expectRefused(person, await finish(person, returned), 'signInExpired');
  });

  test('a cookie that somebody made up', async () => {
    const { returned } = await begin();
    const person = app.visitor();
    person.cookies.set('signin', 'A'.repeat(43));
    await expectRefused(person, await finish(person, returned), 'signInExpired');
  });

  test('a code that the provider never gave', async () => {
    const { person, returned } = await begin();
    const answer = await finish(person, { code: 'made-up', state: returned.state });
    await expectRefused(person, answer, 'signInFailed');
    expect(answer.body.error).toBe('Failed to complete Google login');
  });
});

describe('A2: the ID token is checked whole', () => {
  test.each<Misbehaviour>([
    'wrongIssuer',
    'wrongAudience',
    'severalAudiences',
    'expired',
    'issuedInFuture',
    'wrongNonce',
    'noNonce',
    'noSubject',
    'wrongSignature',
    'unknownKey',
    'changedPayload',
    'algorithmNone',
    'symmetricAlgorithm',
    'noIdToken',
  ])('%s is refused, and no session is opened', async (misbehaviour) => {
    const person = app.visitor();
    const returned = await visitProvider(await start(person), { email: 'anna@gdev.inc' });
    const before = await sessionsInDatabase();
    google.misbehave(misbehaviour);
    const { status, body } = await finish(person, returned);
    expect(status).toBe(401);
    expect(body).toMatchObject({ success: false, reason: 'signInFailed' });
    expect(person.cookies.has('sid')).toBe(false);
    expect(await sessionsInDatabase()).toBe(before);
  });
});

describe('when Google fails', () => {
  test.each<Misbehaviour>(['brokenAnswer', 'serverError'])(
    '%s: 503, and no session',
    async (misbehaviour) => {
      const person = app.visitor();
      const returned = await visitProvider(await start(person), { email: 'anna@gdev.inc' });
      google.misbehave(misbehaviour);
      const { status, body } = await finish(person, returned);
      expect(status).toBe(503);
      expect(body.reason).toBe('providerAway');
      expect(person.cookies.has('sid')).toBe(false);
    },
  );

  test('the person cancels: the provider says so and there is no code', async () => {
    const returned = await visitProvider(await start(app.visitor()), { cancel: true });
    expect(returned).toMatchObject({ error: 'access_denied', code: null });
  });

  test('a blank or missing code is bad input', async () => {
    const person = app.visitor();
    await start(person);
    expect((await person.call('POST', '/api/v1/auth/google/callback', { code: ' ' })).status).toBe(
      400,
    );
    expect((await person.call('POST', '/api/v1/auth/google/callback', {})).status).toBe(400);
    expect(
      (await person.call('POST', '/api/v1/auth/google/callback', { code: 'x'.repeat(4_097) }))
        .status,
    ).toBe(400);
  });
});

describe('A5 and A6: sessions', () => {
  test('a fixed session value is useless, and every sign-in makes a new one', async () => {
    const person = app.visitor();
    person.cookies.set('sid', 'fixed-by-an-attacker');
    await signIn(person, { email: 'fixed@gdev.inc' });
    const first = person.cookies.get('sid');
    expect(first).not.toBe('fixed-by-an-attacker');
    await signIn(person, { email: 'fixed@gdev.inc' });
    expect(person.cookies.get('sid')).not.toBe(first);
    const replay = app.visitor();
    replay.cookies.set('sid', first ?? '');
    expect((await meOf(replay)).status).toBe(401);
  });

  test('sign-out, deletion and loss of the admin’s right act on the next request', async () => {
    const person = app.visitor();
    await app.services.admins.grant('acts@gdev.inc');
    const { body } = await signIn(person, { email: 'acts@gdev.inc' });
    expect((await person.graphql('{ apiTokens { id } }')).status).toBe(200);
    await app.services.admins.remove('acts@gdev.inc');
    expect((await person.graphql('{ apiTokens { id } }')).status).toBe(403);
    const token = person.cookies.get('sid') ?? '';
    await person.call('POST', '/api/v1/auth/logout');
    const replay = app.visitor();
    replay.cookies.set('sid', token);
    expect((await meOf(replay)).status).toBe(401);

    const again = app.visitor();
    await signIn(again, { email: 'acts@gdev.inc' });
    await app.database.db('users').where({ id: body.user.id }).delete();
    expect((await meOf(again)).status).toBe(401);
  });

  test('a session ends after 24 hours without a request and after 14 days in any case', async () => {
    const began = Date.now();
    const person = app.visitor();
    await signIn(person, { email: 'idle@gdev.inc' });
    const hour = 3_600_000;
    for (let passed = 23 * hour; passed < 14 * 24 * hour; passed += 23 * hour) {
      now = new Date(began + passed);
      expect((await meOf(person)).status).toBe(200);
    }
    now = new Date(began + 14 * 24 * hour + 60_000);
    expect((await meOf(person)).status).toBe(401);

    now = new Date();
    const idle = app.visitor();
    await signIn(idle, { email: 'idle@gdev.inc' });
    now = new Date(Date.now() + 24 * hour + 60_000);
    expect((await meOf(idle)).status).toBe(401);
  });
});
