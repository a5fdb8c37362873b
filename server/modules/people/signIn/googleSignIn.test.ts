// Sign-in with Google over HTTP against a certified OpenID provider: admission, identity (A3), exchange of the code (A1) and ID
// token (A2).
import { startFakeGoogle, type FakeGoogle } from '../../../../fakes/google.ts';
import type { Fault } from '../../../../fakes/openId/openIdProvider.ts';
import { fakePerson } from '../../../../fakes/openId/people.ts';
import {
  finishSignIn,
  signInWithGoogle,
  startSignIn,
  whoAmI,
  type SignInAnswer,
} from '../../../testing/googleBrowser.ts';
import { startTestApp, type Caller, type TestApp } from '../../../testing/testApp.ts';
import { visitProvider } from '../../../testing/visitProvider.ts';

let google: FakeGoogle;
let app: TestApp;
let now = new Date();

beforeAll(async () => {
  google = await startFakeGoogle();
  app = await startTestApp({ env: google.settings, clock: () => now });
});

afterAll(async () => {
  await app.close();
  await google.close();
});

afterEach(() => {
  now = new Date();
  google.setFault(null);
});

const attemptCookies = (person: Caller): [string, string][] =>
  [...person.cookies].filter(([name]) => name.startsWith('signin-'));

const sessionsInDatabase = async (): Promise<number> => {
  const [row] = await app.database.db('sessions').count<{ count: number }[]>('* as count');
  return Number(row?.count);
};

describe('A1: a code is accepted only in the browser that began the sign-in', () => {
  const begin = async () => {
    const person = app.visitor();
    return {
      person,
      returned: await visitProvider(await startSignIn(person), { email: 'anna@gdev.inc' }),
    };
  };

  const expectRefused = async (
    person: Caller,
    answer: Awaited<ReturnType<typeof finishSignIn>>,
    reason: string,
  ) => {
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ success: false, reason });
    expect(person.cookies.has('sid')).toBe(false);
    expect((await whoAmI(person)).status).toBe(401);
  };

  test('refuses another browser without a sign-in of its own', async () => {
    const { returned } = await begin();
    const thief = app.visitor();
    await expectRefused(thief, await finishSignIn(thief, returned), 'signInExpired');
  });

  test('another browser with its own sign-in has another state, and keeps that sign-in', async () => {
    const { returned } = await begin();
    const other = await begin();
    await expectRefused(other.person, await finishSignIn(other.person, returned), 'signInExpired');
    expect((await finishSignIn(other.person, other.returned)).status).toBe(200);
  });

  test('another browser with its own sign-in that hides the state has another code challenge', async () => {
    const { returned } = await begin();
    const thief = app.visitor();
    await startSignIn(thief);
    await expectRefused(
      thief,
      await finishSignIn(thief, { code: returned.code, state: null }),
      'signInFailed',
    );
  });

  test('refuses a foreign code with the browser’s own state', async () => {
    const attacker = await begin();
    const victim = await begin();
    const answer = await finishSignIn(victim.person, {
      code: attacker.returned.code,
      state: victim.returned.state,
    });
    await expectRefused(victim.person, answer, 'signInFailed');
  });

  test('refuses the browser’s own code with another state', async () => {
    const { person, returned } = await begin();
    const answer = await finishSignIn(person, { code: returned.code, state: `${returned.state}x` });
    await expectRefused(person, answer, 'signInExpired');
  });

  test('refuses a second use in the same browser', async () => {
    const { person, returned } = await begin();
    const [name = '', value = ''] = attemptCookies(person)[0] ?? [];
    expect((await finishSignIn(person, returned)).status).toBe(200);
    expect(attemptCookies(person)).toEqual([]);
    const again = app.visitor();
    again.cookies.set(name, value);
    await expectRefused(again, await finishSignIn(again, returned), 'signInExpired');
  });

  test('refuses an expired sign-in', async () => {
    const { person, returned } = await begin();
    now = new Date(Date.now() + 10 * 60_000 + 1_000);
    await expectRefused(person, await finishSignIn(person, returned), 'signInExpired');
  });

  test('refuses a forged cookie', async () => {
    const { returned } = await begin();
    const { person } = await begin();
    for (const [name] of attemptCookies(person)) person.cookies.set(name, 'A'.repeat(43));
    await expectRefused(person, await finishSignIn(person, returned), 'signInExpired');
  });

  test('refuses the cookie of one sign-in under the name of another', async () => {
    const { person, returned } = await begin();
    const [[, own = ''] = []] = attemptCookies(person);
    await startSignIn(person);
    const name = attemptCookies(person).find(([, value]) => value !== own)?.[0] ?? '';
    const { searchParams } = new URL(await startSignIn(app.visitor()));
    expect(name).not.toBe('');
    person.cookies.set(name, own);
    const answer = await finishSignIn(person, {
      code: returned.code,
      state: searchParams.get('state'),
    });
    await expectRefused(person, answer, 'signInExpired');
  });
});

