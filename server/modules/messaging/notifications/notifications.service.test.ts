// Notifications on a real database: sources, folding, visibility, and settings and times of delivery.
import type { Knex } from 'knex';
import { aMember, anItem, aUseCase } from '../../../testing/builders.ts';
import { runDueJobs } from '../../../testing/runJobs.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import { createNotifications } from '../../../transports/jobs/messagingTasks.ts';
import { recordDueReviews } from '../../../transports/jobs/accessTasks.ts';
import type { Services } from '../../../composition.ts';
import fc from '../../../testing/fastCheck.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import { deliveryTime, endOfQuietHours, type PersonalClock } from './delivery.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';

let database: TestDatabase;
let db: Knex;
let now: Date;
let person: Member;
let colleague: Member;
let admin: Member;
const clock = () => now;
const signal = new AbortController().signal;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  here = open();
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = new Date('2026-10-01T09:00:00Z');
  await db('notifications').delete();
  await db('event_queue').delete();
  person = await aMember(db);
  colleague = await aMember(db);
  admin = await aMember(db, { isAdmin: true });
});

let here: Services;
/** Another process, on the same database. */
const open = () => createTestServices(db, { clock }).services;
const made = async () => {
  await here.notifications.processEvents(signal);
};
const told = async (viewer: Member) => {
  await made();
  return (await here.notifications.page(viewer, { page: 0, perPage: 20 })).notifications;
};
const hide = (id: number, adminVisibility: 'hidden' | 'visible' = 'hidden') =>
  here.knowledge.update(admin, id, { adminVisibility });
const use = (viewer: Member, id: number) => here.knowledge.like(viewer, id);

test('folds the likes of a use case into one notification a day, counting each person once', async () => {
  const { id, itemId } = await aUseCase(db, { userId: person.user.id });
  const { useCases } = here;
  for (const viewer of [colleague, admin]) await useCases.toggleLike(viewer, id);
  await made();
  // One like is removed and given again; another is removed before it is processed.
  for (let press = 0; press < 2; press += 1) await useCases.toggleLike(colleague, id);
  const third = await aMember(db);
  for (let press = 0; press < 2; press += 1) await useCases.toggleLike(third, id);
  const [first, ...others] = await told(person);
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    kind: 'case_liked',
    itemId,
    subjectId: String(id),
    count: 2,
    isRead: false,
    at: now,
  });
  now = new Date('2026-10-02T09:00:00Z');
  await useCases.toggleLike(third, id);
  expect((await told(person)).map(({ count }) => count)).toEqual([1, 2]);
  // A repeated like counts on its new day only, as unread.
  await here.notifications.markRead(person, 1_000_000);
  await useCases.toggleLike(colleague, id);
  now = new Date('2026-10-03T09:00:00Z');
  await useCases.toggleLike(colleague, id);
  expect((await told(person)).map(({ count, isRead }) => [count, isRead])).toEqual([
    [1, false],
    [1, true],
    [1, true],
  ]);
  expect(await told(colleague)).toEqual([]);
});

test('notifies people of steps on their requests, except of their own steps', async () => {
  const item = await anItem(db);
  const { accessRequests, accessWorkflow, complaints, proposals } = here;
  const request = await accessRequests.request(person, {
    service: item.titleEn!,
    subscriptionType: 'pro',
    features: 'All',
  });
  await accessWorkflow.decide(admin, request.id, {
    decision: 'approve',
    expectedVersion: 0,
  });
  await accessWorkflow.withdraw(person, request.id, 1);
  const report = await complaints.report(person, '', {
    itemId: item.id,
    complaintType: 'broken_link',
  });
  await complaints.setStatus(admin, report.id, { status: 'in_progress' });
  const { proposal } = await proposals.propose(person, { address: 'https://new.example.com' });
  await proposals.decline(admin, proposal!.id, { reason: 'Known already' });
  expect(await told(person)).toMatchObject([
    { kind: 'proposal_moved', status: 'declined', title: 'https://new.example.com', itemId: null },
    { kind: 'report_moved', status: 'in_progress', itemId: item.id, subjectId: String(report.id) },
    { kind: 'request_moved', status: 'approved', title: item.titleEn, itemId: item.id },
  ]);
  expect(await told(admin)).toEqual([]);
});

