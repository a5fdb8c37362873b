// Proposed services on a real database: rights, hidden items and closing.
import { limits } from '../../../config/limits.ts';
import type { Services } from '../../../composition.ts';
import { aMember, anAdmin, anItem } from '../../../testing/builders.ts';
import { runDueJobs, storedJobs } from '../../../testing/runJobs.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/testDatabase.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import { waitForLocks } from '../../../testing/waitForLocks.ts';
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

test('takes an address as people type it, with a comment, and refuses anything else', async () => {
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

test('returns an existing item for any spelling of its address, also a merged one', async () => {
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

test('takes the address of a hidden item from a non-admin', async () => {
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
  expect(await services.proposals.closeFulfilled()).toBe(0);
  expect((await own()).map(({ state }) => state)).toEqual(['open', 'open']);
  expect(await propose('secret.example.com', admin)).toEqual({
    proposal: null,
    knownId: hidden.id,
  });
});

test('keeps one open proposal per person and address, also for 20 simultaneous calls', async () => {
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

test('limits a person to 20 open proposals, also for simultaneous calls', async () => {
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

test('stores, logs and sends the answer of a decline once', async () => {
  const { id } = await proposed('tool.example.com');
  const decline = () => services.proposals.decline(admin, id, { reason: 'We have Miro' });
  const outcomes = await Promise.allSettled([decline(), decline()]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(decline()).rejects.toMatchObject({ code: 'CONFLICT', reason: 'proposalClosed' });
  await expect(
    services.proposals.decline(admin, 2_000_000_000, { reason: 'No' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const other = await aMember(database.db);
  expect(await own(other)).toEqual([]);
  await proposed('other.example.com', other);
  expect(await services.proposals.count(admin, 'open')).toBe(1);
  expect(await services.proposals.count(admin, null)).toBe(2);
  expect(await services.proposals.list(admin, 'declined')).toMatchObject([{ id }]);
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

test('closes all proposals of an added address, and the one it was made of', async () => {
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

test('keeps a declined proposal declined when its address appears at the same time', async () => {
  const { db } = database;
  const { id, address } = await proposed('tool.example.com');
  await anItem(db, { sourceUrl: address });
  const declining = await db.transaction();
  await declining('proposed_services')
    .where({ id })
    .update({ state: 'declined', answer: 'No', handled_by: admin.user.id, settled_at: now });
  const settling = services.proposals.closeFulfilled();
  await waitForLocks(db, 1);
  await declining.commit();
  expect(await settling).toBe(0);
  expect(await own()).toMatchObject([{ state: 'declined', declineReason: 'No', itemId: null }]);
});

test('closes proposals by the job when their item appears another way', async () => {
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