describe('several sign-ins of one browser at once', () => {
  const begin = async (person: Caller, place: string) =>
    visitProvider(await startSignIn(person, { redirectTo: place }), { email: 'anna@gdev.inc' });

  test('completes each by its own state, in any order, with its own address', async () => {
    const person = app.visitor();
    const before = await sessionsInDatabase();
    const first = await begin(person, '/profile');
    const second = await begin(person, '/compare');
    const third = await begin(person, '/check');
    for (const [returned, place] of [
      [second, '/compare'],
      [third, '/check'],
      [first, '/profile'],
    ] as const) {
      const { status, body } = await finishSignIn(person, returned);
      expect([status, body.redirectTo]).toEqual([200, place]);
      expect((await whoAmI(person)).status).toBe(200);
    }
    expect(attemptCookies(person)).toEqual([]);
    expect(await sessionsInDatabase()).toBe(before + 1);
  });

  test('keeps the session of another when one has expired', async () => {
    const person = app.visitor();
    const returned = await begin(person, '/profile');
    const copy = new Map(person.cookies);
    await finishSignIn(person, returned);
    for (const [name, value] of copy) person.cookies.set(name, value);
    const again = await finishSignIn(person, returned);
    expect(again).toMatchObject({ status: 401, body: { reason: 'signInExpired' } });
    expect((await whoAmI(person)).status).toBe(200);
  });

  test('keeps five, and drops the oldest for the sixth', async () => {
    const person = app.visitor();
    const begun = [];
    for (let count = 0; count < 6; count += 1) begun.push(await begin(person, '/profile'));
    expect(attemptCookies(person)).toHaveLength(5);
    const [oldest, ...others] = begun;
    expect((await finishSignIn(person, oldest!)).body.reason).toBe('signInExpired');
    for (const returned of others) expect((await finishSignIn(person, returned)).status).toBe(200);
  });
});

describe('A2: the ID token is validated completely', () => {
  const faults: Fault[] = [
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
  ];

  test('refuses every invalid token without a session', async () => {
    for (const fault of faults) {
      const person = app.visitor();
      const returned = await visitProvider(await startSignIn(person), { email: 'anna@gdev.inc' });
      const before = await sessionsInDatabase();
      google.setFault(fault);
      const { status, body } = await finishSignIn(person, returned);
      google.setFault(null);
      expect({ fault, status, reason: body.reason }).toEqual({
        fault,
        status: 401,
        reason: 'signInFailed',
      });
      expect(person.cookies.has('sid')).toBe(false);
      expect(await sessionsInDatabase()).toBe(before);
    }
  });
});

describe('when Google fails', () => {
  test('signs nobody in, and keeps an existing session', async () => {
    const person = app.visitor();
    await finishSignIn(
      person,
      await visitProvider(await startSignIn(person), { email: 'anna@gdev.inc' }),
    );
    const returned = await visitProvider(await startSignIn(person), { email: 'anna@gdev.inc' });
    google.setFault('serverError');
    expect(await finishSignIn(person, returned)).toMatchObject({
      status: 503,
      body: { reason: 'providerAway' },
    });
    expect((await whoAmI(person)).status).toBe(200);
    google.setFault(null);
    const newcomer = app.visitor();
    const code = await visitProvider(await startSignIn(newcomer), { email: 'anna@gdev.inc' });
    google.setFault('brokenAnswer');
    expect((await finishSignIn(newcomer, code)).status).toBe(503);
    expect(newcomer.cookies.has('sid')).toBe(false);
  });
});

