// Catalogue gaps and search alerts on a real database.
import { limits } from '../../../config/limits.ts';
import type { Services } from '../../../composition.ts';
import { aMember, anAdmin, anItem } from '../../../testing/builders.ts';
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
  for (const table of ['wishes', 'zero_result_searches', 'proposed_services', 'items', 'activity'])
    await database.db(table).delete();
  await database.db('events').delete();
  await database.db('graphile_worker._private_jobs').delete();
  person = await aMember(database.db);
  admin = await anAdmin(database.db);
});

const window = { page: 0, perPage: 12, sortBy: 'likes', verified: false, exact: false } as const;
const ask = (search: string) => services.knowledge.search(person, { ...window, search });
const open = () => services.catalogueGaps.list(admin, { states: ['open'] });
const wishOf = async (name: string) => {
  const found = (await services.catalogueGaps.list(admin, {})).find((wish) => wish.name === name);
  if (!found) throw new Error(`No wish is called ${name}`);
  return found;
};
const propose = async (address: string, viewer = person, comment?: string) =>
  (await services.proposals.propose(viewer, { address, ...(comment ? { comment } : {}) })).proposal;
const declined = async (itemId: number, viewer = person, word: string | null = null) =>
  database.db('access_requests').insert({
    user_id: viewer.user.id,
    item_id: itemId,
    service: 'Tool',
    subscription_type: 'basic',
    features: 'All',
    status: 'declined',
    word,
    changed_at: new Date('2026-09-30'),
  });
const tell = () => services.searchAlerts.sendDue(new AbortController().signal);
const told = async (): Promise<{ subjectId: string; itemId: number | null; after: string }[]> =>
  database
    .db('events')
    .where({ kind: 'wish_told' })
    .orderBy('id')
    .select('subject_id as subjectId', 'item_id as itemId', 'after');
test('counts a search once per person and day', async () => {
  const other = await aMember(database.db);
  const count = async () => (await open()).map((wish) => wish.count);
  for (let times = 0; times < 4; times += 1) await ask('гравицаппа');
  expect(await count()).toEqual([1]);
  await services.knowledge.search(other, { ...window, search: 'Гравицаппа' });
  expect(await count()).toEqual([2]);
  now = new Date('2026-10-02T09:00:00Z');
  await ask('гравицаппа');
  expect(await count()).toEqual([3]);
});

test('lists searches, proposals and refusals by frequency, without names of searchers', async () => {
  const other = await aMember(database.db);
  const { id: itemId } = await anItem(database.db, { titleEn: 'Refused tool' });
  await ask('гравицаппа');
  await ask('Гравицаппа ');
  await ask('warpdrive');
  await propose('tool.example.com', person, 'For reports');
  await propose('https://www.tool.example.com/', other);
  await propose('https://tool.example.com', admin, 'For maps');
  await declined(itemId, person, 'No licence');
  // A refused person still counts after the account is deleted.
  const leaving = await aMember(database.db);
  await declined(itemId, leaving);
  await services.personDeletion.remove(leaving.user.id);
  expect(
    (await open()).map(({ kind, name, count, comments }) => ({ kind, name, count, comments })),
  ).toEqual([
    {
      kind: 'proposal',
      name: 'https://tool.example.com',
      count: 3,
      comments: ['For maps', 'For reports'],
    },
    { kind: 'search', name: 'гравицаппа', count: 2, comments: [] },
    { kind: 'refusal', name: 'Refused tool', count: 2, comments: ['No licence'] },
    { kind: 'search', name: 'warpdrive', count: 1, comments: [] },
  ]);
  expect(JSON.stringify(await open())).not.toContain(person.user.name);
  expect(
    (await services.catalogueGaps.list(admin, { kind: 'refusal' })).map(({ kind }) => kind),
  ).toEqual(['refusal']);
  // A person with a new request waits for an answer and no longer counts as refused.
  await database.db('access_requests').where({ user_id: null }).delete();
  await database.db('access_requests').insert({
    user_id: person.user.id,
    item_id: itemId,
    service: 'Tool',
    subscription_type: 'basic',
    features: 'All',
  });
  expect((await open()).map(({ kind }) => kind)).not.toContain('refusal');
  now = new Date(now.getTime() + limits.catalogueGap.countedDays * 86_400_000);
  expect((await open()).map(({ kind }) => kind)).toEqual(['proposal']);
});

