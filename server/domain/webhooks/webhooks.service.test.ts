// Webhooks on the real database and a real receiver: nothing lost, in order, verified by the package itself, nothing hidden.
import type { Knex } from 'knex';
import { limits } from '../../limits.ts';
import { aMember, anItem } from '../../testing/builders.ts';
import { recordFigure } from '../../testing/figures.ts';
import { runDueJobs } from '../../testing/runJobs.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import { openReceiver, type Receiver } from '../../testing/webhookReceiver.ts';
import { runWebhookTrial, verifyWebhook } from '../../testing/webhookTrial.ts';
import { createWebhookSender } from '../../integrations/webhookSender/webhookSender.ts';
import { sendWebhooks } from '../../jobs/sendWebhooks.ts';
import type { Services } from '../../services.ts';
import type { Member } from '../accounts/accounts.ts';
import { eventsOn } from '../events/events.room.ts';
import type { NewEvent } from '../events/events.ts';
import { takeEvents } from './deliveries.service.ts';
import { webhookKinds, type WebhookKind } from './webhooks.ts';

let database: TestDatabase;
let db: Knex;
const time = { now: new Date(0) };
let admin: Member;
let receiver: Receiver;
const clock = () => time.now;
const signal = new AbortController().signal;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  admin = await aMember(db, { isAdmin: true });
});
afterAll(() => database.drop());
beforeEach(async () => {
  time.now = new Date('2026-10-01T09:00:00Z');
  receiver = await openReceiver();
  await db('webhook_endpoints').delete();
  await db('event_queue').delete();
});
afterEach(() => receiver.close());

/** Another process, on the same database. */
const open = (allow = receiver.host) =>
  createTestServices(db, {
    clock,
    env: { WEBHOOKS_ALLOW: allow, PUBLIC_URL: 'https://lo.example' },
  }).services;
const later = (ms: number) => void (time.now = new Date(time.now.getTime() + ms));
const add = (kinds: readonly WebhookKind[] = webhookKinds) =>
  open().webhooks.add(admin, { url: receiver.url, kinds: [...kinds] });
const lastEvent = async (): Promise<number> =>
  Number((await db('events').max('id').first())?.['max']);
const happen = (...events: NewEvent[]) => eventsOn(db, clock).record(...events);
const liked = (subjectId: number, after: number): NewEvent => ({
  kind: 'use_case_liked',
  subjectId,
  itemId: null,
  actorId: admin.user.id,
  after,
});
const round = async (services = open()) => {
  await services.webhookDeliveries.collect(signal);
  await services.webhookDeliveries.send(signal);
};
const states = async (): Promise<string[]> => db('webhook_deliveries').orderBy('id').pluck('state');
const verify = (secret: string, message: Receiver['taken'][number]) =>
  verifyWebhook(secret, message, time.now);
const saidIn = ({ body }: Receiver['taken'][number]): unknown =>
  (JSON.parse(body) as { data: { after: unknown } }).data.after;

test('R23: 300 events, a receiver that fails and is killed, a sender that ends half-way: none lost, in order, all verified', async () => {
  const events = 300;
  const went = await runWebhookTrial({ db, admin, receiver, open, time, events, subjects: 7 });
  const { lost, disorder, changed, unverified, messages } = went;
  recordFigure({
    promise: 'R23',
    figure: `of ${events} events for another tool: lost, out of order, changed under one id, not verified`,
    target: '0, 0, 0, 0',
    measured: [lost, disorder, changed, unverified].join(', '),
    holds: lost + disorder + changed + unverified === 0,
  });
  expect(went).toMatchObject({ lost: 0, disorder: 0, changed: 0, unverified: 0 });
  expect(messages).toBeGreaterThan(events);
});