describe('a new person', () => {
  test('signs in with a company’s address, gets an account of that company and a session', async () => {
    const person = app.visitor();
    const { status, body, headers } = await signInWithGoogle(person, {
      email: 'olga.new@nexters.com',
    });
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
    expect((await whoAmI(person)).body.data.id).toBe(body.user.id);
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
    expect(headers.getSetCookie().join()).toMatch(
      /^signin-[\w-]{22}=[\w-]{43};.*HttpOnly.*SameSite=Lax/,
    );
  });

  test('is sent to the place that was asked for, and only inside', async () => {
    const inside = await signInWithGoogle(
      app.visitor(),
      { email: 'olga.new@nexters.com' },
      { redirectTo: '/profile/use-cases?x=1' },
    );
    expect(inside.body.redirectTo).toBe('/profile/use-cases?x=1');
    const outside = await signInWithGoogle(
      app.visitor(),
      { email: 'olga.new@nexters.com' },
      { redirectTo: '//evil.example/' },
    );
    expect(outside.status).toBe(200);
    expect(outside.body.redirectTo).toBeNull();
  });

  test('signs in over GraphQL', async () => {
    const person = app.visitor();
    const begun = await person.graphql<{ startSignIn: { url: string } }>(
      'mutation { startSignIn(provider: "google", redirectTo: "/profile") { url } }',
    );
    const { code, state } = await visitProvider(begun.body.data.startSignIn.url, {
      email: 'gql@gdev.inc',
    });
    const { body } = await person.graphql<{ completeSignIn: SignInAnswer }>(
      'mutation ($code: String!, $state: String) { completeSignIn(provider: "google", code: $code, state: $state) { redirectTo user { email } } }',
      { code, state },
    );
    expect(body.data.completeSignIn).toEqual({
      redirectTo: '/profile',
      user: { email: 'gql@gdev.inc' },
    });
  });
});

describe('admission', () => {
  test('refuses people outside with the note, without session and account', async () => {
    for (const outsider of [
      fakePerson({ email: 'stranger@gmail.com' }),
      fakePerson({ email: 'unproven@gdev.inc', emailVerified: false, hostedDomain: null }),
      fakePerson({ email: 'x@gdev.inc.evil.example' }),
      fakePerson({ email: 'x@mail.gdev.inc' }),
      fakePerson({ email: 'x@gdev.inc@evil.example', hostedDomain: null }),
    ]) {
      google.people.put(outsider);
      const person = app.visitor();
      const before = await sessionsInDatabase();
      const { status, body } = await signInWithGoogle(person, { sub: outsider.sub });
      expect({ email: outsider.email, status, body }).toMatchObject({
        email: outsider.email,
        status: 403,
        body: {
          success: false,
          reason: 'restrictedAccess',
          error: 'Access is restricted to employees of the partner companies',
        },
      });
      expect(person.cookies.has('sid')).toBe(false);
      expect((await whoAmI(person)).status).toBe(401);
      expect(await sessionsInDatabase()).toBe(before);
      expect(await app.database.db('identities').where({ subject: outsider.sub })).toEqual([]);
    }
  });

  test('admits a person of a company’s Workspace with an address elsewhere', async () => {
    const person = google.people.put(
      fakePerson({
        email: 'x@mail.example',
        emailVerified: false,
        hostedDomain: 'royalark.com',
      }),
    );
    const { status, body } = await signInWithGoogle(app.visitor(), { sub: person.sub });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ company: { key: 'royalark' }, email: null });
  });

  test('ends an existing session after a refused sign-in', async () => {
    const person = app.visitor();
    await signInWithGoogle(person, { email: 'first@gdev.inc' });
    expect((await signInWithGoogle(person, { email: 'stranger@gmail.com' })).status).toBe(403);
    expect((await whoAmI(person)).status).toBe(401);
  });
});

