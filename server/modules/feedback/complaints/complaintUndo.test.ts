// What becomes of reports whose cure is taken back, or that an admin has opened again: beside what happens at once or since.
import { setTimeout as pause } from 'node:timers/promises';
import { aMember, anAdmin, anItem } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { Services } from '../../../composition.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import type { ComplaintType } from './complaints.ts';

let database: TestDatabase;
let services: Services;
let admin: Member;
let person: Member;
let now = new Date('2026-10-01T09:00:00Z');
beforeAll(async () => {
  database = await createTestDatabase();
  services = createTestServices(database.db, { clock: () => now }).services;
  admin = await anAdmin(database.db);
  person = await aMember(database.db);
});
afterAll(() => database.drop());

const db = () => database.db;
const later = () => {
  now = new Date(now.getTime() + 60_000);
};
const report = (itemId: number, complaintType: ComplaintType) =>
  services.complaints.report(person, '', { itemId, complaintType, comment: null });
const hide = (itemId: number) =>
  services.complaintGroups.cure(admin, { itemId, type: 'spam' }, { action: 'hide' });
/** Until so many wait for a lock. */
const untilWaiting = async (count: number): Promise<void> => {
  for (;;) {
    const { rowCount } = await db().raw<{ rowCount: number }>(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rowCount >= count) return;
    await pause(10);
  }
};
const statuses = (ids: readonly number[]): Promise<string[]> =>
  db()('complaints')
    .whereIn('id', [...ids])
    .orderBy('id')
    .pluck('status');

test('a report that an admin has opened again since the merge is not closed by it once more', async () => {
  const [{ id }, { id: kept }] = [await anItem(db()), await anItem(db())];
  const sent = await report(id, 'duplicate_content');
  later();
  await services.merges.merge(admin, [kept, id], { take: [], tags: 'both', bookmark: 'keep' });
  expect(await services.complaintGroups.settleEnded()).toBe(1);
  later();
  await services.complaints.setStatus(admin, sent.id, { status: 'new' });
  expect(await services.complaintGroups.settleEnded()).toBe(0);
  expect(await statuses([sent.id])).toEqual(['new']);
});

describe('a merge that is taken back', () => {
  const merge = async (kept: number, id: number): Promise<number> => {
    later();
    const done = await services.merges.merge(admin, [kept, id], {
      take: [],
      tags: 'both',
      bookmark: 'keep',
    });
    return done.mergeId;
  };
  const settle = () => services.complaintGroups.settleEnded();
  const undo = (mergeId: number) => {
    later();
    return services.merges.undo(admin, mergeId);
  };

  test('opens the report that it has closed, with its record, and tells whoever sent it', async () => {
    const [{ id }, { id: kept }] = [await anItem(db()), await anItem(db())];
    const sent = await report(id, 'duplicate_content');
    const mergeId = await merge(kept, id);
    expect(await settle()).toBe(1);
    await undo(mergeId);
    expect(await db()('complaints').where({ id: sent.id }).first()).toMatchObject({
      item_id: id,
      status: 'new',
      resolved_at: null,
      cure_id: null,
      handled_by: admin.user.id,
    });
    const ofIt = { subject_id: String(sent.id) };
    expect(
      await db()('activity')
        .where({ ...ofIt, action: 'complaint.status' })
        .orderBy('id')
        .select('before', 'after', 'is_automatic', 'item_id'),
    ).toEqual([
      { before: 'new', after: 'resolved', is_automatic: true, item_id: kept },
      { before: 'resolved', after: 'new', is_automatic: false, item_id: id },
    ]);
    const told = await db()('events')
      .where({ ...ofIt, kind: 'report_moved' })
      .orderBy('id');
    expect(told).toMatchObject([
      { before: null, after: 'new' },
      { before: 'new', after: 'resolved' },
      { before: 'resolved', after: 'new', actor_id: admin.user.id },
    ]);
    const cures = await db()('complaint_cures').where({ merge_id: mergeId });
    expect(cures).toMatchObject([{ undone_at: now }]);
    // It is taken back by the merge, and not by itself once more.
    await expect(services.complaintGroups.undo(admin, cures[0].id)).rejects.toMatchObject({
      reason: 'cannotUndo',
    });
    expect(await settle()).toBe(0);
  });

  test('leaves closed what was handled otherwise since, and what a deleted account has reported', async () => {
    const [{ id }, { id: kept }] = [await anItem(db()), await anItem(db())];
    const [leaving, other] = [await aMember(db()), await aMember(db())];
    const ids: number[] = [];
    for (const one of [person, other, leaving])
      ids.push(
        (
          await services.complaints.report(one, '', {
            itemId: id,
            complaintType: 'duplicate_content',
            comment: null,
          })
        ).id,
      );
    const mergeId = await merge(kept, id);
    expect(await settle()).toBe(3);
    await services.complaints.setStatus(admin, ids[0]!, { status: 'rejected' });
    await services.personDeletion.remove(leaving.user.id);
    await undo(mergeId);
    expect(await statuses(ids)).toEqual(['rejected', 'new', 'resolved']);
  });

  test('opens the report about its own service, not about that of another merge into the same one', async () => {
    const [{ id }, { id: kept }, { id: third }] = [
      await anItem(db()),
      await anItem(db()),
      await anItem(db()),
    ];
    const sent = await report(id, 'duplicate_content');
    const own = await merge(kept, id);
    const others = await merge(kept, third);
    expect(await settle()).toBe(1);
    await undo(others);
    expect(await statuses([sent.id])).toEqual(['resolved']);
    await undo(own);
    expect(await statuses([sent.id])).toEqual(['new']);
  });

  test('closes nothing any more where the job that closes has only seen it', async () => {
    const [{ id }, { id: kept }] = [await anItem(db()), await anItem(db())];
    // About the kept service: the undo does not move it.
    const sent = await report(kept, 'duplicate_content');
    const mergeId = await merge(kept, id);
    const held = await db().transaction();
    await held('item_merges').where({ id: mergeId }).update({ undone_at: now });
    const settling = settle();
    await untilWaiting(1);
    await held.commit();
    expect(await settling).toBe(0);
    expect(await statuses([sent.id])).toEqual(['new']);
  });
});