test('hides notifications when their people and use cases are gone, and shows them when restored', async () => {
  const { id, itemId } = await aUseCase(db, { userId: person.user.id });
  await use(person, itemId);
  const { notifications, personDeletion, useCases, useCaseWriting } = here;
  const goes = await aMember(db);
  for (const viewer of [colleague, goes]) await useCases.toggleLike(viewer, id);
  await useCases.askExpert(colleague, itemId, person.user.id);
  const write = async (viewer: Member, text: string) => {
    const given = { descriptionRu: `${text} ru`, descriptionEn: `${text} en` };
    return (await useCaseWriting.create(viewer, itemId, given)).id;
  };
  const kept = await write(colleague, 'Kept');
  await write(goes, 'Gone');
  const cases = { kind: 'service_case', subjectId: String(kept) };
  const asked = { kind: 'case_asked', count: 1 };
  const likes = { kind: 'case_liked', subjectId: String(id) };
  expect(await told(person)).toMatchObject([
    { kind: 'service_case', count: 2 },
    asked,
    { ...likes, count: 2 },
  ]);
  await personDeletion.remove(goes.user.id);
  expect(await told(person)).toMatchObject([{ ...cases, count: 1 }, asked, { ...likes, count: 1 }]);
  await useCases.toggleLike(colleague, id);
  await useCases.remove(colleague, kept);
  expect(await told(person)).toMatchObject([asked]);
  expect(await notifications.countUnread(person)).toBe(1);
  const all = { seq: 0, first: 10 };
  expect(await notifications.after(person, person.user.id, all)).toMatchObject([asked]);
  await notifications.markRead(person, 1_000_000);
  await useCases.remove(person, id);
  expect(await notifications.page(person, { page: 0, perPage: 5 })).toMatchObject({
    notifications: [],
    total: 0,
    unread: 0,
  });
  await useCases.restore(person, id);
  await useCases.restore(colleague, kept);
  // The use case was not seen when all were marked as read.
  expect(await told(person)).toMatchObject([
    { ...cases, count: 1, isRead: false },
    { ...asked, isRead: true },
  ]);
});

test('notifies users of an item of company rules, use cases and a broken link', async () => {
  const { id: itemId } = await anItem(db);
  const stranger = await aMember(db, { companyKey: 'nexters' });
  for (const viewer of [person, colleague, stranger]) await use(viewer, itemId);
  const { dataRules, useCaseWriting } = here;
  await dataRules.set(admin, 'gdev', [
    { itemId, tier: 'team', status: 'approved' },
    { itemId, tier: 'free', status: 'not_allowed' },
  ]);
  for (const text of ['One', 'Two']) {
    const given = { descriptionRu: `${text} ru`, descriptionEn: `${text} en` };
    await useCaseWriting.create(colleague, itemId, given);
  }
  await db.transaction((trx) =>
    outboxOn(trx, clock).record({ kind: 'link_lost', subjectId: itemId, itemId, actorId: null }),
  );
  const lost = { kind: 'service_link_lost', itemId, count: 1 };
  const cases = { kind: 'service_case', count: 2 };
  const rules = { kind: 'service_rules', itemId, subjectId: String(itemId) };
  expect(await told(person)).toMatchObject([lost, cases, rules]);
  expect(await told(colleague)).toMatchObject([lost, rules]);
  expect(await told(stranger)).toMatchObject([lost, cases]);
  expect(await told(admin)).toEqual([]);
});

