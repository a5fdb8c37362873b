// Code exchange and ID token checks (A1, A2).
import { startGoogleStandIn, type GoogleStandIn } from '../../../../fakes/google.ts';
import type { Misbehaviour } from '../../../../fakes/openId/openIdStandIn.ts';
import { finishSignIn, startSignIn, whoAmI } from '../../../testing/googleBrowser.ts';
import { startTestApp, type Caller, type TestApp } from '../../../testing/testApp.ts';
import { visitProvider } from '../../../testing/visitProvider.ts';

let google: GoogleStandIn;
let app: TestApp;
let now = new Date();

beforeAll(async () => {
  google = await startGoogleStandIn();
  app = await startTestApp({ env: google.settings, clock: () => now });
});

afterAll(async () => {
  await app.close();
  await google.close();
});

afterEach(() => {
  now = new Date();
  google.misbehave(null);
});

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

  test('another browser with a sign-in of its own: the state is another', async () => {
    const { returned } = await begin();
    const thief = app.visitor();
    await startSignIn(thief);
    await expectRefused(thief, await finishSignIn(thief, returned), 'signInFailed');
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
    await expectRefused(person, answer, 'signInFailed');
  });

  test('the same browser a second time', async () => {
    const { person, returned } = await begin();
    const cookie = person.cookies.get('signin') ?? '';
    expect((await finishSignIn(person, returned)).status).toBe(200);
    expect(person.cookies.has('signin')).toBe(false);
    const again = app.visitor();
    again.cookies.set('signin', cookie);
    await expectRefused(again, await finishSignIn(again, returned), 'signInExpired');
  });

  test('refuses an expired sign-in', async () => {
    const { person, returned } = await begin();
    now = new Date(Date.now() + 10 * 60_000 + 1_000);
    await expectRefused(person, await finishSignIn(person, returned), 'signInExpired');
  });

  test('refuses a forged cookie', async () => {
    const { returned } = await begin();
    const person = app.visitor();
    person.cookies.set('signin', 'A'.repeat(43));
    await expectRefused(person, await finishSignIn(person, returned), 'signInExpired');
  });

  test('refuses an unknown code', async () => {
    const { person, returned } = await begin();
    const answer = await finishSignIn(person, { code: 'made-up', state: returned.state });
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
    const returned = await visitProvider(await startSignIn(person), { email: 'anna@gdev.inc' });
    const before = await sessionsInDatabase();
    google.misbehave(misbehaviour);
    const { status, body } = await finishSignIn(person, returned);
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
      const returned = await visitProvider(await startSignIn(person), { email: 'anna@gdev.inc' });
      google.misbehave(misbehaviour);
      const { status, body } = await finishSignIn(person, returned);
      expect(status).toBe(503);
      expect(body.reason).toBe('providerAway');
      expect(person.cookies.has('sid')).toBe(false);
    },
  );

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