test.each([
  [
    'broken_link',
    (id: number, state: string) =>
      db()('link_checks')
        .insert({
          item_id: id,
          url: db()('items').where({ id }).select('source_url'),
          checked_at: now,
          state,
          status: state === 'ok' ? '200' : '404',
        })
        .onConflict('item_id')
        .merge(),
  ],
  [
    'missing_translation',
    (id: number, state: string) =>
      db()('items')
        .where({ id })
        .update({ description_ru: state === 'ok' ? 'Перевод' : '', description_en: 'Text' }),
  ],
] as const)(
  'a report (%s) that an admin has opened again waits until the fault is seen again',
  async (type, set) => {
    const { id } = await anItem(db());
    const sent = await report(id, type);
    const settle = () => services.complaintGroups.settleEnded();
    for (const state of ['broken', 'ok']) {
      later();
      await set(id, state);
      expect(await settle()).toBe(state === 'ok' ? 1 : 0);
    }
    later();
    await services.complaints.setStatus(admin, sent.id, { status: 'new' });
    expect(await settle()).toBe(0);
    expect(await statuses([sent.id])).toEqual(['new']);
    // One that is only taken on is as it was.
    await set(id, 'broken');
    await settle();
    await services.complaints.setStatus(admin, sent.id, { status: 'in_progress' });
    later();
    await set(id, 'ok');
    expect(await settle()).toBe(1);
  },
);

test('a cure that is taken back leaves the report closed of whoever has reported the same anew', async () => {
  const { id } = await anItem(db());
  const first = await report(id, 'spam');
  const done = await hide(id);
  await services.knowledge.update(admin, id, { adminVisibility: 'visible' });
  const anew = await report(id, 'spam');
  expect(anew.id).not.toBe(first.id);
  await services.complaintGroups.undo(admin, done.id);
  expect(await statuses([first.id, anew.id])).toEqual(['resolved', 'new']);
});

test('of two who take the same cure back at once, one has, and the other is told so', async () => {
  const { id } = await anItem(db());
  const sent = await report(id, 'spam');
  const done = await hide(id);
  const held = await db().transaction();
  await held('complaint_cures').where({ id: done.id }).forUpdate().first('id');
  const undone = Promise.allSettled(
    [admin, await anAdmin(db())].map((one) => services.complaintGroups.undo(one, done.id)),
  );
  await untilWaiting(2);
  await held.commit();
  expect((await undone).toSorted((a, b) => a.status.localeCompare(b.status))).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'CONFLICT', reason: 'cannotUndo' } },
  ]);
  expect(await statuses([sent.id])).toEqual(['new']);
});
