// Outbox of events on a real database: recording, and readers in several processes that fail.
import { setImmediate as turn } from 'node:timers/promises';
import type { Knex } from 'knex';
import { openDatabase } from '../../database/connection.ts';
import { aMember, anItem } from '../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts';
import { createTestServices } from '../../testing/testServices.ts';
import { waitForLocks } from '../../testing/waitForLocks.ts';
import type { Member } from '../people/accounts/accounts.ts';
import { outboxOn } from './outbox.module.ts';
import type { Event } from './events.ts';

let database: TestDatabase;
let db: Knex;
let now: Date;
const clock = () => now;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = new Date('2026-10-01T09:00:00Z');
  await db('event_readers').delete();
  await db('events').delete();
  await db('event_readers').insert([{ name: 'one' }, { name: 'other' }]);
});

const open = () => createTestServices(db, { clock }).services;
const take = (reader = 'one', most = 100) =>
  db.transaction((trx) => outboxOn(trx, clock).take(reader, most));
const said = (events: readonly Event[]) =>
  events.map(({ kind, actorId, before, after }) => [kind, actorId, before, after]);

describe('recorded events', () => {
  let admin: Member;
  beforeAll(async () => {
    admin = await aMember(db, { isAdmin: true });
  });

  test('records adding, changing, hiding, showing, removing and restoring an item by any writer', async () => {
    const { id, titleEn, titleRu, sourceUrl } = await anItem(db);
    await db('items').where({ id }).update({ likes_count: 0, updated_at: now });
    await db('items').where({ id }).update({ title_en: 'New name', updated_at: now });
    const { knowledge } = open();
    await knowledge.update(admin, id, { adminVisibility: 'hidden' });
    await knowledge.update(admin, id, { adminVisibility: 'visible', adminNotes: 'Fine' });
    await db('items').where({ id }).update({ removed_at: now });
    await db('items').where({ id }).update({ removed_at: null });
    const events = await take();
    expect(
      new Set(events.map((one) => `${one.subjectKind} ${one.subjectId} ${one.itemId}`)),
    ).toEqual(new Set([`item ${id} ${id}`]));
    expect(said(events)).toEqual([
      ['item_added', null, null, { titleRu, titleEn, sourceUrl }],
      [
        'item_changed',
        null,
        expect.objectContaining({ titleRu, titleEn }),
        expect.objectContaining({ titleRu, titleEn: 'New name' }),
      ],
      ['item_hidden', null, null, null],
      ['item_shown', null, null, null],
      ['item_removed', null, null, { mergedInto: null }],
      ['item_back', null, null, { mergedInto: null }],
    ]);
  });
});

test('drops events of a rollback, and returns them to a reader that fails', async () => {
  await db
    .transaction(async (trx) => {
      await anItem(trx);
      throw new Error('no');
    })
    .catch(() => null);
  expect(await take()).toEqual([]);
  await anItem(db);
  await db
    .transaction(async (trx) => {
      expect(await outboxOn(trx, clock).take('one', 5)).toHaveLength(1);
      throw new Error('The mail server is away');
    })
    .catch(() => null);
  expect(await take()).toHaveLength(1);
  expect(await take()).toEqual([]);
  await expect(take('nobody')).rejects.toThrow('No reader of events');
});

test('R19: lets the second of two readers take what follows', async () => {
  for (let count = 0; count < 4; count += 1) await anItem(db);
  const { first, second } = await db.transaction(async (trx) => {
    const taken = await outboxOn(trx, clock).take('one', 2);
    const waiting = take('one', 2);
    await waitForLocks(db, 1);
    return { first: taken, second: waiting };
  });
  const ids = [...first, ...(await second)].map(({ id }) => id);
  expect(ids).toEqual(
    await db('events')
      .orderBy('id')
      .pluck('id')
      .then((all) => all.map(Number)),
  );
});

test('does not make readers wait for long writers, or writers for readers', async () => {
  const { id } = await anItem(db);
  await db.transaction(async (importing) => {
    await anItem(importing);
    // The lock timeout ends waiting transactions instead of blocking them.
    const taken = await db.transaction(async (trx) => {
      await trx.raw(`set local lock_timeout = '1s'`);
      const events = await outboxOn(trx, clock).take('one', 100);
      await db.transaction(async (writing) => {
        await writing.raw(`set local lock_timeout = '1s'`);
        await anItem(writing);
      });
      return events;
    });
    expect(taken.map(({ itemId }) => itemId)).toEqual([id]);
  });
  expect(await take()).toHaveLength(2);
});

