// Reports on the real database: who may make, see and settle them, and what happens when two do it at once.
import { limits } from '../../../config/limits.ts';
import { aMember, anAdmin, anItem, aUser } from '../../../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { Services } from '../../../composition.ts';
import type { ComplaintInput } from './complaints.ts';

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

test('a report is stored with the address of the caller, and is new', async () => {
  const person = await aMember(database.db);
  const item = await anItem(database.db);
  const report = await services.complaints.report(
    person,
    '203.0.113.7',
    about(item.id, { comment: '  Не открывается ' }),
  );
  expect(report).toMatchObject({
    itemId: item.id,
    userId: person.user.id,
    userIp: '203.0.113.7',
    comment: 'Не открывается',
    status: 'new',
    resolvedAt: null,
    createdAt: now,
  });
  expect(await services.complaints.own(person)).toEqual([report]);
});

test('a comment may be left out or blank; 2,000 characters are taken, 2,001 are not', async () => {
  const person = await aMember(database.db);
  const item = await anItem(database.db);
  const report = (comment: string) =>
    services.complaints.report(person, '', about(item.id, { comment }));
  expect((await report('   ')).comment).toBeNull();
  await expect(report('я'.repeat(2_001))).rejects.toMatchObject({
    errors: [{ path: 'comment', code: 'too_long' }],
  });
  await database.db('complaints').delete();
  expect((await report('я'.repeat(2_000))).comment).toHaveLength(2_000);
});

test('an open report is answered again and not doubled, also when sent 20 times at once; a settled one makes room', async () => {
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
  // Other tools hear of each that came, once.
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

test('what is written when it is reported again is added to the open report, once; what is too long together is refused', async () => {
  const person = await aMember(database.db);
  const item = await anItem(database.db);
  const report = async (comment?: string) =>
    (await services.complaints.report(person, '', about(item.id, comment ? { comment } : {})))
      .comment;
  expect(await report()).toBeNull();
  expect(await report('Цена другая')).toBe('Цена другая');
  await Promise.all(Array.from({ length: 5 }, () => report('И название')));
  expect(await report()).toBe('Цена другая\n\nИ название');
  const room = limits.text.complaintComment - 'Цена другая\n\nИ название\n\n'.length;
  await expect(report('я'.repeat(room + 1))).rejects.toMatchObject({
    code: 'INVALID',
    message: 'With what you have written of this already it is too long',
    errors: [{ path: 'comment', code: 'too_long', limit: limits.text.complaintComment }],
  });
  expect(await report('я'.repeat(room))).toHaveLength(limits.text.complaintComment);
  expect(await services.complaints.own(person)).toHaveLength(1);
});

test('a report that can never be stored ends in a refusal, after a few tries', async () => {
  const person = await aMember(database.db);
  const item = await anItem(database.db);
  await database.db.raw(`
    create sequence complaint_tries;
    create function lose_report() returns trigger language plpgsql as
      $$ begin perform nextval('complaint_tries'); return null; end $$;
    create trigger lose_report before insert on complaints for each row execute function lose_report();
  `);
  try {
    await expect(services.complaints.report(person, '', about(item.id))).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'closedMeanwhile',
      message: 'The report was settled again and again while it was sent: send it once more',
    });
    const { rows } = await database.db.raw<{ rows: { last_value: number }[] }>(
      'select last_value from complaint_tries',
    );
    expect(rows).toEqual([{ last_value: limits.complaint.maxTries }]);
  } finally {
    await database.db.raw(
      'drop trigger lose_report on complaints; drop function lose_report; drop sequence complaint_tries',
    );
  }
});

