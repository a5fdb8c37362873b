// Reauthentication: after its term all access waits for a sign-in with Google.
import { hourMs, dayMs } from '../../../shared/durations.ts';
import { signInWithGoogle } from '../../../testing/googleBrowser.ts';
import {
  startLeaversWorld,
  type Leaver,
  type LeaversWorld,
} from '../../../testing/offboardingFixtures.ts';
import type { TestApp } from '../../../testing/testApp.ts';

let aheadMs = 0;
const clock = () => new Date(Date.now() + aheadMs);
let world: LeaversWorld;

beforeAll(async () => {
  world = await startLeaversWorld(
    { TELEGRAM_ALLOWED_IDS: '60001', REAUTHENTICATION_DAYS: '1' },
    clock,
  );
});
afterEach(() => {
  aheadMs = 0;
});
afterAll(() => world.close());

const db = () => world.here.database.db;
const apps = () => Object.entries({ here: world.here, there: world.there });

/** Ages the stored identity, since the fake provider uses the real time. */
const age = (userId: number, days = 2) =>
  db()('identities')
    .where({ user_id: userId })
    .update({ vouched_at: new Date(Date.now() - days * dayMs) });

async function tryAll(person: Leaver, kind: 'calls' | 'ways', but: readonly string[] = []) {
  const seen: Record<string, boolean> = {};
  for (const [name, attempt] of Object.entries(world[kind]))
    for (const [place, app] of but.includes(name) ? [] : apps())
      seen[`${name}, ${place}`] = (await attempt(app, person)).isIn;
  return seen;
}
const open = (seen: Record<string, boolean>) => Object.keys(seen).filter((name) => seen[name]);
const closed = (seen: Record<string, boolean>) => Object.keys(seen).filter((name) => !seen[name]);

const withBearer = (app: TestApp, token: string, language = 'en') =>
  app.visitor().call('GET', '/api/v1/auth/me', undefined, {
    Authorization: `Bearer ${token}`,
    'Accept-Language': language,
  });

test('a session in use, a token and a feed end with the term, to the minute and in both processes', async () => {
  const person = await world.leaver({ isAdmin: true });
  // The session is used before it expires: it extends beyond the reauthentication term.
  aheadMs = 20 * hourMs;
  expect(closed(await tryAll(person, 'calls'))).toEqual([]);
  aheadMs = dayMs - 60_000;
  expect(closed(await tryAll(person, 'calls'))).toEqual([]);
  aheadMs = dayMs + 60_000;
  const seen = await tryAll(person, 'calls');
  expect(open(seen)).toEqual([]);
});

test('refuses Telegram, the bot and old links after the term, until one sign-in with Google', async () => {
  const person = await world.leaver({ isAdmin: true });
  await age(person.userId);
  expect(open(await tryAll(person, 'ways', ['Google']))).toEqual([]);
  expect(open(await tryAll(person, 'calls'))).toEqual([]);
  expect((await signInWithGoogle(world.there.visitor(), { sub: person.sub })).status).toBe(200);
  expect(closed(await tryAll(person, 'calls'))).toEqual([]);
  const ways = await tryAll(person, 'ways', ['a direct-access link of before']);
  expect(closed(ways)).toEqual([]);
});

test('does not extend the term by a sign-in with Telegram', async () => {
  const person = await world.leaver();
  const widget = world.ways['the Telegram widget']!;
  aheadMs = 23 * hourMs;
  expect((await widget(world.here, person)).isIn).toBe(true);
  aheadMs = 25 * hourMs;
  expect(await widget(world.there, person)).toEqual({
    isIn: false,
    answer: '401 reauthenticationRequired',
  });
});

test('does not ask people of the allow-list without a company’s Google account', async () => {
  const allowed = { ...(await world.leaver()), telegramId: 60001 };
  const bot = world.ways['the bot']!;
  expect((await bot(world.here, allowed)).isIn).toBe(true);
  await db()('identities')
    .where({ subject: '60001' })
    .update({ vouched_at: new Date(Date.now() - 400 * dayMs) });
  expect((await bot(world.there, allowed)).isIn).toBe(true);
});

test('the allow-list does not replace Google for people of a company', async () => {
  const person = { ...(await world.leaver()), telegramId: 60001 };
  await db()('identities').where({ subject: '60001' }).delete();
  await db()('users').where({ telegram_id: 60001 }).update({ telegram_id: null });
  await db()('identities')
    .where({ user_id: person.userId, provider: 'telegram' })
    .update({ subject: '60001' });
  await db()('users').where({ id: person.userId }).update({ telegram_id: 60001 });
  const bot = world.ways['the bot']!;
  expect((await bot(world.here, person)).isIn).toBe(true);
  await age(person.userId);
  expect(await bot(world.here, person)).toEqual({
    isIn: false,
    answer: expect.stringContaining('sign in with Google'),
  });
});

test('suspends a service token until its creator has signed in with Google again', async () => {
  const admin = await world.leaver({ isAdmin: true });
  const { user } = (
    await world.here.services.people.onCommandLine.list({
      search: admin.email,
      status: 'active',
      page: 0,
      perPage: 1,
    })
  ).accounts[0]!;
  const { token } = await world.here.services.apiTokens.createServiceFor(user, {
    name: 'Dashboard',
    company: 'nexters',
    scope: 'read',
    expiresInDays: 30,
  });
  expect((await withBearer(world.there, token)).status).toBe(200);
  await age(admin.userId);
  expect((await withBearer(world.there, token)).body).toMatchObject({
    status: 401,
    reason: 'tokenMakerUnconfirmed',
  });
  await signInWithGoogle(world.here.visitor(), { sub: admin.sub });
  expect((await withBearer(world.there, token)).status).toBe(200);
});
