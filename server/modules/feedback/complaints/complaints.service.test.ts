// Complaints on a real database: rights, repeated and simultaneous calls, undo beside other changes.
import { limits } from '../../../config/limits.ts';
import { aMember, anAdmin, anItem } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import { waitForLocks } from '../../../testing/waitForLocks.ts';
import type { Services } from '../../../composition.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import type { ComplaintInput, ComplaintType } from './complaints.ts';

let database: TestDatabase;
let services: Services;
let now: Date;
beforeAll(async () => {
  database = await createTestDatabase();
  services = createTestServices(database.db, { clock: () => now }).services;
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = new Date('2026-10-01T09:00:00Z');
  await database.db('complaints').delete();
});
const later = (ms = 1_000) => (now = new Date(now.getTime() + ms));

const about = (itemId: number, given: Partial<ComplaintInput> = {}): ComplaintInput => ({
  itemId,
  complaintType: 'broken_link',
  ...given,
});

test('returns the open complaint for repeated and 20 simultaneous calls, and a new one after closing', async () => {
  const person = await aMember(database.db);
  const admin = await anAdmin(database.db);
  const item = await anItem(database.db);
  const reports = await Promise.all(
    Array.from({ length: 20 }, () => services.complaints.report(person, '', about(item.id))),
  );
  expect(new Set(reports.map((report) => report.id)).size).toBe(1);
  await services.complaints.report(person, '', about(item.id, { complaintType: 'spam' }));
  expect(await services.complaints.own(person)).toHaveLength(2);
  await services.complaints.setStatus(admin, reports[0]!.id, { status: 'rejected' });
  const next = await services.complaints.report(person, '', about(item.id));
  expect(next.id).not.toBe(reports[0]!.id);
  // Each new complaint creates one event.
  const events = (id: number) =>
    database
      .db('events')
      .where({ kind: 'report_moved', subject_id: String(id) })
      .orderBy('id')
      .select('item_id', 'actor_id', 'before', 'after');
  const came = { item_id: item.id, actor_id: person.user.id, before: null, after: 'new' };
  const settled = { ...came, actor_id: admin.user.id, before: 'new', after: 'rejected' };
  expect(await events(reports[0]!.id)).toEqual([came, settled]);
  expect(await events(next.id)).toEqual([came]);
});

test('adds a new comment to the open complaint once, within the length limit', async () => {
  const person = await aMember(database.db);
  const item = await anItem(database.db);
  const report = async (comment?: string) =>
    (await services.complaints.report(person, '', about(item.id, comment ? { comment } : {})))
      .comment;
  expect(await report()).toBeNull();
  expect(await report('   ')).toBeNull();
  expect(await report('Цена другая')).toBe('Цена другая');
  await Promise.all(Array.from({ length: 5 }, () => report('И название')));
  expect(await report()).toBe('Цена другая\n\nИ название');
  const room = limits.text.complaintComment - 'Цена другая\n\nИ название\n\n'.length;
  await expect(report('я'.repeat(room + 1))).rejects.toMatchObject({
    code: 'INVALID',
    errors: [{ path: 'comment', code: 'too_long', limit: limits.text.complaintComment }],
  });
  expect(await report('я'.repeat(room))).toHaveLength(limits.text.complaintComment);
  expect(await services.complaints.own(person)).toHaveLength(1);
});

test('sets any status, keeps `resolvedAt` while resolved, and logs each change', async () => {
  const admin = await anAdmin(database.db);
  const item = await anItem(database.db);
  const { id } = await services.complaints.report(await aMember(database.db), '', about(item.id));
  const set = async (status: 'new' | 'in_progress' | 'resolved' | 'rejected') => {
    later();
    return services.complaints.setStatus(admin, id, { status });
  };
  expect(await set('resolved')).toMatchObject({
    status: 'resolved',
    resolvedAt: now,
    handledBy: admin.user.id,
  });
  expect(await set('in_progress')).toMatchObject({ status: 'in_progress', resolvedAt: null });
  expect(await set('rejected')).toMatchObject({ status: 'rejected', resolvedAt: null });
  expect(await set('new')).toMatchObject({ status: 'new' });
  const unchanged = await set('new');
  expect(unchanged.updatedAt.getTime()).toBeLessThan(now.getTime());
  const { entries } = await services.auditLog.list(admin, {
    subjectType: 'complaint',
    subjectId: String(id),
    page: 0,
    perPage: 50,
  });
  expect(entries.map((entry) => [entry.before, entry.after])).toEqual([
    ['rejected', 'new'],
    ['in_progress', 'rejected'],
    ['resolved', 'in_progress'],
    ['new', 'resolved'],
  ]);
  expect(entries[0]).toMatchObject({
    actorId: admin.user.id,
    action: 'complaint.status',
    subjectId: String(id),
    itemId: item.id,
  });
});