test('withdraws an undone rule change from people who have not read it, and notifies the others', async () => {
  const { id: itemId } = await anItem(db);
  const other = await anItem(db);
  const late = await aMember(db);
  for (const viewer of [person, colleague])
    for (const id of [itemId, other.id]) await use(viewer, id);
  const { dataRules, notifications, rulesTable } = here;
  const ban = (tier: 'team' | 'free', id = itemId) =>
    dataRules.set(admin, 'gdev', [{ itemId: id, tier, status: 'not_allowed' }]);
  // Two changes of one day are one notification, which keeps the remaining one.
  await ban('free', other.id);
  const text = `id,status\n${itemId},approved\n${other.id},approved\n`;
  const brought = await rulesTable.import(admin, 'gdev', { text, isDryRun: false });
  expect(await told(person)).toHaveLength(2);
  expect(await told(colleague)).toHaveLength(2);
  await notifications.markRead(colleague, 1_000_000);
  await use(late, itemId);
  const undone = await dataRules.undo(admin, brought.changeId!);
  expect(await told(person)).toMatchObject([{ itemId: other.id, count: 1 }]);
  const changed = { isRead: false, kind: 'service_rules' };
  expect(await told(colleague)).toMatchObject([
    { ...changed, itemId: other.id },
    { ...changed, itemId },
  ]);
  expect(await told(late)).toEqual([]);
  // Repeating an undone change notifies again; one that is undone before processing does not.
  await dataRules.undo(admin, undone.changeId!);
  expect(await told(late)).toMatchObject([{ ...changed, itemId, count: 1 }]);
  expect(await told(person)).toHaveLength(2);
  await use(late, other.id);
  await dataRules.undo(admin, (await ban('team', other.id)).changeId!);
  expect(await told(late)).toHaveLength(1);
});

test('Z3: shows nothing of a hidden item, whether hidden before or after the notification', async () => {
  const [before, after] = [await anItem(db), await anItem(db)];
  const lose = (itemId: number) =>
    outboxOn(db, clock).record({ kind: 'link_lost', subjectId: itemId, itemId, actorId: null });
  for (const { id } of [before, after]) for (const viewer of [person, admin]) await use(viewer, id);
  await hide(before.id);
  for (const { id } of [before, after]) await lose(id);
  await made();
  await hide(after.id);
  const { notifications } = here;
  const seen = [
    (await told(person)).length,
    await notifications.countUnread(person),
    (await notifications.after(person, person.user.id, { seq: 0, first: 10 })).length,
  ];
  // Notifications that were skipped while it was hidden stay skipped.
  await hide(before.id, 'visible');
  await hide(after.id, 'visible');
  const shown = (await told(person)).map(({ itemId }) => itemId);
  expect(seen).toEqual([0, 0, 0]);
  expect(shown).toEqual([after.id]);
  expect(await told(admin)).toHaveLength(2);
});

test('marks only seen notifications as read, and additions as unread', async () => {
  const { id } = await aUseCase(db, { userId: person.user.id });
  const { notifications, useCases, complaints } = here;
  await useCases.toggleLike(colleague, id);
  const [liked] = await told(person);
  const report = await complaints.report(person, '', {
    itemId: (await anItem(db)).id,
    complaintType: 'broken_link',
  });
  await complaints.setStatus(admin, report.id, { status: 'resolved' });
  await made();
  expect(await notifications.countUnread(person)).toBe(2);
  expect(await notifications.markRead(person, liked!.seq)).toBe(1);
  expect(await notifications.markRead(colleague, 1_000_000)).toBe(0);
  expect((await told(person)).map(({ kind, isRead }) => [kind, isRead])).toEqual([
    ['report_moved', false],
    ['case_liked', true],
  ]);
  await useCases.toggleLike(admin, id);
  const [again] = await told(person);
  expect(again).toMatchObject({ kind: 'case_liked', isRead: false, count: 2 });
  expect(again!.seq).toBeGreaterThan(liked!.seq);
  const page = await notifications.page(person, { page: 1, perPage: 1 });
  expect(page).toMatchObject({ total: 2, unread: 2, notifications: [{ kind: 'report_moved' }] });
});

