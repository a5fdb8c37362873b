// Services that employees propose, on the real database: who may, what a hidden service gives away, and what becomes of them.
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../../config/limits.ts';
import type { Services } from '../../../composition.ts';
import { aMember, anAdmin, anItem } from '../../../testing/builders.ts';
import { runDueJobs, storedJobs } from '../../../testing/runJobs.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { Member } from '../../people/accounts/accounts.ts';

let database: TestDatabase;
let services: Services;
let person: Member;
let admin: Member;
let now: Date;
beforeAll(async () => {
  database = await createTestDatabase();
  services = createTestServices(database.db, { clock: () => now }).services;
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = new Date('2026-10-01T09:00:00Z');
  await database.db('proposed_services').delete();
  await database.db('items').delete();
  await database.db('graphile_worker._private_jobs').delete();
  person = await aMember(database.db);
  admin = await anAdmin(database.db);
});

const propose = (address: string, viewer = person, comment?: string) =>
  services.proposals.propose(viewer, { address, ...(comment ? { comment } : {}) });
const proposed = async (address: string, viewer = person) => {
  const { proposal } = await propose(address, viewer);
  if (!proposal) throw new Error('The catalogue has it');
  return proposal;
};
const own = (viewer = person) => services.proposals.own(viewer);
const told = async (): Promise<{ subjectId: string; after: string }[]> =>
  database
    .db('events')
    .where({ kind: 'proposal_moved' })
    .whereNotNull('before')
    .select('subject_id as subjectId', 'after');

test('an address is taken as people write it, with a word on it; what is no address is refused', async () => {
  expect(await proposed(' tool.example.com/start ')).toMatchObject({
    userId: person.user.id,
    address: 'https://tool.example.com/start',
    state: 'open',
    comment: null,
    createdAt: now,
  });
  const { proposal } = await propose('http://wiki/', person, '  For our pages ');
  expect(proposal).toMatchObject({ address: 'http://wiki/', comment: 'For our pages' });
  for (const address of [
    '',
    '  ',
    'Notion',
    'a tool.com',
    'javascript:alert(1)',
    'file:///x',
    'https://a:b@x.com',
  ])
    await expect(propose(address)).rejects.toMatchObject({
      code: 'INVALID',
      errors: [{ path: 'address' }],
    });
});

test('a word on it has 1,000 characters at most, the answer too', async () => {
  const most = limits.text.proposalComment;
  const { proposal } = await propose('tool.example.com', person, 'я'.repeat(most));
  await expect(propose('other.example.com', person, 'я'.repeat(most + 1))).rejects.toMatchObject({
    errors: [{ path: 'comment', code: 'too_long' }],
  });
  const decline = (answer: string) =>
    services.proposals.decline(admin, proposal!.id, { reason: answer });
  await expect(decline('x'.repeat(limits.text.proposalAnswer + 1))).rejects.toMatchObject({
    errors: [{ path: 'reason', code: 'too_long' }],
  });
  await expect(decline('  ')).rejects.toMatchObject({ errors: [{ path: 'reason' }] });
  expect((await decline('x'.repeat(limits.text.proposalAnswer))).state).toBe('declined');
});

test('a service of the catalogue is answered, however its address is written, also one that was merged', async () => {
  const there = await anItem(database.db, { sourceUrl: 'https://www.tool.example.com/' });
  const merged = await anItem(database.db, { sourceUrl: 'https://old.example.com/' });
  await database
    .db('items')
    .where({ id: merged.id })
    .update({ removed_at: now, merged_into: there.id });
  for (const address of [
    'http://tool.example.com',
    'tool.example.com/?utm_source=x',
    'old.example.com',
  ])
    expect(await propose(address)).toEqual({ proposal: null, knownId: there.id });
  expect(await own()).toEqual([]);
});

test('a hidden service is, for a non-admin, one that is not there: its address is taken as any other', async () => {
  const hidden = await anItem(database.db, {
    sourceUrl: 'https://secret.example.com/',
    adminVisibility: 'hidden',
  });
  const outcome = await propose('secret.example.com');
  const other = await propose('other.example.com');
  const shape = ({ proposal, knownId }: typeof outcome) => ({
    ...proposal,
    id: 0,
    address: '',
    normalisedUrl: '',
    knownId,
  });
  expect(shape(outcome)).toEqual(shape(other));
  expect(await services.proposals.settleFulfilled()).toBe(0);
  expect((await own()).map(({ state }) => state)).toEqual(['open', 'open']);
  expect(await propose('secret.example.com', admin)).toEqual({
    proposal: null,
    knownId: hidden.id,
  });
});

test('one open proposal per person and address, also when sent 20 times at once; a settled one makes room', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      proposed(at % 2 ? 'a.example.com' : 'http://www.a.example.com/'),
    ),
  );
  expect(new Set(outcomes.map(({ id }) => id)).size).toBe(1);
  const others = await proposed('a.example.com', await aMember(database.db));
  expect(others.id).not.toBe(outcomes[0]!.id);
  await services.proposals.decline(admin, outcomes[0]!.id, { reason: 'No' });
  expect((await proposed('a.example.com')).id).not.toBe(outcomes[0]!.id);
});