test('closes a gap by a custom synonym or word, and reopens it when either is undone', async () => {
  await anItem(database.db, { titleEn: 'Board', descriptionEn: 'Makes voiceovers' });
  await ask('гравицаппа');
  const { id } = await wishOf('гравицаппа');
  const teach = () =>
    services.customConcepts.addCustomSynonym(
      admin,
      { word: 'гравицаппа', conceptId: 'voiceover' },
      id,
    );
  await teach();
  expect(await wishOf('гравицаппа')).toMatchObject({
    state: 'taught',
    vocabularyKind: 'word',
    closedBy: admin.user.id,
    closedAt: now,
  });
  await expect(
    services.search.addSynonym(admin, { word: 'гравицаппа', synonym: 'voice' }, id),
  ).rejects.toMatchObject({ code: 'CONFLICT', reason: 'catalogueGapClosed' });
  // A refused change adds no synonym.
  expect((await services.search.synonyms(admin)).map(({ word }) => word)).not.toContain(
    'гравицаппа',
  );
  await services.catalogueGaps.reopen(admin, id);
  expect(await services.customConcepts.words(admin)).toEqual([]);
  expect(await wishOf('гравицаппа')).toMatchObject({ state: 'open', vocabularyKind: null });
  const again = await teach();
  await services.customConcepts.removeCustomSynonym(admin, again.id);
  expect(await wishOf('гравицаппа')).toMatchObject({ state: 'open', closedBy: null });
  const names = { nameRu: 'гравицаппы', nameEn: 'gravizappas' };
  await services.customConcepts.addCustomConcept(admin, { ...names, wordsRu: [], wordsEn: [] }, id);
  expect(await wishOf('гравицаппа')).toMatchObject({ state: 'taught', vocabularyKind: 'concept' });
  await services.catalogueGaps.reopen(admin, id);
  expect(await services.customConcepts.concepts(admin)).toEqual([]);
});

test('closes a gap by an added item, which stays when the gap is reopened', async () => {
  await ask('gravizappa');
  const { id } = await wishOf('gravizappa');
  const { itemId } = await services.additions.add(admin, {
    sourceUrl: 'https://zappa.example.com/',
    titleEn: 'Zappa',
    gapId: id,
  });
  expect(await wishOf('gravizappa')).toMatchObject({ state: 'added', itemId });
  await services.catalogueGaps.reopen(admin, id);
  expect(await wishOf('gravizappa')).toMatchObject({ state: 'open', itemId: null });
  expect(await services.knowledge.item(person, itemId)).toMatchObject({ id: itemId });
  // A gap with another open proposal stays open.
  const proposal = await propose('tool.example.net');
  const waiting = await wishOf('https://tool.example.net');
  await services.additions.add(admin, {
    sourceUrl: 'https://further.example.com/',
    titleEn: 'Further',
    gapId: waiting.id,
  });
  expect(await wishOf(waiting.name)).toMatchObject({ state: 'open', proposalId: proposal?.id });
});

test('declines all proposals of an address for good, until a new one comes', async () => {
  const other = await aMember(database.db);
  await propose('tool.example.com');
  await propose('tool.example.com', other);
  const { id } = await wishOf('https://tool.example.com');
  await services.catalogueGaps.decline(admin, id, { reason: 'We have Miro' });
  expect(await services.catalogueGaps.list(admin, { states: ['declined'] })).toMatchObject([
    { id, declineReason: 'We have Miro', closedBy: admin.user.id },
  ]);
  for (const viewer of [person, other])
    expect(await services.proposals.own(viewer)).toMatchObject([
      { state: 'declined', declineReason: 'We have Miro' },
    ]);
  await expect(services.catalogueGaps.reopen(admin, id)).rejects.toMatchObject({
    reason: 'cannotUndo',
  });
  await expect(services.catalogueGaps.decline(admin, id, { reason: 'No' })).rejects.toMatchObject({
    reason: 'catalogueGapClosed',
  });
  await propose('tool.example.com');
  expect(await open()).toMatchObject([{ id, state: 'open', declineReason: null }]);
  const [proposal] = await services.proposals.own(person);
  await services.proposals.decline(admin, proposal!.id, { reason: 'Still not' });
  expect(await wishOf('https://tool.example.com')).toMatchObject({
    state: 'declined',
    declineReason: 'Still not',
  });
});

