// Access request workflow on a real database: rights, races of approvers, and expiry.
import { aMember, anItem } from '../../../testing/builders.ts';
import { storedJobs } from '../../../testing/runJobs.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { Services } from '../../../composition.ts';
import type { Member } from '../../people/accounts/accounts.ts';
import type { DecisionInput } from './accessRequests.ts';
import { requesterActions } from './accessApprovers.ts';

let database: TestDatabase;
let now: Date;
let here: Services;
let person: Member;
let admin: Member;
beforeAll(async () => {
  database = await createTestDatabase();
  here = open();
  person = await aMember(database.db, { companyKey: 'nexters', telegramId: '77' });
  admin = await aMember(database.db, { isAdmin: true });
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = new Date('2026-10-01T09:00:00Z');
  await database.db('access_requests').delete();
  await database.db('access_approvers').delete();
  await database.db.raw('truncate graphile_worker._private_jobs');
});

/** Another process, on the same database. */
const open = () => createTestServices(database.db, { clock: () => now }).services;
const dayMs = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(now.getTime() + days * dayMs);

async function asked(by: Member = person) {
  const item = await anItem(database.db);
  return here.accessRequests.request(by, {
    service: item.titleEn!,
    subscriptionType: 'pro',
    features: 'Concept art',
    dataClasses: ['source_code', 'public_material'],
  });
}
const decide = (by: Member, id: number, given: DecisionInput) =>
  here.accessWorkflow.decide(by, id, given);
async function granted(expiresAt: Date | null) {
  const { id } = await asked();
  await decide(admin, id, { decision: 'approve', expectedVersion: 0 });
  await decide(admin, id, { decision: 'grant', expectedVersion: 1, expiresAt });
  return id;
}
const rowOf = (id: number) => database.db('access_requests').where({ id }).first();
const recordOf = (id: number) =>
  database
    .db('activity')
    .where({ subject_type: 'access', subject_id: String(id) })
    .orderBy('id');
const chosen = (member: Member, companyKey = 'nexters') =>
  here.accessWorkflow.setApprovers(admin, companyKey, { people: [member.user.id] });

test('logs and announces each status from the request to the end of access', async () => {
  const made = await asked();
  expect(made).toMatchObject({
    status: 'requested',
    version: 0,
    dataClasses: ['public_material', 'source_code'],
    dueAt: new Date('2026-10-06T09:00:00Z'),
  });
  const { id } = made;
  const question = await decide(admin, id, {
    decision: 'ask',
    expectedVersion: 0,
    message: 'For how long?',
  });
  expect(question).toMatchObject({
    request: { status: 'needs_answer', decisionMessage: 'For how long?', decidedBy: admin.user.id },
    actions: ['approve', 'decline'],
  });
  now = inDays(7);
  await here.accessWorkflow.answer(person, id, {
    answer: ' A year ',
    expectedVersion: 1,
  });
  expect(await rowOf(id)).toMatchObject({
    status: 'requested',
    answer: 'A year',
    due_at: new Date('2026-10-13T09:00:00Z'),
  });
  // Another question clears the previous answer.
  await decide(admin, id, { decision: 'ask', expectedVersion: 2, message: 'Which game?' });
  expect(await here.accessRequests.own(person)).toMatchObject([
    { id, decisionMessage: 'Which game?', answer: null },
  ]);
  await decide(admin, id, { decision: 'approve', expectedVersion: 3 });
  await decide(admin, id, { decision: 'grant', expectedVersion: 4, expiresAt: inDays(30) });
  expect(await rowOf(id)).toMatchObject({ status: 'granted', expires_at: inDays(30), word: null });
  await decide(admin, id, {
    decision: 'revoke',
    expectedVersion: 5,
    message: 'The project is over',
  });
  expect(await rowOf(id)).toMatchObject({ status: 'revoked', expires_at: null });
  expect(
    (await recordOf(id)).map(({ before, after, actor_id: by }) => [before, after, by]),
  ).toEqual([
    [{ status: 'requested' }, { status: 'needs_answer' }, admin.user.id],
    [{ status: 'needs_answer' }, { status: 'requested' }, person.user.id],
    [{ status: 'requested' }, { status: 'needs_answer' }, admin.user.id],
    [{ status: 'needs_answer' }, { status: 'approved' }, admin.user.id],
    [
      { status: 'approved' },
      { status: 'granted', expiresAt: inDays(30).toISOString() },
      admin.user.id,
    ],
    [{ status: 'granted' }, { status: 'revoked' }, admin.user.id],
  ]);
  // Messages to the requester stay out of the audit log.
  expect(JSON.stringify(await recordOf(id))).not.toContain('The project is over');
  const { notifications } = here;
  await notifications.processEvents(new AbortController().signal);
  const told = await notifications.page(person, { page: 0, perPage: 20 });
  expect(
    told.notifications
      .filter(({ kind, subjectId }) => kind === 'request_moved' && subjectId === String(id))
      .map(({ status }) => status),
  ).toEqual(['revoked', 'granted', 'approved', 'needs_answer', 'needs_answer']);
});

