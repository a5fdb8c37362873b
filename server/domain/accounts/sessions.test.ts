// Promises A5 and A6 of the sign-in: sessions, on the server.
import { startGoogleStandIn, type GoogleStandIn } from '../../integrations/google.standin.ts';
import { routes } from '../../rest/routes.ts';
import { recordFigure } from '../../testing/figures.ts';
import { signInWithGoogle, whoAmI } from '../../testing/googleBrowser.ts';
import { startTestApp, type Caller, type TestApp } from '../../testing/testApp.ts';

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
    const survivors = [
      (await whoAmI(replay)).status,
      (
        await whoAmI(
          Object.assign(app.visitor(), { cookies: new Map([['sid', 'fixed-by-an-attacker']]) }),
        )
      ).status,
    ].filter((status) => status !== 401).length;
    recordFigure({
      promise: 'A5',
      figure: 'session values of before a sign-in that still work after it',
      target: '0',
      measured: survivors,
      holds: survivors === 0,
    });
    expect(survivors).toBe(0);
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

  test('a session that has ended is nobody’s at any path of either door', async () => {
    const hour = 3_600_000;
    const ends: Record<string, (person: Caller, userId: string) => unknown> = {
      'sign-out': (person) => person.call('POST', '/api/v1/auth/logout'),
      'sign-out over GraphQL': (person) => person.graphql('mutation { signOut { success } }'),
      'deletion of the account': (_person, id) => app.database.db('users').where({ id }).delete(),
      'a day without a request': () => {
        now = new Date(Date.now() + 24 * hour + 60_000);
      },
      'a fortnight': () => {
        now = new Date(Date.now() + 14 * 24 * hour + 60_000);
      },
    };
    const reads = routes.filter(
      ({ method, path }) => method === 'get' && !path.endsWith('/health'),
    );
    let accepted = 0;
    let tries = 0;
    for (const [name, end] of Object.entries(ends)) {
      now = new Date();
      const person = app.visitor();
      const { body } = await signInWithGoogle(person, { email: 'ends@gdev.inc' });
      const token = person.cookies.get('sid') ?? '';
      expect({ name, status: (await whoAmI(person)).status }).toEqual({ name, status: 200 });
      await end(person, body.user.id);
      const replay = async (method: string, path: string, sent?: unknown) => {
        const thief = app.visitor();
        thief.cookies.set('sid', token);
        const { status } = await thief.call(method, path, sent);
        tries += 1;
        if (status !== 401) accepted += 1;
      };
      for (const { path } of reads) await replay('GET', path.replace('{id}', '1'));
      await replay('GET', '/api/v1/proxy/image?url=https%3A%2F%2Fexample.com%2F');
      await replay('GET', '/schema.graphql');
      await replay('POST', '/graphql', { query: '{ me { id } }' });
      await replay('POST', '/graphql', {
        query: 'mutation { likeKnowledge(id: "1") { isLiked } }',
      });
    }
    recordFigure({
      promise: 'A6',
      figure: `replays accepted of ${tries}, after ${Object.keys(ends).join(', ')}`,
      target: '0',
      measured: accepted,
      holds: accepted === 0,
    });
    expect(accepted).toBe(0);
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
