// The notification stream on two processes and one database: each notification once in spite of broken connections, to whom, and
// how many streams.
import type { Knex } from 'knex';
import { outboxOn } from '../../modules/outbox/outbox.module.ts';
import { limits } from '../../config/limits.ts';
import { anItem } from '../../testing/builders.ts';
import { followStream, until, type Followed } from '../../testing/followStream.ts';
import { storedJobs } from '../../testing/runJobs.ts';
import {
  startTestApp,
  cookieOf,
  tokenOf,
  type Caller,
  type TestApp,
} from '../../testing/testApp.ts';

type Person = Caller & { userId: number };

const path = '/api/v1/notifications/stream';
const { signal } = new AbortController();
let now = new Date();
const clock = () => now;
let one: TestApp;
/** Another process on the same database. */
let other: TestApp;
let db: Knex;
let open: Followed[] = [];

beforeAll(async () => {
  // Its streams do not poll: notifications arrive by LISTEN only.
  one = await startTestApp({ clock, stream: { beatMs: 600_000, lifeMs: 600_000 } });
  ({ db } = one.database);
  other = await startTestApp({
    clock,
    // The other app closes the shared database.
    database: { ...one.database, drop: async () => undefined },
    stream: { beatMs: 20, lifeMs: 60_000, perProcess: 4 },
    rates: limits.rates,
  });
  one.listen();
  other.listen();
});
afterEach(() => {
  for (const stream of open) stream.leave();
  open = [];
  now = new Date();
});
afterAll(async () => {
  await other.close();
  await one.close();
});

async function follow(
  app: TestApp,
  person: Caller,
  headers: Record<string, string> = {},
): Promise<Followed> {
  const stream = await followStream(app.url + path, { Cookie: cookieOf(person), ...headers });
  open.push(stream);
  return stream;
}
const toldIn = ({ events }: Followed) => events.filter(({ name }) => name === 'notification');
const unreadIn = ({ events }: Followed) =>
  events.findLast(({ name }) => name === 'unread')?.data['unread'];
const endIn = ({ events }: Followed) => events.find(({ name }) => name === 'end')?.data['reason'];

/** A service that the person likes. */
async function used(person: Person): Promise<number> {
  const { id } = await anItem(db);
  await db('item_likes').insert({ item_id: id, user_id: person.userId });
  return id;
}
const lose = (itemId: number) =>
  outboxOn(db, clock).record({ kind: 'link_lost', subjectId: itemId, itemId, actorId: null });