test('20 proposals of one person are open at most, also when sent at once', async () => {
  const most = limits.proposal.openPerPerson;
  const outcomes = await Promise.allSettled(
    Array.from({ length: most + 5 }, (_, at) => proposed(`tool${at}.example.com`)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(most);
  await expect(propose('more.example.com')).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'tooManyProposals',
  });
  const [open] = await own();
  await services.proposals.decline(admin, open!.id, { reason: 'No' });
  expect((await proposed('more.example.com')).state).toBe('open');
});

test('admins alone list and decline; everybody sees the own ones only', async () => {
  const one = await proposed('one.example.com');
  const other = await aMember(database.db);
  for (const refused of [
    services.proposals.list(other, null),
    services.proposals.decline(other, one.id, { reason: 'No' }),
  ])
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(propose('x.example.com', { kind: 'visitor' } as never)).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  });
  expect(await own(other)).toEqual([]);
  expect(await services.proposals.list(admin, 'open')).toEqual([one]);
  expect(await services.proposals.list(admin, 'declined')).toEqual([]);
  await services.proposals.decline(admin, (await proposed('settled.example.com')).id, {
    reason: 'No',
  });
  const open = (await services.proposals.list(admin, 'open')).length;
  expect(await services.proposals.count(admin, 'open')).toBe(open);
  expect(await services.proposals.count(admin, null)).toBe(
    (await services.proposals.list(admin, null)).length,
  );
  expect(open).toBeGreaterThan(0);
  await expect(services.proposals.count(person, null)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a declined one bears the word, is recorded and told once; a second decision is refused', async () => {
  const { id } = await proposed('tool.example.com');
  const decline = () => services.proposals.decline(admin, id, { reason: 'We have Miro' });
  const outcomes = await Promise.allSettled([decline(), decline()]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(decline()).rejects.toMatchObject({ code: 'CONFLICT', reason: 'proposalClosed' });
  await expect(
    services.proposals.decline(admin, 2_000_000_000, { reason: 'No' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await own()).toMatchObject([
    { state: 'declined', declineReason: 'We have Miro', decidedBy: admin.user.id, closedAt: now },
  ]);
  const { entries } = await services.auditLog.list(admin, {
    subjectType: 'proposal',
    subjectId: String(id),
    page: 0,
    perPage: 10,
  });
  expect(entries).toMatchObject([
    {
      actorId: admin.user.id,
      action: 'proposal.declined',
      subjectId: String(id),
      before: { url: 'https://tool.example.com' },
      after: 'We have Miro',
    },
  ]);
  expect(await told()).toContainEqual({ subjectId: String(id), after: 'declined' });
  expect((await told()).filter(({ subjectId }) => subjectId === String(id))).toHaveLength(1);
});

test('what an admin adds settles every proposal of its address, and the one that it was made of', async () => {
  const other = await aMember(database.db);
  await proposed('tool.example.com');
  await proposed('http://www.tool.example.com/', other);
  const { id } = await proposed('short.example.com/tool');
  const untouched = await proposed('untouched.example.com');
  const { itemId } = await services.additions.add(admin, {
    sourceUrl: 'https://tool.example.com/',
    titleEn: 'Tool',
    proposalId: id,
  });
  const states = async (viewer: Member) =>
    (await own(viewer)).map((one) => [one.address, one.state, one.itemId]);
  expect(await states(person)).toEqual([
    [untouched.address, 'open', null],
    ['https://short.example.com/tool', 'added', itemId],
    ['https://tool.example.com', 'added', itemId],
  ]);
  expect(await states(other)).toEqual([['http://www.tool.example.com/', 'added', itemId]]);
});

test('what an admin declines in the moment in which it is found in the catalogue stays declined, and is not counted', async () => {
  const { db } = database;
  const { id, address } = await proposed('tool.example.com');
  const waiting = async (): Promise<number> => {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount;
  };
  await anItem(db, { sourceUrl: address });
  const declining = await db.transaction();
  await declining('proposed_services')
    .where({ id })
    .update({ state: 'declined', answer: 'No', handled_by: admin.user.id, settled_at: now });
  const settling = services.proposals.settleFulfilled();
  while ((await waiting()) === 0) await pause(10);
  await declining.commit();
  expect(await settling).toBe(0);
  expect(await own()).toMatchObject([{ state: 'declined', declineReason: 'No', itemId: null }]);
});

test('what comes another way, or is shown again, settles them by the job', async () => {
  const { id } = await anItem(database.db, {
    sourceUrl: 'https://secret.example.com/',
    adminVisibility: 'hidden',
  });
  await proposed('secret.example.com');
  await database.db('items').where({ id }).update({ admin_visibility: 'visible' });
  await services.jobs.enqueue('closeAddedProposals');
  await runDueJobs(database.url, services);
  expect(await own()).toMatchObject([{ state: 'added', itemId: id, decidedBy: null }]);
  expect(await storedJobs(database.db)).toEqual([]);
});