test('a hidden item cannot be reported, since it does not exist for a non-admin', async () => {
  const item = await anItem(database.db, { adminVisibility: 'hidden' });
  const person = await aMember(database.db);
  await expect(services.complaints.report(person, '', about(item.id))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(services.complaints.report(person, '', about(2_000_000_000))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await database.db('complaints')).toEqual([]);
});

test('admins alone list, count and settle; everybody sees the own reports only', async () => {
  const [one, other, admin] = [
    await aMember(database.db),
    await aMember(database.db),
    await anAdmin(database.db),
  ];
  const item = await anItem(database.db);
  const report = await services.complaints.report(one, '', about(item.id));
  for (const refused of [
    services.complaints.list(other, {}),
    services.complaints.count(other, 'new'),
    services.complaints.setStatus(one, report.id, { status: 'resolved' }),
  ]) {
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
  expect(await services.complaints.own(other)).toEqual([]);
  expect(await services.complaints.list(admin, {})).toEqual([report]);
  await expect(services.complaints.list({ kind: 'visitor' }, {})).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  });
});

test('the list is filtered by status and type, newest first; the count by status', async () => {
  const admin = await anAdmin(database.db);
  const item = await anItem(database.db);
  const reports = [];
  for (const complaintType of ['spam', 'other', 'spam'] as const) {
    later();
    reports.push(
      await services.complaints.report(
        await aMember(database.db),
        '',
        about(item.id, { complaintType }),
      ),
    );
  }
  const [first, second, third] = reports;
  await services.complaints.setStatus(admin, first!.id, { status: 'in_progress' });
  const ids = async (filter: object) =>
    (await services.complaints.list(admin, filter)).map((one) => one.id);
  expect(await ids({})).toEqual([third!.id, second!.id, first!.id]);
  expect(await ids({ type: 'spam' })).toEqual([third!.id, first!.id]);
  expect(await ids({ type: 'spam', status: 'new' })).toEqual([third!.id]);
  expect(await services.complaints.count(admin, 'new')).toBe(2);
  expect(await services.complaints.count(admin, null)).toBe(3);
});

test('other open reports about the same are counted', async () => {
  const admin = await anAdmin(database.db);
  const item = await anItem(database.db);
  const people = [
    await aMember(database.db),
    await aMember(database.db),
    await aMember(database.db),
  ];
  const reports = [];
  for (const person of people)
    reports.push(await services.complaints.report(person, '', about(item.id)));
  await services.complaints.report(people[0]!, '', about(item.id, { complaintType: 'other' }));
  await services.complaints.setStatus(admin, reports[2]!.id, { status: 'resolved' });
  const counts = Object.fromEntries(
    (await services.complaints.list(admin, { type: 'broken_link' })).map((one) => [
      one.id,
      one.sameOpenCount,
    ]),
  );
  expect(counts).toEqual({ [reports[0]!.id]: 1, [reports[1]!.id]: 1, [reports[2]!.id]: 2 });
});

test('any status may be set; resolvedAt stands while it is resolved; each change is recorded', async () => {
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

test('the slower of two admins reads who was faster and when', async () => {
  const slow = await anAdmin(database.db);
  const fast = { ...slow, user: await aUser(database.db, { isAdmin: true, name: 'Ирина' }) };
  const item = await anItem(database.db);
  const seen = await services.complaints.report(await aMember(database.db), '', about(item.id));
  later();
  await services.complaints.setStatus(fast, seen.id, {
    status: 'in_progress',
    expectedUpdatedAt: seen.updatedAt,
  });
  const change = services.complaints.setStatus(slow, seen.id, {
    status: 'rejected',
    expectedUpdatedAt: seen.updatedAt,
  });
  await expect(change).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'changedMeanwhile',
    facts: { who: 'Ирина', when: now.toISOString(), status: 'in_progress' },
  });
  expect((await services.complaints.list(slow, {}))[0]?.status).toBe('in_progress');
});

test('a settled report cannot be opened again beside another open one of the same person', async () => {
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

test('whoever rejects may say why: the reporter reads it, and it goes when the report is opened again', async () => {
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
  // The same again takes nothing away.
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
