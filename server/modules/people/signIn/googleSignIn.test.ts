// Sign-in with Google over HTTP against a certified OpenID provider.
import { startFakeGoogle, type FakeGoogle } from '../../../../fakes/google.ts';
import { fakePerson } from '../../../../fakes/openId/people.ts';
import { signInWithGoogle, whoAmI, type SignInAnswer } from '../../../testing/googleBrowser.ts';
import { startTestApp, type TestApp } from '../../../testing/testApp.ts';
import { visitProvider } from '../../../testing/visitProvider.ts';

let google: FakeGoogle;
let app: TestApp;

beforeAll(async () => {
  google = await startFakeGoogle();
  app = await startTestApp({ env: google.settings });
});

afterAll(async () => {
  await app.close();
  await google.close();
});

const sessionsInDatabase = async (): Promise<number> => {
  const [row] = await app.database.db('sessions').count<{ count: number }[]>('* as count');
  return Number(row?.count);
};

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

describe('who may sign up', () => {
  test.each([
    ['a stranger with a proven address', fakePerson({ email: 'stranger@gmail.com' })],
    [
      'a company’s address that nobody proved',
      fakePerson({ email: 'unproven@gdev.inc', emailVerified: false, hostedDomain: null }),
    ],
    ['a domain that only looks like a company’s', fakePerson({ email: 'x@gdev.inc.evil.example' })],
    ['a subdomain of a company', fakePerson({ email: 'x@mail.gdev.inc' })],
    ['an address with two @', fakePerson({ email: 'x@gdev.inc@evil.example', hostedDomain: null })],
  ])('%s: refused with the note, and no session or account is left', async (_who, outsider) => {
    google.people.put(outsider);
    const person = app.visitor();
    const before = await sessionsInDatabase();
    const { status, body } = await signInWithGoogle(person, { sub: outsider.sub });
    expect(status).toBe(403);
    expect(body).toMatchObject({
      success: false,
      reason: 'restrictedAccess',
      error: 'Access is restricted to employees of the partner companies',
    });
    expect(person.cookies.has('sid')).toBe(false);
    expect((await whoAmI(person)).status).toBe(401);
    expect(await sessionsInDatabase()).toBe(before);
    expect(await app.database.db('identities').where({ subject: outsider.sub })).toEqual([]);
  });

  test('somebody of a company’s Workspace whose address is elsewhere', async () => {
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

  test('ignores the case of the address', async () => {
    const { body } = await signInWithGoogle(app.visitor(), { email: 'Cap.Ital@GameGears.Online' });
    expect(body.user).toMatchObject({
      company: { key: 'gamegears' },
      email: 'cap.ital@gamegears.online',
    });
  });

  test('a refused sign-in ends the session that the browser had', async () => {
    const person = app.visitor();
    await signInWithGoogle(person, { email: 'first@gdev.inc' });
    expect((await signInWithGoogle(person, { email: 'stranger@gmail.com' })).status).toBe(403);
    expect((await whoAmI(person)).status).toBe(401);
  });

  test('refuses a person who has left the companies at the next sign-in', async () => {
    const leaver = google.people.put(fakePerson({ email: 'leaver@gdev.inc' }));
    expect((await signInWithGoogle(app.visitor(), { sub: leaver.sub })).status).toBe(200);
    google.people.put({ ...leaver, email: 'leaver@gmail.com', hostedDomain: null });
    expect((await signInWithGoogle(app.visitor(), { sub: leaver.sub })).status).toBe(403);
  });
});