test('ends a merged gap as its target, notifies proposers, and can be separated', async () => {
  await propose('tool.example.com');
  const other = await aMember(database.db);
  await propose('tool.example.org', other);
  await ask('gravizappa');
  const [org, com, searched] = await Promise.all(
    ['https://tool.example.org', 'https://tool.example.com', 'gravizappa'].map(wishOf),
  );
  await expect(services.catalogueGaps.merge(admin, com!.id, searched!.id)).rejects.toMatchObject({
    code: 'INVALID',
  });
  await expect(services.catalogueGaps.merge(admin, com!.id, com!.id)).rejects.toMatchObject({
    code: 'INVALID',
  });
  await services.catalogueGaps.merge(admin, searched!.id, org!.id);
  await services.catalogueGaps.merge(admin, org!.id, com!.id);
  // Gaps merged into it are resolved with it.
  expect(await wishOf('gravizappa')).toMatchObject({ state: 'merged', mergedInto: com!.id });
  await services.catalogueGaps.reopen(admin, searched!.id);
  expect(await wishOf('gravizappa')).toMatchObject({ state: 'open', mergedInto: null });
  const { itemId } = await services.additions.add(admin, {
    sourceUrl: 'https://tool.example.com/',
    titleEn: 'Tool',
  });
  expect(await services.proposals.own(other)).toMatchObject([{ state: 'added', itemId }]);
  expect(await open()).toMatchObject([{ name: 'gravizappa' }]);
  expect(
    (await services.auditLog.list(admin, { page: 0, perPage: 20 })).entries
      .filter(({ subjectType }) => subjectType === 'wish')
      .map(({ action, actorId }) => [action, actorId === admin.user.id]),
  ).toEqual([
    ['wish.reopened', true],
    ['wish.merged', true],
    ['wish.merged', true],
  ]);
});

test('notifies subscribers once across two processes, never of a hidden item', async () => {
  const waiting = await Promise.all([1, 2, 3].map(() => aMember(database.db)));
  for (const viewer of waiting)
    await services.searchAlerts.subscribe(viewer, { search: ' Gravizappa ', language: 'en' });
  await services.searchAlerts.subscribe(waiting[0]!, { search: 'gravizappa' });
  expect(await open()).toMatchObject([{ name: 'gravizappa', count: 0, alertsCount: 3 }]);
  const [looked] = await open();
  expect(await tell()).toBe(0);
  const { id } = await anItem(database.db, {
    titleEn: 'Gravizappa studio',
    adminVisibility: 'hidden',
  });
  now = new Date(now.getTime() + 60_000);
  expect(await tell()).toBe(0);
  expect(await told()).toEqual([]);
  await services.knowledge.update(admin, id, { adminVisibility: 'visible' });
  const elsewhere = createTestServices(database.db, { clock: () => now }).services;
  now = new Date(now.getTime() + 60_000);
  const signal = new AbortController().signal;
  await Promise.all(
    [services, elsewhere, services, elsewhere].map((one) => one.searchAlerts.sendDue(signal)),
  );
  const tidings = await told();
  expect(tidings.every(({ itemId }) => itemId === id)).toBe(true);
  expect(tidings.map(({ subjectId }) => subjectId).toSorted()).toEqual(
    waiting.map(({ user }) => `${looked!.id}/${user.id}`).toSorted(),
  );
  expect(await services.searchAlerts.own(waiting[1]!)).toMatchObject([
    { text: 'gravizappa', outcome: 'served', notifiedAt: now, itemId: id },
  ]);
  await services.notifications.processEvents(signal);
  for (const viewer of waiting)
    expect(await services.notifications.page(viewer, { page: 0, perPage: 5 })).toMatchObject({
      unread: 1,
      notifications: [{ kind: 'wish_told', title: 'gravizappa', status: 'served', itemId: id }],
    });
  now = new Date(now.getTime() + 60_000);
  expect(await tell()).toBe(0);
  expect(await open()).toEqual([]);
});

test('notifies subscribers of a decline once, and of a later item as well', async () => {
  const waiting = await aMember(database.db);
  await services.searchAlerts.subscribe(waiting, { search: 'gravizappa' });
  const { id } = await wishOf('gravizappa');
  await services.catalogueGaps.decline(admin, id, { reason: 'It does not exist' });
  expect(await tell()).toBe(1);
  now = new Date(now.getTime() + 60_000);
  expect(await tell()).toBe(0);
  expect(await services.searchAlerts.own(waiting)).toMatchObject([
    { outcome: 'declined', declineReason: 'It does not exist' },
  ]);
  await anItem(database.db, { titleEn: 'Gravizappa studio' });
  now = new Date(now.getTime() + 60_000);
  expect(await tell()).toBe(1);
  expect((await told()).map(({ after }) => after)).toEqual(['declined', 'served']);
});

