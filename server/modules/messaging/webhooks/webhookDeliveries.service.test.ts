// Webhook delivery on a real database with a real receiver: retries, 410, Retry-After and batches.
import { limits } from '../../../config/limits.ts';
import { aMember } from '../../../testing/builders.ts';
import { runDueJobs } from '../../../testing/runJobs.ts';
import { aWebhookWorld, saidIn, signal } from '../../../testing/webhookFixture.ts';
import { sendWebhooks } from '../../../transports/jobs/messagingTasks.ts';
import type { Member } from '../../people/accounts/accounts.ts';

const { at, time, open, later, add, happen, liked, round } = aWebhookWorld();
const lastEvent = async (): Promise<number> =>
  Number((await at.db('events').max('id').first())?.['max']);

test('retries for days, gives up, and redelivers under the same id without blocking later events', async () => {
  const { webhook } = await add(['use_case_liked']);
  const { webhooks } = open();
  at.receiver.behave = () => '500';
  await happen(liked(1, 1), liked(1, 2));
  await round();
  await round();
  expect(at.receiver.taken).toHaveLength(1);
  for (const wait of limits.webhook.retryMs) {
    later(wait - 1);
    await round();
    later(1);
    await round();
  }
  await round();
  const tries = limits.webhook.retryMs.length + 1;
  expect(at.receiver.taken.map(saidIn)).toEqual([...Array.from({ length: tries }, () => 1), 2]);
  const [second, first] = await webhooks.deliveries(at.admin, webhook.id, null);
  expect(first).toMatchObject({ state: 'dead', tries, status: 500, failure: 'status' });
  expect(second).toMatchObject({ state: 'waiting', tries: 1 });
  expect(await webhooks.list(at.admin)).toMatchObject([{ waiting: 1, dead: 1 }]);
  at.receiver.behave = () => 'fine';
  await webhooks.redeliver(at.admin, first!.id);
  await runDueJobs(at.database.url, open(), [sendWebhooks]);
  expect(
    new Set(at.receiver.taken.slice(0, tries).map(({ headers }) => headers['webhook-id'])),
  ).toEqual(new Set([at.receiver.taken.at(-1)!.headers['webhook-id']]));
  expect(await webhooks.deliveries(at.admin, webhook.id, 'delivered')).toMatchObject([
    { id: first!.id, status: 200, failure: null, webhookId: first!.webhookId },
  ]);
  await expect(webhooks.redeliver(at.admin, 1_000_000)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

describe('a receiver that answers 410', () => {
  const gone = async () =>
    at
      .db('activity')
      .where({ action: 'webhook.gone' })
      .orderBy('id', 'desc')
      .select('actor_id', 'is_automatic', 'subject_id', 'before', 'after');
  beforeEach(async () => {
    await at.db('activity').where({ action: 'webhook.gone' }).delete();
    await at.db('notifications').delete();
  });

  test('switches the endpoint off, notifies admins once, and resumes with what waited', async () => {
    const other = await aMember(at.db, { isAdmin: true });
    const person = await aMember(at.db);
    const { webhook } = await add(['use_case_liked']);
    at.receiver.behave = () => '410';
    const subjects = Array.from({ length: limits.webhook.atOnce + 1 }, (_, place) => place + 1);
    await happen(...subjects.map((id) => liked(id, 1)), liked(1, 2));
    await round();
    expect(at.receiver.taken).toHaveLength(limits.webhook.atOnce);
    expect(await open().webhooks.list(at.admin)).toMatchObject([
      { isOn: false, goneAt: time.now, waiting: subjects.length + 1, dead: 0 },
    ]);
    const is = { url: at.receiver.url, kinds: ['use_case_liked'] };
    expect(await gone()).toEqual([
      {
        actor_id: null,
        is_automatic: true,
        subject_id: String(webhook.id),
        before: { ...is, isOn: true },
        after: { ...is, isOn: false },
      },
    ]);
    await open().notifications.processEvents(signal);
    const told = async (viewer: Member) =>
      (await open().notifications.page(viewer, { page: 0, perPage: 9 })).notifications;
    for (const viewer of [at.admin, other])
      expect(await told(viewer)).toMatchObject([
        { kind: 'webhook_gone', title: at.receiver.host, itemId: null, isRead: false },
      ]);
    expect(await told(person)).toEqual([]);
    expect(JSON.stringify(await told(at.admin))).not.toContain('/hook');
    // Not even days later, and events of the meantime are not stored.
    later(limits.webhook.retryMs.at(-1)!);
    await happen(liked(1, 3));
    await round();
    expect(at.receiver.taken).toHaveLength(limits.webhook.atOnce);
    at.receiver.behave = () => 'fine';
    const on = await open().webhooks.change(at.admin, webhook.id, { isOn: true });
    expect(on).toMatchObject({ isOn: true, goneAt: null });
    await round();
    const after = at.receiver.taken.slice(limits.webhook.atOnce);
    expect(after).toHaveLength(subjects.length + 1);
    const first = after
      .map(({ body }) => (JSON.parse(body) as { data: { subject: object; after: number } }).data)
      .filter(({ subject }) => JSON.stringify(subject).includes('"1"'));
    expect(first.map((data) => data.after)).toEqual([1, 2]);
    expect(await gone()).toHaveLength(1);
  });

  test('stays on when an admin has changed the address meanwhile', async () => {
    const { webhook } = await add(['use_case_liked']);
    at.receiver.behave = () => '410';
    at.receiver.meanwhile = () =>
      open().webhooks.change(at.admin, webhook.id, { url: `${at.receiver.url}/new` });
    await happen(liked(1, 1));
    await round();
    expect(await open().webhooks.list(at.admin)).toMatchObject([{ isOn: true, goneAt: null }]);
    expect(await gone()).toEqual([]);
  });
});

test('ignores a late answer for a delivered event', async () => {
  const { webhook } = await add(['use_case_liked']);
  let isFirst = true;
  at.receiver.behave = () => (isFirst ? '500' : 'fine');
  // The first attempt exceeds its time, so another process takes the same message over.
  at.receiver.meanwhile = async () => {
    if (!isFirst) return;
    isFirst = false;
    later(limits.webhook.retryMs[0]);
    await open().webhookDeliveries.send(signal);
  };
  await happen(liked(1, 1));
  await round();
  expect(at.receiver.taken).toHaveLength(2);
  expect(await open().webhooks.deliveries(at.admin, webhook.id, null)).toMatchObject([
    { state: 'delivered', tries: 2, status: 200, failure: null },
  ]);
});

describe('a receiver that sends Retry-After', () => {
  const minute = 60_000;
  const says = (behaviour: '429' | '503' | '500', retryAfter: string) => {
    at.receiver.behave = () => behaviour;
    at.receiver.retryAfter = retryAfter;
  };
  /** The pause of the endpoint, for any subject. */
  const pause = async (): Promise<number> => {
    const before = at.receiver.taken.length;
    const from = time.now.getTime();
    await round();
    expect(at.receiver.taken).toHaveLength(before + 1);
    const { pausedUntil, isOn } = (await open().webhooks.list(at.admin))[0]!;
    expect(isOn).toBe(true);
    await happen(liked(2, 1));
    const ms = pausedUntil === null ? 0 : pausedUntil.getTime() - from;
    if (ms === 0) return ms;
    later(ms - 1);
    await round();
    expect(at.receiver.taken).toHaveLength(before + 1);
    const [newest] = await open().webhooks.deliveries(
      at.admin,
      (await open().webhooks.list(at.admin))[0]!.id,
      'waiting',
    );
    expect(newest!.nextTryAt).toEqual(pausedUntil);
    later(1);
    at.receiver.behave = () => 'fine';
    await round();
    later(limits.webhook.retryMs[0]);
    await round();
    expect(at.receiver.taken).toHaveLength(before + 3);
    expect((await open().webhooks.list(at.admin))[0]).toMatchObject({
      waiting: 0,
      pausedUntil: null,
    });
    return ms;
  };

  test('is paused as long as it asks, within limits', async () => {
    await add(['use_case_liked']);
    const rows: ['429' | '503' | '500', string, number][] = [
      ['429', '3600', 60 * minute],
      ['503', '120', 2 * minute],
      ['503', 'Fri, 02 Oct 2026 12:00:00 GMT', 180 * minute],
      ['429', '1', 1_000],
      ['429', 'Thu, 01 Oct 2020 12:00:00 GMT', 0],
      ['429', '9'.repeat(30), limits.webhook.pauseMs],
      ['429', 'later', 0],
      // A failure without a requested pause.
      ['500', '3600', 0],
    ];
    for (const [behaviour, retryAfter, ms] of rows) {
      time.now = new Date('2026-10-02T09:00:00Z');
      await at.db('webhook_deliveries').delete();
      await at.db('event_queue').delete();
      await at.db('webhook_endpoints').update({ paused_until: null });
      says(behaviour, retryAfter);
      await happen(liked(1, 1));
      expect({ behaviour, retryAfter, ms: await pause() }).toEqual({ behaviour, retryAfter, ms });
    }
  });

  test('gets nothing more in the same run', async () => {
    await add(['use_case_liked']);
    const all = limits.webhook.atOnce + 1;
    at.receiver.retryAfter = '60';
    at.receiver.behave = (place) => (place === 0 ? '429' : 'fine');
    await happen(...Array.from({ length: all }, (_, place) => liked(place + 1, 1)));
    await round();
    expect(at.receiver.taken).toHaveLength(limits.webhook.atOnce);
    later(minute);
    await round();
    expect(at.receiver.taken).toHaveLength(all + 1);
  });
});

describe('collecting events ends while new ones are recorded', () => {
  const portion = () => happen(...Array.from({ length: 100 }, (_, index) => liked(index, 1)));

  test('in jobs, each batch in its own transaction', async () => {
    const { webhookDeliveries, notifications } = open();
    const readers = {
      webhooks: () => webhookDeliveries.collect(signal),
      notifications: () => notifications.processEvents(signal),
    };
    await add(['use_case_liked']);
    for (const [reader, run] of Object.entries(readers)) {
      await at.db('event_queue').delete();
      await portion();
      // Every delivered event creates another one during the test.
      await at.db.raw(`create function happen_again() returns trigger language plpgsql as $$ begin
        insert into events (at, kind, subject_kind, subject_id, actor_id)
        select at, kind, subject_kind, subject_id, actor_id from events where id = old.event_id
          and (select last_value from events_id_seq) < ${await lastEvent()} + 1000;
        return null; end $$;
        create trigger happen_again after delete on event_queue for each row when (old.reader = '${reader}')
        execute function happen_again()`);
      try {
        await run();
      } finally {
        await at.db.raw('drop function happen_again cascade');
      }
      expect(await at.db('event_queue').where({ reader })).toHaveLength(100);
    }
  });
});