test('refuses to reopen a complaint beside another open one of the same person', async () => {
  const [person, admin] = [await aMember(database.db), await anAdmin(database.db)];
  const item = await anItem(database.db);
  const first = await services.complaints.report(person, '', about(item.id));
  await services.complaints.setStatus(admin, first.id, { status: 'resolved' });
  await services.complaints.report(person, '', about(item.id));
  await expect(
    services.complaints.setStatus(admin, first.id, { status: 'new' }),
  ).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'anotherOpen',
  });
  await expect(
    services.complaints.setStatus(admin, 2_000_000_000, { status: 'new' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('shows the reason of a rejection to the complainant until it is reopened', async () => {
  const [member, admin] = [await aMember(database.db), await anAdmin(database.db)];
  const report = await services.complaints.report(member, '', {
    itemId: (await anItem(database.db)).id,
    complaintType: 'wrong_tags',
  });
  const set = (input: Parameters<typeof services.complaints.setStatus>[2]) =>
    services.complaints.setStatus(admin, report.id, input);
  const seen = async () => {
    const [own] = (await services.complaints.own(member)).filter(({ id }) => id === report.id);
    return own && { status: own.status, word: own.rejectionReason };
  };
  await expect(set({ status: 'in_progress', rejectionReason: 'Why' })).rejects.toMatchObject({
    code: 'INVALID',
    errors: [{ path: 'rejectionReason' }],
  });
  await set({ status: 'rejected' });
  expect(await seen()).toEqual({ status: 'rejected', word: null });
  await set({ status: 'rejected', rejectionReason: '  The team calls them so ' });
  expect(await seen()).toEqual({ status: 'rejected', word: 'The team calls them so' });
  // Repeating the status keeps the reply.
  await set({ status: 'rejected' });
  expect(await seen()).toEqual({ status: 'rejected', word: 'The team calls them so' });
  await set({ status: 'new' });
  expect(await seen()).toEqual({ status: 'new', word: null });
  const about = { subjectType: 'complaint', subjectId: String(report.id), page: 0, perPage: 50 };
  const said = { status: 'rejected', word: 'The team calls them so' };
  const { entries } = await services.auditLog.list(admin, about);
  expect(entries.map(({ before, after }) => [before, after])).toEqual([
    [said, 'new'],
    ['rejected', said],
    ['new', 'rejected'],
  ]);
  await expect(
    set({ status: 'rejected', rejectionReason: 'x'.repeat(1_001) }),
  ).rejects.toMatchObject({
    code: 'INVALID',
  });
});

describe('undo beside concurrent and later changes', () => {
  let admin: Member;
  let person: Member;
  beforeAll(async () => {
    admin = await anAdmin(database.db);
    person = await aMember(database.db);
  });
  const complain = (itemId: number, complaintType: ComplaintType) =>
    services.complaints.report(person, '', { itemId, complaintType, comment: null });
  const hide = (itemId: number) =>
    services.complaintReview.applyFix(admin, { itemId, type: 'spam' }, { action: 'hide' });
  const statuses = (ids: readonly number[]): Promise<string[]> =>
    database
      .db('complaints')
      .whereIn('id', [...ids])
      .orderBy('id')
      .pluck('status');

  test('does not close a reopened complaint for the same merge', async () => {
    const [{ id }, { id: kept }] = [await anItem(database.db), await anItem(database.db)];
    const sent = await complain(id, 'duplicate_content');
    later(60_000);
    await services.merges.merge(admin, [kept, id], { take: [], tags: 'both', bookmark: 'keep' });
    expect(await services.complaintReview.closeEnded()).toBe(1);
    later(60_000);
    await services.complaints.setStatus(admin, sent.id, { status: 'new' });
    expect(await services.complaintReview.closeEnded()).toBe(0);
    expect(await statuses([sent.id])).toEqual(['new']);
  });

  describe('an undone merge', () => {
    const merge = async (kept: number, id: number): Promise<number> => {
      later(60_000);
      const done = await services.merges.merge(admin, [kept, id], {
        take: [],
        tags: 'both',
        bookmark: 'keep',
      });
      return done.mergeId;
    };
    const settle = () => services.complaintReview.closeEnded();
    const undo = (mergeId: number) => {
      later(60_000);
      return services.merges.undo(admin, mergeId);
    };

    test('reopens the complaint that it has closed, logs it, and notifies the complainant', async () => {
      const [{ id }, { id: kept }] = [await anItem(database.db), await anItem(database.db)];
      const sent = await complain(id, 'duplicate_content');
      const mergeId = await merge(kept, id);
      expect(await settle()).toBe(1);
      await undo(mergeId);
      expect(await database.db('complaints').where({ id: sent.id }).first()).toMatchObject({
        item_id: id,
        status: 'new',
        resolved_at: null,
        cure_id: null,
        handled_by: admin.user.id,
      });
      const ofIt = { subject_id: String(sent.id) };
      expect(
        await database
          .db('activity')
          .where({ ...ofIt, action: 'complaint.status' })
          .orderBy('id')
          .select('before', 'after', 'is_automatic', 'item_id'),
      ).toEqual([
        { before: 'new', after: 'resolved', is_automatic: true, item_id: kept },
        { before: 'resolved', after: 'new', is_automatic: false, item_id: id },
      ]);
      const told = await database
        .db('events')
        .where({ ...ofIt, kind: 'report_moved' })
        .orderBy('id');
      expect(told).toMatchObject([
        { before: null, after: 'new' },
        { before: 'new', after: 'resolved' },
        { before: 'resolved', after: 'new', actor_id: admin.user.id },
      ]);
      const fixes = await database.db('complaint_cures').where({ merge_id: mergeId });
      expect(fixes).toMatchObject([{ undone_at: now }]);
      // The undo of the merge undoes it; it cannot be undone separately again.
      await expect(services.complaintReview.undo(admin, fixes[0].id)).rejects.toMatchObject({
        reason: 'cannotUndo',
      });
      expect(await settle()).toBe(0);
    });

    test('leaves complaints closed that were handled otherwise or belong to a deleted account', async () => {
      const [{ id }, { id: kept }] = [await anItem(database.db), await anItem(database.db)];
      const [leaving, other] = [await aMember(database.db), await aMember(database.db)];
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
  });

  test('keeps a reopened complaint open until the fault is seen again', async () => {
    const seen = {
      broken_link: (id: number, isBroken: boolean) =>
        database
          .db('link_checks')
          .insert({
            item_id: id,
            url: database.db('items').where({ id }).select('source_url'),
            checked_at: now,
            state: isBroken ? 'broken' : 'ok',
            status: isBroken ? '404' : '200',
          })
          .onConflict('item_id')
          .merge(),
      missing_translation: (id: number, isBroken: boolean) =>
        database
          .db('items')
          .where({ id })
          .update({ description_ru: isBroken ? '' : 'Перевод', description_en: 'Text' }),
    };
    for (const type of ['broken_link', 'missing_translation'] as const) {
      const { id } = await anItem(database.db);
      const sent = await complain(id, type);
      const closed = async (isBroken?: boolean) => {
        later(60_000);
        if (isBroken !== undefined) await seen[type](id, isBroken);
        return services.complaintReview.closeEnded();
      };
      expect({ type, closed: [await closed(true), await closed(false)] }).toEqual({
        type,
        closed: [0, 1],
      });
      later(60_000);
      await services.complaints.setStatus(admin, sent.id, { status: 'new' });
      expect(await services.complaintReview.closeEnded()).toBe(0);
      expect(await statuses([sent.id])).toEqual(['new']);
      // A complaint in progress is closed too.
      await seen[type](id, true);
      await services.complaintReview.closeEnded();
      await services.complaints.setStatus(admin, sent.id, { status: 'in_progress' });
      expect(await closed(false)).toBe(1);
    }
  });

  test('lets one of two simultaneous undos win', async () => {
    const { id } = await anItem(database.db);
    const sent = await complain(id, 'spam');
    const done = await hide(id);
    const held = await database.db.transaction();
    await held('complaint_cures').where({ id: done.id }).forUpdate().first('id');
    const undone = Promise.allSettled(
      [admin, await anAdmin(database.db)].map((one) => services.complaintReview.undo(one, done.id)),
    );
    await waitForLocks(database.db, 2);
    await held.commit();
    expect((await undone).toSorted((a, b) => a.status.localeCompare(b.status))).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'CONFLICT', reason: 'cannotUndo' } },
    ]);
    expect(await statuses([sent.id])).toEqual(['new']);
  });
});