test('limits alerts per person, also of simultaneous calls, and lets a person delete only the own ones', async () => {
  for (let n = 0; n < limits.catalogueGap.watchedPerPerson; n += 1)
    await services.searchAlerts.subscribe(person, { search: `gravizappa ${n}` });
  const more = () => services.searchAlerts.subscribe(person, { search: 'one more' });
  await expect(more()).rejects.toMatchObject({ code: 'CONFLICT', reason: 'tooManySearchAlerts' });
  const [first] = await services.searchAlerts.own(person);
  await expect(services.searchAlerts.unsubscribe(admin, first!.id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await services.searchAlerts.unsubscribe(person, first!.id);
  // Transactions that have counted wait here for the others.
  const held = await database.db.transaction();
  await held.raw('lock table wish_watchers in share mode');
  const asked = Promise.allSettled(
    [1, 2, 3, 4].map((n) => services.searchAlerts.subscribe(person, { search: `one ${n}` })),
  );
  await waitForLocks(database.db, 4);
  await held.commit();
  expect((await asked).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [last] = await services.searchAlerts.own(person);
  await services.searchAlerts.unsubscribe(person, last!.id);
  expect(await more()).toMatchObject({ text: 'one more', language: 'en', outcome: null });
  await expect(services.searchAlerts.subscribe(person, { search: ' ' })).rejects.toMatchObject({
    code: 'INVALID',
  });
});

test('deletes old searches without subscribers', async () => {
  await ask('гравицаппа');
  await ask('warpdrive');
  await services.searchAlerts.subscribe(person, { search: 'warpdrive' });
  await database.db('zero_result_searches').delete();
  await services.catalogueGaps.deleteStale();
  expect(await database.db('wishes').pluck('text')).toEqual(['warpdrive']);
  await anItem(database.db, { titleEn: 'Warpdrive' });
  expect(await tell()).toBe(1);
  now = new Date(now.getTime() + limits.catalogueGap.toldMs + 1);
  await services.searchAlerts.deleteOld();
  expect(await services.searchAlerts.own(person)).toEqual([]);
});

describe('counted searches', () => {
  const counted = () => database.db('zero_result_searches').orderBy('text').select('text', 'count');
  const search = (text: string, given = {}) =>
    services.knowledge.search(person, { ...window, search: text, ...given });

  test('count a typed search once, with its final text', async () => {
    const text = 'гравицаппа цеха';
    const typed = Array.from(text, (_letter, end) => text.slice(0, end + 1));
    for (const part of typed) await search(part, { recordGap: false });
    expect(await counted()).toEqual([]);
    expect((await search(text)).isCatalogueGap).toBe(true);
    expect(await counted()).toEqual([{ text, count: 1 }]);
  });

  test('count only the host of an address', async () => {
    for (const [address, text] of [
      ['https://ann:secret@nowhere.example/c/6655?token=secret#secret', 'nowhere.example'],
      ['www.Nothing.example/file/XyZ/Secret-project', 'nothing.example'],
    ] as const) {
      await database.db('zero_result_searches').delete();
      await search(address);
      expect(await counted()).toEqual([{ text, count: 1 }]);
    }
  });

  test('exclude topics outside work, invalid text, credentials, successful and filtered searches', async () => {
    await anItem(database.db, { titleEn: 'Claude' });
    const searches: [string, object][] = [
      ['погода завтра', {}],
      // Fake keys, concatenated so that no file of the project contains a key format.
      [`мой ключ ${'sk'}-proj-aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hL3xR6uD9oS2k`, {}],
      [`123456:${'AA'}aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hL3`, {}],
      ['12345', {}],
      ['к', {}],
      ['claude', {}],
      ['гравицаппа', { page: 1 }],
      ['гравицаппа', { exact: true }],
      ['гравицаппа', { tags: ['none'] }],
      ['гравицаппа', { concepts: ['voiceover'] }],
      ['гравицаппа', { usedHere: true }],
      ['гравицаппа', { allowedFor: ['public_material'] }],
    ];
    for (const [text, given] of searches) {
      const { isCatalogueGap } = await search(text, given);
      expect({ text, given, isCatalogueGap }).toEqual({ text, given, isCatalogueGap: false });
    }
    expect(await counted()).toEqual([]);
  });
});