test('makes each notification once across two processes, and deletes it after 90 days', async () => {
  const ids = await Promise.all(
    Array.from({ length: 60 }, async () => (await aUseCase(db, { userId: person.user.id })).id),
  );
  for (const id of ids) await here.useCases.toggleLike(colleague, id);
  await here.jobs.enqueue('createNotifications');
  await Promise.all([made(), made(), runDueJobs(database.url, open(), [createNotifications])]);
  expect(await here.notifications.countUnread(person)).toBe(60);
  now = new Date('2026-12-30T08:00:00Z');
  await here.notifications.deleteOld();
  expect(await here.notifications.countUnread(person)).toBe(60);
  now = new Date('2026-12-30T10:00:00Z');
  await here.notifications.deleteOld();
  expect(await here.notifications.countUnread(person)).toBe(0);
});

test('notifies the owner, the last decider or the admins once of a due review', async () => {
  const decider = await aMember(db, { isAdmin: true, companyKey: 'nexters' });
  const other = await aMember(db, { isAdmin: true, companyKey: 'nexters' });
  const [named, decided, orphaned, far] = await Promise.all([1, 2, 3, 4].map(() => anItem(db)));
  const rule = (itemId: number, reviewBy: string, owner?: string) => ({
    itemId,
    tier: 'team' as const,
    status: 'approved' as const,
    reviewBy,
    ...(owner ? { owner } : {}),
  });
  const set = (...rules: ReturnType<typeof rule>[]) =>
    here.dataRules.set(decider, 'nexters', rules);
  const email = `owner.${person.user.id}@gdev.inc`;
  await db('users').where({ id: person.user.id }).update({ email });
  await set(
    rule(named!.id, '2026-10-15', `Anna Petrova <${email.toUpperCase()}>`),
    rule(decided!.id, '2026-09-01'),
    rule(orphaned!.id, '2026-10-02'),
    rule(far!.id, '2026-10-16'),
  );
  await db('data_rules').where({ item_id: orphaned!.id }).update({ decided_by: null });
  const due = async (viewer: Member) =>
    (await told(viewer)).filter(({ kind }) => kind === 'review_due').map(({ itemId }) => itemId);
  for (let again = 0; again < 2; again += 1) {
    await Promise.all([
      here.ruleReviews.recordDue(signal),
      here.ruleReviews.recordDue(signal),
      runDueJobs(database.url, open(), [recordDueReviews]),
    ]);
    expect(await due(person)).toEqual([named!.id]);
    expect((await due(decider)).toSorted()).toEqual([decided!.id, orphaned!.id].toSorted());
    expect(await due(other)).toEqual([orphaned!.id]);
    await here.jobs.enqueue('recordDueReviews');
  }
  // A new date notifies again; a date that is moved before processing does not.
  now = new Date('2026-10-02T09:00:00Z');
  await set(rule(named!.id, '2026-10-14'), rule(decided!.id, '2026-10-12'));
  expect(await here.ruleReviews.recordDue(signal)).toBe(3);
  await set(rule(decided!.id, '2027-10-12'));
  expect(await due(person)).toEqual([named!.id, named!.id]);
  expect(await due(decider)).toContain(far!.id);
  expect((await due(decider)).filter((id) => id === decided!.id)).toHaveLength(1);
});

test('moves notifications to the kept item of a merge', async () => {
  const [kept, merged] = [await anItem(db), await anItem(db)];
  await use(person, merged.id);
  await outboxOn(db, clock).record({
    kind: 'link_lost',
    subjectId: merged.id,
    itemId: merged.id,
    actorId: null,
  });
  await made();
  await db('items').where({ id: merged.id }).update({ removed_at: now, merged_into: kept.id });
  expect(await told(person)).toMatchObject([{ itemId: kept.id }]);
});