describe('A3: issuer and subject identify a person', () => {
  test('keeps the account of the same subject, and updates name, picture, address and company', async () => {
    const person = google.people.put(fakePerson({ email: 'moves@gdev.inc', name: 'Before' }));
    const first = await signInWithGoogle(app.visitor(), { sub: person.sub });
    google.people.put({
      ...person,
      email: 'moves@cubicgames.com',
      hostedDomain: 'cubicgames.com',
      name: 'After',
      picture: 'https://images.example.com/after.png',
    });
    const second = await signInWithGoogle(app.visitor(), { sub: person.sub });
    expect(second.body.user).toMatchObject({
      id: first.body.user.id,
      name: 'After',
      email: 'moves@cubicgames.com',
      avatarUrl: 'https://images.example.com/after.png',
      company: { key: 'cubicgames' },
    });
  });

  test('creates another account for another subject with the address, which moves without admin rights', async () => {
    const former = google.people.put(fakePerson({ email: 'shared@gdev.inc', sub: '1001' }));
    await app.services.admins.grant('shared@gdev.inc');
    const first = await signInWithGoogle(app.visitor(), { sub: former.sub });
    expect(first.body.user.isAdmin).toBe(true);

    const successor = google.people.put(fakePerson({ email: 'shared@gdev.inc', sub: '1002' }));
    const second = await signInWithGoogle(app.visitor(), { sub: successor.sub });
    expect(second.body.user.id).not.toBe(first.body.user.id);
    expect(second.body.user).toMatchObject({ isAdmin: false, email: 'shared@gdev.inc' });
    const row = await app.database.db('users').where({ id: first.body.user.id }).first();
    expect(row).toMatchObject({ email: null, is_admin: false });
  });

  test('does not join a demo account or another account by the address', async () => {
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
    const { body } = await signInWithGoogle(app.visitor(), { email: 'joined@gdev.inc' });
    expect(body.user.id).not.toBe(String(other?.id));
    expect(body.user.isAdmin).toBe(false);
  });

  test('does not join an account with an unverified address', async () => {
    const [other] = await app.database
      .db('users')
      .insert({ name: 'Imported', email: 'imported@gdev.inc', company_key: 'gdev', is_admin: true })
      .returning<{ id: number }[]>('id');
    const { body } = await signInWithGoogle(app.visitor(), { email: 'imported@gdev.inc' });
    expect(body.user.id).not.toBe(String(other?.id));
    expect(body.user.isAdmin).toBe(false);
  });

  test('treats the same subject of another issuer as another person', async () => {
    const { db } = app.database;
    const [other] = await db('users')
      .insert({ name: 'Telegram’s', email: null, is_admin: true })
      .returning<{ id: number }[]>('id');
    await db('identities').insert({
      provider: 'telegram',
      issuer: 'https://oauth.telegram.org',
      subject: '700100',
      user_id: other!.id,
      created_at: new Date(),
    });
    const person = google.people.put(fakePerson({ email: 'same@gdev.inc', sub: '700100' }));
    const { status, body } = await signInWithGoogle(app.visitor(), { sub: person.sub });
    expect(status).toBe(200);
    expect(body.user.id).not.toBe(String(other?.id));
    expect(body.user.isAdmin).toBe(false);
  });

  test('creates one account for twenty simultaneous first sign-ins', async () => {
    const person = google.people.put(fakePerson({ email: 'many@gdev.inc' }));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signInWithGoogle(app.visitor(), { sub: person.sub })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map((answer) => answer.body.user.id)).size).toBe(1);
  });

  test('accepts an invitation as admin once, by a verified address only', async () => {
    /** Number of records of admins without a granting admin. */
    const grants = async (): Promise<number> =>
      (
        await app.database
          .db('activity')
          .where({ action: 'admin.granted', actor_id: null, is_automatic: true })
      ).length;
    const before = await grants();
    await app.services.admins.grant('boss@nexters.com');
    const pretender = google.people.put(
      fakePerson({
        email: 'boss@nexters.com',
        sub: '2001',
        emailVerified: false,
        hostedDomain: 'nexters.com',
      }),
    );
    expect((await signInWithGoogle(app.visitor(), { sub: pretender.sub })).body.user).toMatchObject(
      {
        isAdmin: false,
        email: null,
      },
    );
    const boss = google.people.put(fakePerson({ email: 'boss@nexters.com', sub: '2002' }));
    expect((await signInWithGoogle(app.visitor(), { sub: boss.sub })).body.user.isAdmin).toBe(true);
    expect(await app.database.db('admin_invitations').where({ email: 'boss@nexters.com' })).toEqual(
      [],
    );
    expect(await grants()).toBe(before + 1);
  });
});
