// What is told outside the page, on the real database: what a message says, and which of several tries and messages counts.
import type { Knex } from 'knex';
import { aMember, anItem } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { notificationKinds as kinds } from './notifications.ts';
import { deliveriesStore, type DeliveriesStore } from './deliveries.store.ts';

let database: TestDatabase;
let db: Knex;
let store: DeliveriesStore;
let userId: number;
const now = new Date('2026-11-23T10:00:00Z');
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  store = deliveriesStore(db);
});
afterAll(() => database.drop());
beforeEach(async () => {
  for (const table of ['notifications', 'notification_messages']) await db(table).delete();
  userId = (await aMember(db)).user.id;
});

let lastSubject = 0;
/** Something to be told to the person in Telegram. */
const aNotice = async (given: object = {}, dueAt: Date | null = now): Promise<string> => {
  const subject = String((lastSubject += 1));
  const [notice] = await db('notifications')
    .insert({
      user_id: userId,
      kind: 'proposal_moved',
      subject_id: subject,
      parts: [subject],
      fold_key: subject,
      at: now,
      ...given,
    })
    .returning('id');
  const delivery = { notification_id: notice.id, user_id: userId, channel: 'telegram' };
  await db('notification_deliveries').insert({ ...delivery, due_at: dueAt });
  return notice.id;
};
/** Puts all of it into a message, and takes that for a try. */
const claimed = async () => {
  await store.compose('telegram', now, 10);
  return (await store.claim('telegram', { now, until: after(1) }))!;
};
const deliveries = () =>
  db('notification_deliveries').orderBy('notification_id').select('message_id', 'due_at');

test('a message tells the newest first, and the word of a request as long as that is how the request stands', async () => {
  const { id: itemId } = await anItem(db);
  const [request] = await db('access_requests')
    .insert({
      user_id: userId,
      item_id: itemId,
      service: 'Tool',
      subscription_type: 'basic',
      features: 'All',
      status: 'declined',
      word: 'For the new request',
    })
    .returning('id');
  const moved = { kind: 'request_moved', subject_id: String(request.id) };
  await aNotice({ ...moved, status: 'question', title: 'First' });
  await aNotice({ ...moved, status: 'declined', title: 'Second' });
  await aNotice({ title: 'Third' });
  const { id } = await claimed();
  expect(await store.contents(id, { kinds, most: 2 })).toMatchObject({
    total: 3,
    notices: [
      { title: 'Third', word: null },
      { title: 'Second', word: 'For the new request' },
    ],
  });
  expect((await store.contents(id, { kinds, most: 3 })).notices[2]).toMatchObject({
    title: 'First',
    word: null,
  });
});

test('the reason of a report goes with its rejection, as long as it stands rejected', async () => {
  const { id: itemId } = await anItem(db);
  const [report] = await db('complaints')
    .insert({
      user_id: userId,
      item_id: itemId,
      complaint_type: 'spam',
      status: 'rejected',
      word: 'It is none',
    })
    .returning('id');
  const moved = { kind: 'report_moved', subject_id: String(report.id) };
  await aNotice({ ...moved, status: 'in_progress', title: 'First' });
  await aNotice({ ...moved, status: 'rejected', title: 'Second' });
  const { id } = await claimed();
  expect((await store.contents(id, { kinds, most: 2 })).notices).toMatchObject([
    { title: 'Second', word: 'It is none' },
    { title: 'First', word: null },
  ]);
});

test('the message that has waited longest is tried first', async () => {
  const ids: number[] = [];
  for (const minute of [2, 0, 1]) {
    const { user } = await aMember(db);
    ids[minute] = user.id;
    await db('notification_messages').insert({
      user_id: user.id,
      channel: 'telegram',
      next_try_at: after(minute),
    });
  }
  const tried: (number | undefined)[] = [];
  await db.transaction(async (trx) => {
    // Whatever way PostgreSQL finds them.
    await trx.raw('set local enable_indexscan = off; set local enable_bitmapscan = off');
    for (let count = 0; count < 3; count += 1)
      tried.push(
        (await deliveriesStore(trx).claim('telegram', { now: after(2), until: after(9) }))?.userId,
      );
  });
  expect(tried).toEqual(ids);
});

test('a try that another has taken over gives nothing up', async () => {
  await aNotice();
  const former = await claimed();
  const latter = (await store.claim('telegram', { now: after(1), until: after(2) }))!;
  expect(latter).toEqual({ ...former, tries: 2 });
  await store.giveUp(former);
  expect(await db('notification_messages').pluck('id')).toEqual([former.id]);
  expect(await deliveries()).toEqual([{ message_id: former.id, due_at: now }]);
  await store.giveUp(latter);
  expect(await db('notification_messages')).toEqual([]);
  expect(await deliveries()).toEqual([{ message_id: null, due_at: null }]);
});

test('another time that somebody chooses holds for what waits, not for what was given up: the next message tells that', async () => {
  await aNotice({}, null);
  await aNotice();
  await store.replan(userId, 'telegram', {
    kinds: ['proposal_moved'],
    dueAt: after(60),
  });
  expect(await deliveries()).toEqual([
    { message_id: null, due_at: null },
    { message_id: null, due_at: after(60) },
  ]);
});

test('a Telegram that stops twice on a day is told as new the second time, too', async () => {
  const bell = () => db('notifications').select('kind', 'read_at');
  await store.stopTelegram(userId, now);
  await db('notifications').update({ read_at: after(1) });
  await store.stopTelegram(userId, after(2));
  expect(await bell()).toEqual([{ kind: 'telegram_stopped', read_at: null }]);
});
