// Promises A5 and A6 of the sign-in: sessions, on the server.
import { startGoogleStandIn, type GoogleStandIn } from '../../integrations/google.standin.ts';
import { signInWithGoogle, whoAmI } from '../../testing/googleBrowser.ts';
import { startTestApp, type TestApp } from '../../testing/testApp.ts';

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
    expect((await whoAmI(replay)).status).toBe(401);
  });

  test('sign-out, deletion and loss of the admin’s right act on the next request', async () => {
    const person = app.visitor();
    await app.services.admins.grant('acts@gdev.inc');
    const { body } = await signInWithGoogle(person, { email: 'acts@gdev.inc' });
    expect((await person.graphql('{ apiTokens { id } }')).status).toBe(200);
    await app.services.admins.remove('acts@gdev.inc');
    expect((await person.graphql('{ apiTokens { id } }')).status).toBe(403);
    const token = person.cookies.get('sid') ?? '';
    await person.call('POST', '/api/v1/auth/logout');
    const replay = app.visitor();
    replay.cookies.set('sid', token);
    expect((await whoAmI(replay)).status).toBe(401);

    const again = app.visitor();
    await signInWithGoogle(again, { email: 'acts@gdev.inc' });
    await app.database.db('users').where({ id: body.user.id }).delete();
    expect((await whoAmI(again)).status).toBe(401);
  });

  test('a session ends after 24 hours without a request and after 14 days in any case', async () => {
    const began = Date.now();
    const person = app.visitor();
    await signInWithGoogle(person, { email: 'idle@gdev.inc' });
    const hour = 3_600_000;
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