test('what is sent names no person, and goes by the clock and at a start', async () => {
  const { secret } = await add();
  const item = await anItem(db);
  await open().jobs.enqueue('sendWebhooks');
  await runDueJobs(database.url, open(), [sendWebhooks]);
  const [message] = receiver.taken;
  expect(verify(secret, message!)).toEqual({
    type: 'item_added',
    timestamp: expect.any(String),
    data: {
      subject: { kind: 'item', id: String(item.id) },
      service: { id: item.id, url: `https://lo.example/services/${item.id}` },
      before: null,
      after: { titleRu: item.titleRu, titleEn: item.titleEn, sourceUrl: item.sourceUrl },
      isCut: false,
    },
  });
  expect(message!.headers['content-type']).toBe('application/json');
  await happen(
    liked(3, 1),
    { kind: 'wish_told', subjectId: `1/${admin.user.id}`, itemId: null, actorId: null },
    { kind: 'item_hidden', subjectId: item.id, itemId: item.id, actorId: null },
  );
  await round();
  expect(receiver.taken.slice(1).map(({ body }) => JSON.parse(body) as object)).toEqual([
    expect.objectContaining({
      type: 'use_case_liked',
      data: {
        subject: { kind: 'use_case', id: '3' },
        service: null,
        before: null,
        after: 1,
        isCut: false,
      },
    }),
  ]);
});

test('Z10: nothing of a hidden service, whatever it was when it happened; that it left is told without where it went', async () => {
  await add();
  const { knowledge } = open();
  const [hidden, removed, kept] = [await anItem(db), await anItem(db), await anItem(db)];
  await open().webhookDeliveries.collect(signal);
  await knowledge.update(admin, hidden.id, { adminVisibility: 'hidden' });
  await knowledge.update(admin, kept.id, { adminVisibility: 'hidden' });
  await db('items')
    .where({ id: removed.id })
    .update({ removed_at: time.now, merged_into: kept.id });
  await db('items').where({ id: hidden.id }).update({ removed_at: time.now });
  await round();
  const told = receiver.taken.map(({ body }) => body);
  const leaks = told.filter(
    (body) =>
      body.includes(hidden.titleEn!) ||
      body.includes(`services/${hidden.id}"`) ||
      body.includes(`mergedInto":${kept.id}`),
  ).length;
  recordFigure({
    promise: 'Z10',
    figure: 'messages to other tools that say something of a hidden service',
    target: '0',
    measured: leaks,
    holds: leaks === 0,
  });
  expect(leaks).toBe(0);
  expect(told.map((body) => JSON.parse(body) as object)).toEqual([
    expect.objectContaining({
      type: 'item_removed',
      data: expect.objectContaining({
        service: expect.objectContaining({ id: removed.id }),
        after: { mergedInto: null },
      }),
    }),
  ]);
  expect((await states()).filter((state) => state === 'withheld')).toHaveLength(4);
});

test('Z10: what a service was while it was hidden is not told after it is shown again, however long the receiver was away', async () => {
  await add();
  const { knowledge } = open();
  const see = (id: number, adminVisibility: 'hidden' | 'visible') =>
    knowledge.update(admin, id, { adminVisibility });
  const name = (id: number, title: string) =>
    db('items').where({ id }).update({ title_en: title, updated_at: time.now });
  const { id } = await anItem(db);
  await name(id, 'Open before');
  await see(id, 'hidden');
  await name(id, 'Canary of a hidden time');
  await name(id, 'Open again');
  await see(id, 'visible');
  await name(id, 'Open since');
  await round();
  const bodies = receiver.taken.map(
    ({ body }) => JSON.parse(body) as { type: string; data: object },
  );
  expect(bodies.map(({ type }) => type)).toEqual([
    'item_added',
    'item_changed',
    'item_shown',
    'item_changed',
  ]);
  const leaks = bodies.filter((body) => JSON.stringify(body).includes('Canary')).length;
  recordFigure({
    promise: 'Z10',
    figure: 'messages to other tools that say what stood in a service while it was hidden',
    target: '0',
    measured: leaks,
    holds: leaks === 0,
  });
  expect(leaks).toBe(0);
  expect(bodies.at(-1)).toMatchObject({
    data: { before: { titleEn: 'Open again' }, after: { titleEn: 'Open since' } },
  });
});