describe('times of delivery', () => {
  const inZone = (timeZone: string, quiet: PersonalClock['quiet'] = null) => ({ timeZone, quiet });
  const night = { from: '22:00', until: '08:00' };
  const due = (at: string, how: 'now' | 'daily' | 'weekly', clock: PersonalClock) =>
    deliveryTime(new Date(at), how, clock).toISOString();

  test('each delivery time is that of the person’s clock', () => {
    const rows = [
      ['2026-11-23T05:30:00Z', 'now', inZone('Europe/Moscow'), '2026-11-23T05:30:00.000Z'],
      // 23:30 and 07:59 in Moscow wait until eight, 08:00 does not.
      ['2026-11-23T20:30:00Z', 'now', inZone('Europe/Moscow', night), '2026-11-24T05:00:00.000Z'],
      ['2026-11-23T04:59:59Z', 'now', inZone('Europe/Moscow', night), '2026-11-23T05:00:00.000Z'],
      ['2026-11-23T05:00:00Z', 'now', inZone('Europe/Moscow', night), '2026-11-23T05:00:00.000Z'],
      [
        '2026-11-23T12:00:00Z',
        'now',
        inZone('UTC', { from: '12:00', until: '13:15' }),
        '2026-11-23T13:15:00.000Z',
      ],
      // Daily digests at nine, today or tomorrow; weekly ones on Monday.
      ['2026-11-23T05:59:00Z', 'daily', inZone('Europe/Moscow'), '2026-11-23T06:00:00.000Z'],
      ['2026-11-23T06:00:00Z', 'daily', inZone('Europe/Moscow'), '2026-11-24T06:00:00.000Z'],
      ['2026-11-23T06:00:00Z', 'weekly', inZone('Europe/Moscow'), '2026-11-30T06:00:00.000Z'],
      ['2026-11-29T23:00:00Z', 'weekly', inZone('Asia/Kathmandu'), '2026-11-30T03:15:00.000Z'],
      // A digest in quiet hours is sent after them.
      [
        '2026-11-23T01:00:00Z',
        'daily',
        inZone('UTC', { from: '23:00', until: '10:30' }),
        '2026-11-23T10:30:00.000Z',
      ],
      // New York put its clocks forward on March 8, and back on November 1.
      ['2026-03-07T15:00:00Z', 'daily', inZone('America/New_York'), '2026-03-08T13:00:00.000Z'],
      ['2026-10-31T14:00:00Z', 'daily', inZone('America/New_York'), '2026-11-01T14:00:00.000Z'],
      // 2:30 does not exist on March 8, so 3:30 is used. 1:30 occurs twice on November 1.
      [
        '2026-03-08T06:00:00Z',
        'now',
        inZone('America/New_York', { from: '00:00', until: '02:30' }),
        '2026-03-08T07:30:00.000Z',
      ],
      [
        '2026-11-01T04:30:00Z',
        'now',
        inZone('America/New_York', { from: '00:00', until: '01:30' }),
        '2026-11-01T05:30:00.000Z',
      ],
      [
        '2026-11-01T06:10:00Z',
        'now',
        inZone('America/New_York', { from: '00:00', until: '01:30' }),
        '2026-11-01T06:30:00.000Z',
      ],
      // An unknown time zone counts as UTC.
      ['2026-11-23T08:00:00Z', 'daily', inZone('Atlantis/Poseidonis'), '2026-11-23T09:00:00.000Z'],
    ] as const;
    for (const [at, how, clock, expected] of rows)
      expect({ at, how, clock, due: due(at, how, clock) }).toEqual({
        at,
        how,
        clock,
        due: expected,
      });
  });

  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
  ];
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

  test('ends a delay outside quiet hours, within 25 hours, in one step', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        fc.tuple(time, time).filter(([from, until]) => from !== until),
        (timeZone, at, [from, until]) => {
          const clock = inZone(timeZone, { from, until });
          const end = endOfQuietHours(at, clock);
          expect(end.getTime()).toBeGreaterThanOrEqual(at.getTime());
          expect(end.getTime() - at.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
          expect(endOfQuietHours(end, clock)).toEqual(end);
          const between = new Date((at.getTime() + end.getTime()) / 2);
          if (end > at && timeZone === 'UTC') expect(endOfQuietHours(between, clock)).toEqual(end);
          for (const how of ['daily', 'weekly'] as const) {
            const digest = deliveryTime(at, how, clock);
            expect(digest > at).toBe(true);
            expect(endOfQuietHours(digest, clock)).toEqual(digest);
          }
        },
      ),
      { numRuns: 80 },
    );
  });
});