const tell = async (app: TestApp, person: Person): Promise<void> => {
  await lose(await used(person));
  await app.services.notifications.processEvents(signal);
};
const cutListeners = () =>
  db.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'loadout listener' and datname = current_database()`,
  );
/** Cuts reconnecting listeners too, as long as the work takes. */
async function whileNobodyListens(work: () => Promise<void>): Promise<void> {
  const cutting = setInterval(() => void cutListeners(), 10);
  await cutListeners();
  await work().finally(() => clearInterval(cutting));
}

test('R22: notifications reach all pages of two processes once and in order, in spite of broken connections', async () => {
  const person = await one.signedIn();
  const stranger = await one.signedIn();
  const steady = [await follow(one, person), await follow(other, person)];
  const foreign = await follow(other, stranger);
  for (const stream of [...steady, foreign]) await until(() => unreadIn(stream) === 0);
  /** A page that loses its connection again and again, and reconnects to either process. */
  let moving = await follow(one, person);
  await until(() => unreadIn(moving) === 0);
  const seen: number[] = [];
  let last = moving.events.at(-1)!.id!;
  const messages = 15;
  for (let message = 0; message < messages; message += 1) {
    const [from, to] = message % 2 === 0 ? [one, other] : [other, one];
    const isUnheard = message % 5 === 4;
    const tellOne = () =>
      isUnheard ? whileNobodyListens(() => tell(from, person)) : tell(from, person);
    if (message % 3 === 0) {
      moving.leave();
      const had = toldIn(moving).map(({ id }) => id!);
      seen.push(...had);
      last = had.at(-1) ?? last;
      await tellOne();
      moving = await follow(to, person, { 'Last-Event-ID': String(last) });
    } else await tellOne();
  }
  await until(() => [...steady, moving].every((stream) => unreadIn(stream) === messages));
  // The number of unread notifications may come first.
  await until(() => steady.every((stream) => toldIn(stream).length >= messages));
  await until(() => seen.length + toldIn(moving).length >= messages);
  seen.push(...toldIn(moving).map(({ id }) => id!));
  const wanted: number[] = (
    await db('notifications').where({ user_id: person.userId }).orderBy('seq').pluck('seq')
  ).map(Number);
  const got = [...steady.map((stream) => toldIn(stream).map(({ id }) => id!)), seen];
  for (const ids of got) expect(ids).toEqual(wanted);
  expect(toldIn(foreign)).toEqual([]);
});

test('sends subjects without hidden items, and marks as read what was read elsewhere', async () => {
  const person = await one.signedIn();
  const stream = await follow(one, person);
  await until(() => unreadIn(stream) === 0);
  const [hidden, shown] = [await used(person), await used(person)];
  for (const id of [hidden, shown]) await lose(id);
  await db('items').where({ id: hidden }).update({ admin_visibility: 'hidden' });
  await other.services.notifications.processEvents(signal);
  await until(() => unreadIn(stream) === 1);
  expect(toldIn(stream)).toMatchObject([
    { data: { kind: 'service_link_lost', knowledgeId: String(shown), count: 1, isRead: false } },
  ]);
  const upTo = toldIn(stream)[0]!.id;
  await person.call('POST', '/api/v1/notifications/read', { upTo });
  await until(() => unreadIn(stream) === 0);
  // Nothing buffers it, here or in a proxy, and it does not delay the end of a server.
  expect(stream.headers.get('content-encoding')).toBeNull();
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(stream.headers.get('x-accel-buffering')).toBe('no');
  expect(stream.headers.get('connection')).toBe('close');
});

test('sends later notifications to a new page, and to one with a position beyond the last', async () => {
  const person = await one.signedIn();
  await tell(one, person);
  const streams = [
    await follow(one, person),
    await follow(one, person, { 'Last-Event-ID': '999999999' }),
    await follow(one, person, { 'Last-Event-ID': 'nonsense' }),
  ];
  for (const stream of streams) await until(() => unreadIn(stream) === 1);
  await tell(one, person);
  for (const stream of streams) {
    await until(() => unreadIn(stream) === 2);
    expect(toldIn(stream)).toHaveLength(1);
  }
});

test('enqueues the job at once after an event', async () => {
  const jobs = db.withSchema('graphile_worker').from('_private_jobs');
  const isRung = async () =>
    (await storedJobs(db)).some((job) => job.task_identifier === 'createNotifications');
  // Every connection triggers one check by itself.
  await until(isRung);
  await jobs.clone().delete();
  await lose((await anItem(db)).id);
  await until(isRung);
});

test('accepts only people in a browser, from the page itself', async () => {
  const admin = await one.signedIn({ isAdmin: true });
  const { token } = await tokenOf(admin, 'admin');
  const bearer = { Authorization: `Bearer ${token}` };
  const refused = async (who: Caller, headers: Record<string, string>) => {
    const answer = await who.call<{ reason?: string }>('GET', path, undefined, headers);
    return [answer.status, answer.body.reason];
  };
  expect(await refused(one.visitor(), {})).toEqual([401, undefined]);
  expect(await refused(one.visitor(), bearer)).toEqual([403, 'sessionOnly']);
  expect(await refused(admin, bearer)).toEqual([403, 'sessionOnly']);
  expect(await refused(admin, { Origin: 'https://evil.example' })).toEqual([403, 'foreignOrigin']);
  expect(await refused(admin, { 'Sec-Fetch-Site': 'same-site' })).toEqual([403, 'foreignOrigin']);
  const post = await fetch(one.url + path, {
    method: 'POST',
    headers: { Cookie: cookieOf(admin), Origin: one.url },
  });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET']);
});

test.each<[string, (person: Person) => Promise<unknown>]>([
  ['signing out', (person) => person.call('POST', '/api/v1/auth/logout')],
  ['expiry', async () => (now = new Date(now.getTime() + limits.session.absoluteMs))],
  [
    'disabling',
    ({ userId }) => db('users').where({ id: userId }).update({ disabled_at: new Date() }),
  ],
])('%s ends a stream at its next heartbeat, before any notification', async (_name, leave) => {
  const person = await one.signedIn();
  const [beating, waiting] = [await follow(other, person), await follow(one, person)];
  for (const stream of [beating, waiting]) await until(() => unreadIn(stream) === 0);
  expect(beating.headers.get('ratelimit')).toContain('"read"');
  // Sign-out deletes the cookie, as in a browser.
  await leave(person);
  await until(() => beating.isOver());
  await lose(await used(person));
  await db.raw(`select pg_notify('loadout_notifications', ?)`, [String(person.userId)]);
  await until(() => waiting.isOver());
  expect([beating, waiting].map(endIn)).toEqual(['sessionEnded', 'sessionEnded']);
  expect([beating, waiting].flatMap(toldIn)).toEqual([]);
});

test('replaces the oldest of three streams of a person, and limits streams per process', async () => {
  const [person, colleague] = [await one.signedIn(), await one.signedIn()];
  const own: Followed[] = [];
  for (let count = 0; count < 4; count += 1) {
    own.push(await follow(other, person));
    await until(() => unreadIn(own.at(-1)!) === 0);
  }
  await until(() => own[0]!.isOver());
  expect(own.map(endIn)).toEqual(['replaced', undefined, undefined, undefined]);
  // A HEAD request takes no slot.
  for (const app of [one, other])
    expect(
      (await fetch(app.url + path, { method: 'HEAD', headers: { Cookie: cookieOf(person) } }))
        .status,
    ).toBe(200);
  expect(own.slice(1).some((stream) => stream.isOver())).toBe(false);
  await tell(one, person);
  await until(() => own.slice(1).every((stream) => toldIn(stream).length === 1));
  expect((await follow(other, colleague)).status).toBe(200);
  const third = await other.signedIn();
  const full = await follow(other, third);
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '60']);
  // At the limit of a person a new stream replaces their oldest one, even when the process is full.
  expect((await follow(other, person)).status).toBe(200);
  await until(() => own[1]!.isOver());
  expect(own.map(endIn)).toEqual(['replaced', 'replaced', undefined, undefined]);
  own[2]!.leave();
  await until(async () => (await follow(other, third)).status === 200);
});

test('ends a stream after its lifetime and with the process; the page opens another', async () => {
  const app = await startTestApp({ stream: { lifeMs: 300 } });
  try {
    const person = await app.signedIn();
    const first = await follow(app, person);
    await until(() => first.isOver());
    const second = await follow(app, person);
    await until(() => unreadIn(second) === 0);
    app.endStreams();
    await until(() => second.isOver());
    expect([first, second].map(endIn)).toEqual([undefined, undefined]);
    const { status, body } = await person.call('GET', path);
    expect([status, body['reason']]).toEqual([503, 'closing']);
  } finally {
    await app.close();
  }
});