test('what is refused is tried for days, given up and shown, and goes again under its former id; what follows waits no longer', async () => {
  const { webhook } = await add(['use_case_liked']);
  const { webhooks } = open();
  receiver.behave = () => '500';
  await happen(liked(1, 1), liked(1, 2));
  await round();
  await round();
  expect(receiver.taken).toHaveLength(1);
  for (const wait of limits.webhook.retryMs) {
    later(wait - 1);
    await round();
    later(1);
    await round();
  }
  await round();
  const tries = limits.webhook.retryMs.length + 1;
  expect(receiver.taken.map(saidIn)).toEqual([...Array.from({ length: tries }, () => 1), 2]);
  const [second, first] = await webhooks.deliveries(admin, webhook.id, null);
  expect(first).toMatchObject({ state: 'dead', tries, status: 500, failure: 'status' });
  expect(second).toMatchObject({ state: 'waiting', tries: 1 });
  expect(await webhooks.list(admin)).toMatchObject([{ waiting: 1, dead: 1 }]);
  receiver.behave = () => 'fine';
  await webhooks.redeliver(admin, first!.id);
  await runDueJobs(database.url, open(), [sendWebhooks]);
  expect(
    new Set(receiver.taken.slice(0, tries).map(({ headers }) => headers['webhook-id'])),
  ).toEqual(new Set([receiver.taken.at(-1)!.headers['webhook-id']]));
  expect(await webhooks.deliveries(admin, webhook.id, 'delivered')).toMatchObject([
    { id: first!.id, status: 200, failure: null, webhookId: first!.webhookId },
  ]);
  await expect(webhooks.redeliver(admin, 1_000_000)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

describe('a receiver that answers 410', () => {
  const gone = async () =>
    db('activity')
      .where({ action: 'webhook.gone' })
      .orderBy('id', 'desc')
      .select('actor_id', 'is_automatic', 'subject_id', 'before', 'after');
  beforeEach(async () => {
    await db('activity').where({ action: 'webhook.gone' }).delete();
    await db('notifications').delete();
  });

  test('is switched off, admins are told once, and what waited goes first when it is switched on again', async () => {
    const other = await aMember(db, { isAdmin: true });
    const person = await aMember(db);
    const { webhook } = await add(['use_case_liked']);
    receiver.behave = () => '410';
    const subjects = Array.from({ length: limits.webhook.atOnce + 1 }, (_, place) => place + 1);
    await happen(...subjects.map((id) => liked(id, 1)), liked(1, 2));
    await round();
    expect(receiver.taken).toHaveLength(limits.webhook.atOnce);
    expect(await open().webhooks.list(admin)).toMatchObject([
      { isOn: false, goneAt: time.now, waiting: subjects.length + 1, dead: 0 },
    ]);
    const is = { url: receiver.url, kinds: ['use_case_liked'] };
    expect(await gone()).toEqual([
      {
        actor_id: null,
        is_automatic: true,
        subject_id: String(webhook.id),
        before: { ...is, isOn: true },
        after: { ...is, isOn: false },
      },
    ]);
    await open().notifications.make(signal);
    const told = async (viewer: Member) =>
      (await open().notifications.page(viewer, { page: 0, perPage: 9 })).notifications;
    for (const viewer of [admin, other])
      expect(await told(viewer)).toMatchObject([
        { kind: 'webhook_gone', title: receiver.host, itemId: null, isRead: false },
      ]);
    expect(await told(person)).toEqual([]);
    expect(JSON.stringify(await told(admin))).not.toContain('/hook');
    // Not after days either, and nothing is kept of meanwhile.
    later(limits.webhook.retryMs.at(-1)!);
    await happen(liked(1, 3));
    await round();
    expect(receiver.taken).toHaveLength(limits.webhook.atOnce);
    receiver.behave = () => 'fine';
    const on = await open().webhooks.change(admin, webhook.id, { isOn: true });
    expect(on).toMatchObject({ isOn: true, goneAt: null });
    await round();
    const after = receiver.taken.slice(limits.webhook.atOnce);
    expect(after).toHaveLength(subjects.length + 1);
    const first = after
      .map(({ body }) => (JSON.parse(body) as { data: { subject: object; after: number } }).data)
      .filter(({ subject }) => JSON.stringify(subject).includes('"1"'));
    expect(first.map((data) => data.after)).toEqual([1, 2]);
    expect(await gone()).toHaveLength(1);
  });

  test('is left on where an admin has named another address before the answer came', async () => {
    const { webhook } = await add(['use_case_liked']);
    receiver.behave = () => '410';
    receiver.meanwhile = () =>
      open().webhooks.change(admin, webhook.id, { url: `${receiver.url}/new` });
    await happen(liked(1, 1));
    await round();
    expect(await open().webhooks.list(admin)).toMatchObject([{ isOn: true, goneAt: null }]);
    expect(await gone()).toEqual([]);
  });
});

describe('a receiver that says when to come back', () => {
  const minute = 60_000;
  const says = (behaviour: '429' | '503' | '500', retryAfter: string) => {
    receiver.behave = () => behaviour;
    receiver.retryAfter = retryAfter;
  };
  /** For how long nothing is sent to it, whatever the subject. */
  const pause = async (): Promise<number> => {
    const before = receiver.taken.length;
    const from = time.now.getTime();
    await round();
    expect(receiver.taken).toHaveLength(before + 1);
    const { pausedUntil, isOn } = (await open().webhooks.list(admin))[0]!;
    expect(isOn).toBe(true);
    await happen(liked(2, 1));
    const ms = pausedUntil === null ? 0 : pausedUntil.getTime() - from;
    if (ms === 0) return ms;
    later(ms - 1);
    await round();
    expect(receiver.taken).toHaveLength(before + 1);
    const [newest] = await open().webhooks.deliveries(
      admin,
      (await open().webhooks.list(admin))[0]!.id,
      'waiting',
    );
    expect(newest!.nextTryAt).toEqual(pausedUntil);
    later(1);
    receiver.behave = () => 'fine';
    await round();
    later(limits.webhook.retryMs[0]);
    await round();
    expect(receiver.taken).toHaveLength(before + 3);
    expect((await open().webhooks.list(admin))[0]).toMatchObject({ waiting: 0, pausedUntil: null });
    return ms;
  };

  test.each<[string, '429' | '503' | '500', string, number]>([
    ['in seconds', '429', '3600', 60 * minute],
    ['in seconds, for being away', '503', '120', 2 * minute],
    ['at a date', '503', 'Thu, 01 Oct 2026 12:00:00 GMT', 180 * minute],
    ['sooner than what failed is tried again', '429', '1', 1_000],
    ['in the past', '429', 'Thu, 01 Oct 2020 12:00:00 GMT', 0],
    ['past any measure', '429', '9'.repeat(30), limits.webhook.pauseMs],
    ['in words', '429', 'later', 0],
    ['of a failure that is its own', '500', '3600', 0],
  ])('%s', async (_what, behaviour, retryAfter, ms) => {
    await add(['use_case_liked']);
    says(behaviour, retryAfter);
    await happen(liked(1, 1));
    expect(await pause()).toBe(ms);
  });

  test('is left alone no longer than it asked, however often what failed was tried before', async () => {
    const { webhook } = await add(['use_case_liked']);
    await happen(liked(1, 1));
    await open().webhookDeliveries.collect(signal);
    await db('webhook_deliveries').update({ tries: limits.webhook.retryMs.length - 1 });
    says('429', '60');
    await round();
    expect(await open().webhooks.list(admin)).toMatchObject([
      { id: webhook.id, pausedUntil: new Date(time.now.getTime() + minute) },
    ]);
    receiver.behave = () => 'fine';
    await happen(liked(2, 1));
    later(minute);
    await round();
    expect(receiver.taken).toHaveLength(2);
  });

  test('is sent nothing more in the same round', async () => {
    await add(['use_case_liked']);
    const all = limits.webhook.atOnce + 1;
    receiver.retryAfter = '60';
    receiver.behave = (place) => (place === 0 ? '429' : 'fine');
    await happen(...Array.from({ length: all }, (_, place) => liked(place + 1, 1)));
    await round();
    expect(receiver.taken).toHaveLength(limits.webhook.atOnce);
    later(minute);
    await round();
    expect(receiver.taken).toHaveLength(all + 1);
  });

  test('is asked for at its new address at once', async () => {
    const { webhook } = await add(['use_case_liked']);
    says('429', '3600');
    await happen(liked(1, 1));
    await round();
    receiver.behave = () => 'fine';
    await open().webhooks.change(admin, webhook.id, { url: `${receiver.url}/new` });
    await happen(liked(2, 1));
    await round();
    expect(receiver.taken).toHaveLength(2);
  });
});

test('a new secret signs beside the former one for a day, and then alone', async () => {
  const { webhook, secret } = await add();
  const { webhooks } = open();
  const rotated = await webhooks.rotate(admin, webhook.id);
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(rotated.secret).not.toBe(secret);
  const last = () => receiver.taken.at(-1)!;
  later(limits.webhook.formerSecretMs - 1);
  await happen(liked(1, 1));
  await round();
  for (const one of [secret, rotated.secret]) expect(verify(one, last())).toBeTruthy();
  later(1);
  await happen(liked(1, 2));
  await round();
  expect(verify(rotated.secret, last())).toBeTruthy();
  expect(() => verify(secret, last())).toThrow('No matching signature');
  later(1);
  await webhooks.forgetFormer();
  expect(await db('webhook_endpoints').pluck('former_secret')).toEqual([null]);
  const records = JSON.stringify(await db('activity').where({ subject_type: 'webhook' }));
  expect(records).toContain('webhook.rotated');
  expect(records).not.toContain('whsec_');
});

test('only to public addresses, unless a setting allows the host; also when the setting has changed since', async () => {
  const { webhooks } = open();
  for (const url of [
    'http://example.com/',
    'https://example.com:8443/',
    'https://user:word@example.com/',
    'ftp://example.com/',
    'nonsense',
    receiver.url.replace('127.0.0.1', 'localhost'),
    'https://localhost/',
    'https://127.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://100.64.0.1/',
    'https://168.63.129.16/',
    'https://jenkins/',
    'https://jenkins.local./',
    'https://ci.corp.internal/hook',
  ])
    await expect(webhooks.add(admin, { url, kinds: ['item_added'] })).rejects.toMatchObject({
      code: 'INVALID',
    });
  for (const url of ['https://8.8.8.8/', 'https://[2606:4700::1]/', 'https://local.example/'])
    await webhooks.remove(
      admin,
      (await webhooks.add(admin, { url, kinds: ['item_added'] })).webhook.id,
    );
  await add(['use_case_liked']);
  // As one that was written down before such addresses were refused.
  for (const url of ['https://127.0.0.1/', 'https://[::ffff:10.0.0.1]/']) {
    const { webhook } = await add(['use_case_liked']);
    await db('webhook_endpoints').where({ id: webhook.id }).update({ url });
  }
  await happen(liked(1, 1));
  await round(open('tools.internal:80'));
  expect(receiver.taken).toEqual([]);
  expect(await db('webhook_deliveries').pluck('failure')).toEqual(Array(3).fill('notPublic'));
});

test('of what happened before one was there, or was on, it hears nothing; of what happened until it went off it does', async () => {
  await happen(liked(1, 1));
  const { webhook } = await add(['use_case_liked']);
  const { webhooks } = open();
  await happen(liked(1, 2));
  await webhooks.change(admin, webhook.id, { isOn: false });
  await happen(liked(1, 3));
  await webhooks.change(admin, webhook.id, { isOn: true });
  await happen(liked(1, 4));
  await round();
  expect(receiver.taken.map(saidIn)).toEqual([2, 4]);
});

describe('taking what has happened ends, though as much happens meanwhile', () => {
  const portion = () => happen(...Array.from({ length: 100 }, (_, index) => liked(index, 1)));

  test('on the transaction in which an endpoint is switched', async () => {
    await add(['use_case_liked']);
    await portion();
    let portions = 0;
    await db.transaction((trx) =>
      takeEvents(
        {
          events: eventsOn(trx, clock),
          store: {
            add: async () => {
              portions += 1;
              if (portions < 5) await portion();
            },
          },
        },
        clock(),
      ),
    );
    expect(portions).toBe(2);
    expect(await db('event_queue').where({ reader: 'webhooks' })).toHaveLength(200);
  });

  test.each([
    ['webhooks', (services: Services) => services.webhookDeliveries.collect(signal)],
    ['notifications', (services: Services) => services.notifications.make(signal)],
  ])('in the job of the %s, each portion in one of its own', async (reader, run) => {
    await add(['use_case_liked']);
    await portion();
    // Whatever is taken out happens once more, as long as the test lasts.
    await db.raw(`create function happen_again() returns trigger language plpgsql as $$ begin
      insert into events (at, kind, subject_kind, subject_id, actor_id)
      select at, kind, subject_kind, subject_id, actor_id from events where id = old.event_id
        and (select last_value from events_id_seq) < ${await lastEvent()} + 1000;
      return null; end $$;
      create trigger happen_again after delete on event_queue for each row when (old.reader = '${reader}')
      execute function happen_again()`);
    try {
      await run(open());
    } finally {
      await db.raw('drop function happen_again cascade');
    }
    expect(await db('event_queue').where({ reader })).toHaveLength(100);
  });
});

test('an address is kept as it leads, whatever was typed', async () => {
  const { webhooks } = open();
  const typed = `HTTP:\\\\${receiver.host}\\a b\nX: y`;
  const { webhook } = await webhooks.add(admin, { url: typed, kinds: ['item_added'] });
  expect(webhook.url).toBe(`http://${receiver.host}/a%20bX:%20y`);
  const changed = await webhooks.change(admin, webhook.id, { url: `http:${receiver.host}/б` });
  expect(changed.url).toBe(`http://${receiver.host}/%D0%B1`);
  await expect(
    webhooks.change(admin, webhook.id, {
      url: `${receiver.url}/${'б'.repeat(limits.webhook.url / 2)}`,
    }),
  ).rejects.toMatchObject({ code: 'INVALID' });
});

test('one that is off hears nothing of meanwhile, and what waited goes on; past the most there is no further', async () => {
  const { webhook } = await add(['use_case_liked']);
  const { webhooks } = open();
  await happen(liked(1, 1));
  await open().webhookDeliveries.collect(signal);
  await webhooks.change(admin, webhook.id, { isOn: false });
  await happen(liked(1, 2));
  await round();
  expect(receiver.taken).toEqual([]);
  const on = await webhooks.change(admin, webhook.id, { isOn: true, kinds: ['report_moved'] });
  expect(on).toMatchObject({ isOn: true, kinds: ['report_moved'], url: receiver.url });
  await happen(liked(1, 3));
  await round();
  expect(receiver.taken.map(saidIn)).toEqual([1]);
  for (let count = 1; count < limits.lists.webhooks; count += 1) await add();
  await expect(add()).rejects.toMatchObject({ code: 'CONFLICT', reason: 'tooManyWebhooks' });
  await webhooks.remove(admin, webhook.id);
  await add();
});

test('a text that is too long is left out, and the receiver is told so', async () => {
  await add();
  const long = 'ы'.repeat(limits.webhook.payloadBytes / 2);
  await happen({ ...liked(1, 1), after: long });
  await round();
  const { body } = receiver.taken[0]!;
  expect(Buffer.byteLength(body)).toBeLessThan(limits.webhook.payloadBytes);
  expect(JSON.parse(body)).toMatchObject({ data: { before: null, after: null, isCut: true } });
});

test('a receiver that does not answer is left after the time of a try', async () => {
  receiver.behave = () => 'slow';
  const port = Number(new URL(receiver.url).port);
  const sender = createWebhookSender({ allow: [{ host: '127.0.0.1', port }], totalMs: 50 });
  const message = { url: receiver.url, id: 'msg_1', at: time.now, body: '{}', secrets: [] };
  expect(await sender.send(message, signal)).toEqual({ status: null, failure: 'timeout' });
});