test('deletes events after 90 days, also unread ones', async () => {
  const record = () =>
    outboxOn(db, clock).record({ kind: 'item_shown', subjectId: 1, itemId: 1, actorId: null });
  await record();
  now = new Date('2026-12-30T08:00:00Z');
  await record();
  await outboxOn(db, clock).deleteOld();
  expect(await db('events').pluck('at')).toHaveLength(2);
  now = new Date('2026-12-30T10:00:00Z');
  await outboxOn(db, clock).deleteOld();
  expect(await db('events').pluck('at')).toEqual([new Date('2026-12-30T08:00:00Z')]);
  expect(await take()).toHaveLength(1);
});

test('R19: hands out each event once, in order, across processes, rollbacks and crashes', async () => {
  const subjects = await Promise.all(Array.from({ length: 4 }, () => anItem(db)));
  await db('events').delete();
  await db.raw('create table had (place serial, reader text, event_id bigint)');
  const processes = [openDatabase(database.url), openDatabase(database.url)];
  const events = 120;
  let written = 0;

  /** Increments one subject, with a pause in the transaction, and sometimes rolls back. */
  const write = async (process: Knex, number: number): Promise<void> => {
    const { id } = subjects[number % subjects.length]!;
    await process
      .transaction(async (trx) => {
        // Takes its transaction id before it waits for the subject, so that transactions commit out of order.
        await trx.raw('select pg_current_xact_id()');
        const row: { likes_count: number } = await trx('items').where({ id }).forUpdate().first();
        const after = row.likes_count + 1;
        await trx('items').where({ id }).update({ likes_count: after });
        await outboxOn(trx, clock).record({
          kind: 'item_changed',
          subjectId: id,
          itemId: id,
          actorId: null,
          after,
        });
        for (let wait = number % 5; wait > 0; wait -= 1) await turn();
        if (number % 7 === 0) throw new Error('Taken back');
        written += 1;
      })
      .catch(() => null);
  };
  let tries = 0;
  const read = async (process: Knex, reader: string): Promise<number> =>
    process
      .transaction(async (trx) => {
        tries += 1;
        const taken = await outboxOn(trx, clock).take(reader, 7);
        if (taken.length > 0)
          await trx('had').insert(taken.map((one) => ({ reader, event_id: one.id })));
        if (tries % 5 === 0) throw new Error('The receiver is away');
        if (tries % 8 === 0) await trx.raw('select pg_terminate_backend(pg_backend_pid())');
        return taken.length;
      })
      .catch(() => 1);
  const writing = new AbortController();
  const readAll = async (process: Knex, reader: string): Promise<void> => {
    while (!writing.signal.aborted || (await read(process, reader)) > 0)
      await read(process, reader);
  };
  const numbers = Array.from({ length: events }, (_, number) => number);
  const writer = async (process: Knex): Promise<void> => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift())
      await write(process, number);
  };
  const readers = processes.flatMap((process) => [
    readAll(process, 'one'),
    readAll(process, 'other'),
  ]);
  await Promise.all(
    processes.flatMap((process) => [writer(process), writer(process), writer(process)]),
  );
  writing.abort();
  await Promise.all(readers);
  await Promise.all(processes.map((process) => process.destroy()));

  const rows: { reader: string; subject_id: string; after: number }[] = await db('had')
    .join('events', 'events.id', 'had.event_id')
    .orderBy('place');
  const disorder = ['one', 'other'].flatMap((reader) =>
    subjects.flatMap(({ id }) => {
      const had = rows.filter((row) => row.reader === reader && row.subject_id === String(id));
      return had.flatMap(({ after }, place) => (after === place + 1 ? [] : [[reader, id, after]]));
    }),
  );
  const missing = 2 * written - rows.length;
  expect(written).toBeGreaterThan(events / 2);
  expect(missing).toBe(0);
  expect(disorder).toEqual([]);
});
