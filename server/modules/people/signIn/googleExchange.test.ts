// Code exchange and ID token checks (A1, A2).
import { startFakeGoogle, type FakeGoogle } from '../../../../fakes/google.ts';
import type { Fault } from '../../../../fakes/openId/openIdProvider.ts';
import { finishSignIn, startSignIn, whoAmI } from '../../../testing/googleBrowser.ts';
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

describe('A1: a code is taken only in the browser that began the sign-in', () => {
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

  test('another browser with a sign-in of its own: the state is another, and that sign-in stays good', async () => {
    const { returned } = await begin();
    const other = await begin();
    await expectRefused(other.person, await finishSignIn(other.person, returned), 'signInExpired');
    expect((await finishSignIn(other.person, other.returned)).status).toBe(200);
  });

  test('another browser with a sign-in of its own that hides the state: the code challenge is another', async () => {
    const { returned } = await begin();
    const thief = app.visitor();
    await startSignIn(thief);
    await expectRefused(
      thief,
      await finishSignIn(thief, { code: returned.code, state: null }),
      'signInFailed',
    );
  });

  test('an injected code: the browser’s own state with a stranger’s code', async () => {
    const attacker = await begin();
    const victim = await begin();
    const answer = await finishSignIn(victim.person, {
      code: attacker.returned.code,
      state: victim.returned.state,
    });
    await expectRefused(victim.person, answer, 'signInFailed');
  });

  test('the browser’s own code with another state', async () => {
    const { person, returned } = await begin();
    const answer = await finishSignIn(person, { code: returned.code, state: `${returned.state}x` });
    await expectRefused(person, answer, 'signInExpired');
  });

  test('the same browser a second time', async () => {
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

  test('the cookie of one sign-in under the name of another', async () => {
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

  test('refuses an unknown code', async () => {
    const { person, returned } = await begin();
    const answer = await finishSignIn(person, { code: 'made-up', state: returned.state });
    await expectRefused(person, answer, 'signInFailed');
    expect(answer.body.error).toBe('Failed to complete Google login');
  });
});

describe('several sign-ins of one browser at once', () => {
  const begin = async (person: Caller, place: string) =>
    visitProvider(await startSignIn(person, { redirectTo: place }), { email: 'anna@gdev.inc' });

  test('each is completed by its own state, in any order, and leads to its own place', async () => {
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

  test('one that is over leaves the session of the other', async () => {
    const person = app.visitor();
    const returned = await begin(person, '/profile');
    const copy = new Map(person.cookies);
    await finishSignIn(person, returned);
    for (const [name, value] of copy) person.cookies.set(name, value);
    const again = await finishSignIn(person, returned);
    expect(again).toMatchObject({ status: 401, body: { reason: 'signInExpired' } });
    expect((await whoAmI(person)).status).toBe(200);
  });

  test('five are kept: the oldest is dropped for the sixth', async () => {
    const person = app.visitor();
    const begun = [];
    for (let count = 0; count < 6; count += 1) begun.push(await begin(person, '/profile'));
    expect(attemptCookies(person)).toHaveLength(5);
    const [oldest, ...others] = begun;
    expect((await finishSignIn(person, oldest!)).body.reason).toBe('signInExpired');
    for (const returned of others) expect((await finishSignIn(person, returned)).status).toBe(200);
  });

  test('without a state the newest is meant', async () => {
    const person = app.visitor();
    await begin(person, '/profile');
    const { code } = await begin(person, '/compare');
    expect((await finishSignIn(person, { code, state: null })).body.redirectTo).toBe('/compare');
    expect(attemptCookies(person)).toHaveLength(1);
  });
});

describe('A2: the ID token is checked whole', () => {
  test.each<Fault>([
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
    const returned = await visitProvider(await startSignIn(person), { email: 'anna@gdev.inc' });
    const before = await sessionsInDatabase();
    google.setFault(misbehaviour);
    const { status, body } = await finishSignIn(person, returned);
    expect(status).toBe(401);
    expect(body).toMatchObject({ success: false, reason: 'signInFailed' });
    expect(person.cookies.has('sid')).toBe(false);
    expect(await sessionsInDatabase()).toBe(before);
  });
});

describe('when Google fails', () => {
  test.each<Fault>(['brokenAnswer', 'serverError'])(
    '%s: 503, and no session',
    async (misbehaviour) => {
      const person = app.visitor();
      const returned = await visitProvider(await startSignIn(person), { email: 'anna@gdev.inc' });
      google.setFault(misbehaviour);
      const { status, body } = await finishSignIn(person, returned);
      expect(status).toBe(503);
      expect(body.reason).toBe('providerAway');
      expect(person.cookies.has('sid')).toBe(false);
    },
  );

  test('keeps the session that the browser had', async () => {
    const person = app.visitor();
    await finishSignIn(
      person,
      await visitProvider(await startSignIn(person), { email: 'anna@gdev.inc' }),
    );
    const returned = await visitProvider(await startSignIn(person), { email: 'anna@gdev.inc' });
    google.setFault('serverError');
    expect((await finishSignIn(person, returned)).status).toBe(503);
    expect((await whoAmI(person)).status).toBe(200);
  });

  test('the person cancels: the provider says so and there is no code', async () => {
    const returned = await visitProvider(await startSignIn(app.visitor()), { cancel: true });
    expect(returned).toMatchObject({ error: 'access_denied', code: null });
  });

  test('a blank or missing code is bad input', async () => {
    const person = app.visitor();
    await startSignIn(person);
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