test('takes an expiry within 1,096 days, only for granted access', async () => {
  const { id } = await asked();
  await decide(admin, id, { decision: 'approve', expectedVersion: 0 });
  const grant = (expiresAt: Date) =>
    decide(admin, id, { decision: 'grant', expectedVersion: 1, expiresAt });
  for (const wrong of [now, inDays(-1), new Date(inDays(1_096).getTime() + 1)])
    await expect(grant(wrong)).rejects.toMatchObject({ errors: [{ path: 'expiresAt' }] });
  await expect(
    decide(admin, id, {
      decision: 'decline',
      expectedVersion: 1,
      message: 'No',
      expiresAt: inDays(1),
    }),
  ).rejects.toMatchObject({ errors: [{ path: 'expiresAt' }] });
  expect((await grant(inDays(1_096))).request.status).toBe('granted');
});

test('lets admins and approvers decide in their scope, nobody on the own request', async () => {
  const { db } = database;
  const { id } = await asked();
  const colleague = await aMember(db, { companyKey: 'nexters' });
  const own = await aMember(db, { companyKey: 'nexters', isAdmin: true });
  const other = await aMember(db, { companyKey: 'royalark', isAdmin: true });
  const approve = (by: Member, request = id) =>
    decide(by, request, { decision: 'approve', expectedVersion: 0 });
  const countOf = (by: Member) => here.accessWorkflow.countWaiting(by);
  await expect(approve(colleague)).rejects.toMatchObject({ reason: 'approversOnly' });
  await expect(approve(other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(here.accessWorkflow.list(colleague, null)).rejects.toMatchObject({
    reason: 'approversOnly',
  });
  expect(await Promise.all([colleague, own, other, admin].map(countOf))).toEqual([null, 1, 0, 1]);
  await expect(
    here.accessWorkflow.setApprovers(other, 'nexters', { people: [colleague.user.id] }),
  ).rejects.toMatchObject({ reason: 'otherCompany' });
  await chosen(colleague);
  await chosen(colleague);
  expect(await here.accessWorkflow.approvers(own)).toEqual([
    { companyKey: 'nexters', userIds: [colleague.user.id] },
  ]);
  const mine = await asked(colleague);
  await expect(approve(colleague, mine.id)).rejects.toMatchObject({ reason: 'ownRequest' });
  // One's own request does not count as waiting.
  expect(await Promise.all([colleague, admin].map(countOf))).toEqual([1, 2]);
  expect(
    (await here.accessWorkflow.list(colleague, ['requested'])).map(({ request, actions }) => [
      request.id,
      actions.length,
    ]),
  ).toEqual(
    [
      [mine.id, 0],
      [id, 3],
    ].toSorted(([one], [two]) => two! - one!),
  );
  // A token of an approver decides nothing.
  await expect(approve({ ...colleague, via: 'write' })).rejects.toMatchObject({
    reason: 'approversOnly',
  });
  expect((await approve(colleague)).request.status).toBe('approved');
  const records = await db('activity').where({ action: 'access.approvers' });
  expect(records.map(({ before, after }) => [before, after])).toEqual([
    [{ people: [] }, { people: [colleague.user.id] }],
  ]);
  await here.accessWorkflow.setApprovers(own, 'nexters', { people: [] });
  expect(await countOf(colleague)).toBeNull();
  const ofNone = await asked(await aMember(db, { companyKey: null }));
  expect((await approve(other, ofNone.id)).request.status).toBe('approved');
});

test('lets a person withdraw and answer only the own request, in its current version', async () => {
  const request = await asked();
  const { id } = request;
  const stranger = await aMember(database.db);
  const offered = (by: Member) => requesterActions(request, by);
  expect(offered(person)).toEqual(['withdraw']);
  expect([stranger, admin, { ...person, via: 'write' as const }].map(offered)).toEqual([
    [],
    [],
    [],
  ]);
  const withdraw = (by: Member, version: number) => here.accessWorkflow.withdraw(by, id, version);
  await expect(withdraw(stranger, 0)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(withdraw(admin, 0)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(withdraw(person, 1)).rejects.toMatchObject({ reason: 'requestChanged' });
  await expect(
    here.accessWorkflow.answer(person, id, { answer: 'Yes', expectedVersion: 0 }),
  ).rejects.toMatchObject({ reason: 'requestChanged' });
  expect(await withdraw(person, 0)).toMatchObject({ status: 'withdrawn', version: 1 });
});

test('expires access once at its time, across two processes and a restart', async () => {
  const end = inDays(2);
  const id = await granted(end);
  const endless = await granted(null);
  const rings = (await storedJobs(database.db)).filter(
    ({ task_identifier: task }) => task === 'expireAccess',
  );
  expect(rings.map(({ run_at: at }) => at)).toEqual([end]);
  now = new Date(end.getTime() - 1);
  expect(await here.accessWorkflow.expireDue()).toBe(0);
  now = end;
  const [one, two] = [open(), open()];
  const counts = await Promise.all(
    [one, two, one, two].map(({ accessWorkflow }) => accessWorkflow.expireDue()),
  );
  expect(counts.reduce((sum, count) => sum + count)).toBe(1);
  expect(await here.accessWorkflow.expireDue()).toBe(0);
  expect(await rowOf(id)).toMatchObject({ status: 'expired', changed_at: end });
  expect((await rowOf(endless)).status).toBe('granted');
  const ends = (await recordOf(id)).filter(({ after }) => after.status === 'expired');
  expect(ends).toMatchObject([
    { actor_id: null, is_automatic: true, before: { status: 'granted' } },
  ]);
});

test('renews granted or expired access, unless the person has requested it again', async () => {
  const id = await granted(inDays(1));
  await decide(admin, id, { decision: 'renew', expectedVersion: 2, expiresAt: inDays(3) });
  now = inDays(2);
  expect(await here.accessWorkflow.expireDue()).toBe(0);
  now = inDays(2);
  expect(await here.accessWorkflow.expireDue()).toBe(1);
  const { service } = await rowOf(id);
  const anew = await here.accessRequests.request(person, {
    service,
    subscriptionType: 'pro',
    features: 'Once more',
  });
  expect(anew.id).not.toBe(id);
  const renew = () => decide(admin, id, { decision: 'renew', expectedVersion: 4 });
  await expect(renew()).rejects.toMatchObject({ code: 'CONFLICT', reason: 'openRequestExists' });
  await here.accessWorkflow.withdraw(person, anew.id, 0);
  expect((await renew()).request).toMatchObject({ status: 'granted', expiresAt: null });
});

test('resolves a renewal that races with a new request', async () => {
  for (let round = 0; round < 6; round += 1) {
    const id = await granted(inDays(1));
    now = inDays(1);
    await here.accessWorkflow.expireDue();
    const { service } = await rowOf(id);
    const [first, second] = [open(), open()];
    const [renewed, anew] = await Promise.allSettled([
      first.accessWorkflow.decide(admin, id, { decision: 'renew', expectedVersion: 3 }),
      second.accessRequests.request(person, {
        service,
        subscriptionType: 'pro',
        features: 'Once more',
      }),
    ]);
    expect(anew.status).toBe('fulfilled');
    if (renewed.status === 'rejected')
      expect(renewed.reason).toMatchObject({ code: 'CONFLICT', reason: 'openRequestExists' });
  }
});

test('keeps a disabled approver but does not appoint one', async () => {
  const { db } = database;
  const [gone, other] = [await aMember(db), await aMember(db)];
  await chosen(gone);
  await db('users').where({ id: gone.user.id }).update({ disabled_at: now });
  const choose = (...people: Member[]) =>
    here.accessWorkflow.setApprovers(admin, 'nexters', {
      people: people.map(({ user }) => user.id),
    });
  expect((await choose(gone, other)).userIds).toHaveLength(2);
  expect((await choose(other)).userIds).toHaveLength(1);
  await expect(choose(gone)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('refuses the slower of two admins who change approvers', async () => {
  const { db } = database;
  const [first, second, third] = [await aMember(db), await aMember(db), await aMember(db)];
  const choose = (people: Member[], expected: Member[]) =>
    here.accessWorkflow.setApprovers(admin, 'nexters', {
      people: people.map(({ user }) => user.id),
      expectedPeople: expected.map(({ user }) => user.id),
    });
  await choose([first], []);
  const outcomes = await Promise.allSettled([
    choose([first, second], [first]),
    choose([first, third], [first]),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'CONFLICT', reason: 'changedMeanwhile' },
  });
  const [standing] = (await here.accessWorkflow.approvers(admin)).filter(
    ({ companyKey }) => companyKey === 'nexters',
  );
  const winner = outcomes[0]?.status === 'fulfilled' ? second : third;
  expect(standing?.userIds).toEqual([first.user.id, winner.user.id]);
  // An equal choice causes no conflict, and the order does not matter.
  await choose([winner, first], [first]);
  expect((await choose([third], [winner, first])).userIds).toEqual([third.user.id]);
});
