// What people wish for, on the real database: what comes together in the list, what an admin makes of it, and who is told.
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../../config/limits.ts';
import type { Services } from '../../../composition.ts';
import { aMember, anAdmin, anItem } from '../../../testing/builders.ts';
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
  for (const table of ['wishes', 'zero_result_searches', 'proposed_services', 'items', 'activity'])
    await database.db(table).delete();
  await database.db('events').delete();
  await database.db('graphile_worker._private_jobs').delete();
  person = await aMember(database.db);
  admin = await anAdmin(database.db);
});

const window = { page: 0, perPage: 12, sortBy: 'likes', verified: false, exact: false } as const;
const ask = (search: string) => services.knowledge.search(person, { ...window, search });
const open = () => services.wishes.list(admin, { states: ['open'] });
const wishOf = async (name: string) => {
  const found = (await services.wishes.list(admin, {})).find((wish) => wish.name === name);
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
const tell = () => services.watches.tellWaiting(new AbortController().signal);
const told = async (): Promise<{ subjectId: string; itemId: number | null; after: string }[]> =>
  database
    .db('events')
    .where({ kind: 'wish_told' })
    .orderBy('id')
    .select('subject_id as subjectId', 'item_id as itemId', 'after');
test('a search of one person counts once a day, however often it is asked', async () => {
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

test('a search that could not be counted is counted when it is asked again', async () => {
  const rename = (from: string, to: string) =>
    database.db.raw('alter table ?? rename to ??', [from, to]);
  await rename('zero_result_searches', 'away');
  try {
    await expect(ask('гравицаппа')).rejects.toThrow('zero_result_searches');
  } finally {
    await rename('away', 'zero_result_searches');
  }
  await ask('гравицаппа');
  expect((await open()).map((wish) => wish.count)).toEqual([1]);
});

test('searches, proposals and refusals are one list, the most frequent first; nobody who searched is named', async () => {
  const other = await aMember(database.db);
  const { id: itemId } = await anItem(database.db, { titleEn: 'Refused tool' });
  await ask('гравицаппа');
  await ask('Гравицаппа ');
  await ask('warpdrive');
  await propose('tool.example.com', person, 'For reports');
  await propose('https://www.tool.example.com/', other);
  await propose('https://tool.example.com', admin, 'For maps');
  await declined(itemId, person, 'No licence');
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
    { kind: 'search', name: 'warpdrive', count: 1, comments: [] },
    { kind: 'refusal', name: 'Refused tool', count: 1, comments: ['No licence'] },
  ]);
  expect(JSON.stringify(await open())).not.toContain(person.user.name);
  expect((await services.wishes.list(admin, { kind: 'refusal' })).map(({ kind }) => kind)).toEqual([
    'refusal',
  ]);
  // Whoever has asked again waits for an answer, and is refused no more.
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

test('of what was written on a wish, so many are shown and no more', async () => {
  const { id: itemId } = await anItem(database.db);
  for (let n = 0; n <= limits.catalogueGap.words; n += 1)
    await declined(itemId, await aMember(database.db), `No licence ${n}`);
  expect(await open()).toMatchObject([
    {
      kind: 'refusal',
      count: limits.catalogueGap.words + 1,
      comments: { length: limits.catalogueGap.words },
    },
  ]);
});

test('only admins see and settle wishes', async () => {
  await ask('гравицаппа');
  const { id } = await wishOf('гравицаппа');
  for (const call of [
    () => services.wishes.list(person, {}),
    () => services.wishes.decline(person, id, { reason: 'No' }),
    () => services.wishes.merge(person, id, id),
    () => services.wishes.reopen(person, id),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(services.wishes.decline(admin, 2_000_000, { reason: 'No' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('what the search is taught for a wish settles it; taken back on either side, it is open again', async () => {
  await anItem(database.db, { titleEn: 'Board', descriptionEn: 'Makes voiceovers' });
  await ask('гравицаппа');
  const { id } = await wishOf('гравицаппа');
  const teach = () =>
    services.lessons.addCustomSynonym(admin, { word: 'гравицаппа', conceptId: 'voiceover' }, id);
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
  // What was refused has taught nothing.
  expect((await services.search.synonyms(admin)).map(({ word }) => word)).not.toContain(
    'гравицаппа',
  );
  await services.wishes.reopen(admin, id);
  expect(await services.lessons.words(admin)).toEqual([]);
  expect(await wishOf('гравицаппа')).toMatchObject({ state: 'open', vocabularyKind: null });
  const again = await teach();
  await services.lessons.removeCustomSynonym(admin, again.id);
  expect(await wishOf('гравицаппа')).toMatchObject({ state: 'open', closedBy: null });
  const names = { nameRu: 'гравицаппы', nameEn: 'gravizappas' };
  await services.lessons.addCustomConcept(admin, { ...names, wordsRu: [], wordsEn: [] }, id);
  expect(await wishOf('гравицаппа')).toMatchObject({ state: 'taught', vocabularyKind: 'concept' });
  await services.wishes.reopen(admin, id);
  expect(await services.lessons.concepts(admin)).toEqual([]);
});

test('a service that is added for a wish settles it; reopened, the service stays', async () => {
  await ask('gravizappa');
  const { id } = await wishOf('gravizappa');
  const { itemId } = await services.additions.add(admin, {
    sourceUrl: 'https://zappa.example.com/',
    titleEn: 'Zappa',
    gapId: id,
  });
  expect(await wishOf('gravizappa')).toMatchObject({ state: 'added', itemId });
  await services.wishes.reopen(admin, id);
  expect(await wishOf('gravizappa')).toMatchObject({ state: 'open', itemId: null });
  expect(await services.knowledge.item(person, itemId)).toMatchObject({ id: itemId });
});

test('a declined address declines every proposal of it, and is not taken back; a new one opens it', async () => {
  const other = await aMember(database.db);
  await propose('tool.example.com');
  await propose('tool.example.com', other);
  const { id } = await wishOf('https://tool.example.com');
  await services.wishes.decline(admin, id, { reason: 'We have Miro' });
  expect(await services.wishes.list(admin, { states: ['declined'] })).toMatchObject([
    { id, declineReason: 'We have Miro', closedBy: admin.user.id },
  ]);
  for (const viewer of [person, other])
    expect(await services.proposals.own(viewer)).toMatchObject([
      { state: 'declined', declineReason: 'We have Miro' },
    ]);
  await expect(services.wishes.reopen(admin, id)).rejects.toMatchObject({ reason: 'cannotUndo' });
  await expect(services.wishes.decline(admin, id, { reason: 'No' })).rejects.toMatchObject({
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

test('a merged wish ends as the other one does, and can be parted again; who proposed it is told', async () => {
  await propose('tool.example.com');
  const other = await aMember(database.db);
  await propose('tool.example.org', other);
  await ask('gravizappa');
  const [org, com, searched] = await Promise.all(
    ['https://tool.example.org', 'https://tool.example.com', 'gravizappa'].map(wishOf),
  );
  await expect(services.wishes.merge(admin, com!.id, searched!.id)).rejects.toMatchObject({
    code: 'INVALID',
  });
  await expect(services.wishes.merge(admin, com!.id, com!.id)).rejects.toMatchObject({
    code: 'INVALID',
  });
  await services.wishes.merge(admin, searched!.id, org!.id);
  await services.wishes.merge(admin, org!.id, com!.id);
  // What was merged with one goes with it.
  expect(await wishOf('gravizappa')).toMatchObject({ state: 'merged', mergedInto: com!.id });
  await services.wishes.reopen(admin, searched!.id);
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

test('proposals that were merged with what is settled now are settled, and not reopened', async () => {
  const other = await aMember(database.db);
  await propose('tool.example.com');
  await propose('tool.example.org', other);
  const [com, org] = [
    await wishOf('https://tool.example.com'),
    await wishOf('https://tool.example.org'),
  ];
  await services.wishes.merge(admin, org.id, com.id);
  expect(await wishOf(org.name)).toMatchObject({ state: 'merged', mergedState: 'open' });
  await services.wishes.decline(admin, com.id, { reason: 'We have Miro' });
  expect(await services.proposals.own(other)).toMatchObject([
    { state: 'declined', declineReason: 'We have Miro' },
  ]);
  expect(await wishOf(org.name)).toMatchObject({ state: 'merged', mergedState: 'declined' });
  await expect(services.wishes.reopen(admin, org.id)).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'cannotUndo',
  });
});

test('a wish whose account is deleted stays in the list while others’ proposals hang on it, and is settled', async () => {
  const [one, two] = [await aMember(database.db), await aMember(database.db)];
  await propose('a.example.com', one);
  await propose('b.example.com', two);
  const [first, second] = [
    await wishOf('https://a.example.com'),
    await wishOf('https://b.example.com'),
  ];
  await services.wishes.merge(admin, second.id, first.id);
  await services.personDeletion.remove(one.user.id);
  expect(await open()).toMatchObject([{ id: first.id, name: 'a.example.com', count: 0 }]);
  await services.wishes.decline(admin, first.id, { reason: 'We have Miro' });
  expect(await services.proposals.own(two)).toMatchObject([
    { state: 'declined', declineReason: 'We have Miro' },
  ]);
  expect(await open()).toEqual([]);
});

test('people who were refused count also once their accounts are deleted', async () => {
  const { id: itemId } = await anItem(database.db);
  const refused = [await aMember(database.db), await aMember(database.db)];
  for (const viewer of refused) await declined(itemId, viewer);
  for (const { user } of refused) await services.personDeletion.remove(user.id);
  expect(await open()).toMatchObject([{ kind: 'refusal', count: 2 }]);
});

test('a wish of which no proposal waits any more ends by itself, declined or added', async () => {
  const names = ['https://tool.example.com', 'https://tool.example.org'];
  for (const name of names) await propose(name);
  const [first, second] = await Promise.all(names.map(wishOf));
  // As a reopened wish of before stands: open, and nobody's proposal with it.
  await database.db('proposed_services').update({ state: 'declined', settled_at: now });
  await database
    .db('wishes')
    .update({ state: 'open', answer: null, settled_by: null, settled_at: null });
  await services.wishes.decline(admin, first!.id, { reason: 'No' });
  const { itemId } = await services.additions.add(admin, {
    sourceUrl: 'https://elsewhere.example.com/',
    titleEn: 'Elsewhere',
    gapId: second!.id,
  });
  expect(await wishOf(names[0]!)).toMatchObject({
    state: 'declined',
    declineReason: 'No',
    closedBy: admin.user.id,
  });
  expect(await wishOf(names[1]!)).toMatchObject({ state: 'added', itemId });
  // One that still has a proposal at another address waits on.
  const waiting = await propose('tool.example.net');
  const third = await wishOf('https://tool.example.net');
  await services.additions.add(admin, {
    sourceUrl: 'https://further.example.com/',
    titleEn: 'Further',
    gapId: third.id,
  });
  expect(await wishOf(third.name)).toMatchObject({ state: 'open', proposalId: waiting?.id });
});

test('who waits is told once when something appears, through two processes; never of a hidden service', async () => {
  const waiting = await Promise.all([1, 2, 3].map(() => aMember(database.db)));
  for (const viewer of waiting)
    await services.watches.watch(viewer, { search: ' Gravizappa ', language: 'en' });
  await services.watches.watch(waiting[0]!, { search: 'gravizappa' });
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
    [services, elsewhere, services, elsewhere].map((one) => one.watches.tellWaiting(signal)),
  );
  const tidings = await told();
  expect(tidings.every(({ itemId }) => itemId === id)).toBe(true);
  expect(tidings.map(({ subjectId }) => subjectId).toSorted()).toEqual(
    waiting.map(({ user }) => `${looked!.id}/${user.id}`).toSorted(),
  );
  expect(await services.watches.own(waiting[1]!)).toMatchObject([
    { text: 'gravizappa', outcome: 'served', notifiedAt: now, itemId: id },
  ]);
  await services.notifications.make(signal);
  for (const viewer of waiting)
    expect(await services.notifications.page(viewer, { page: 0, perPage: 5 })).toMatchObject({
      unread: 1,
      notifications: [{ kind: 'wish_told', title: 'gravizappa', status: 'served', itemId: id }],
    });
  now = new Date(now.getTime() + 60_000);
  expect(await tell()).toBe(0);
  expect(await open()).toEqual([]);
});

test('what is declined is told with the word, once; what appears later is told all the same', async () => {
  const waiting = await aMember(database.db);
  await services.watches.watch(waiting, { search: 'gravizappa' });
  const { id } = await wishOf('gravizappa');
  await services.wishes.decline(admin, id, { reason: 'It does not exist' });
  expect(await tell()).toBe(1);
  now = new Date(now.getTime() + 60_000);
  expect(await tell()).toBe(0);
  expect(await services.watches.own(waiting)).toMatchObject([
    { outcome: 'declined', declineReason: 'It does not exist' },
  ]);
  await anItem(database.db, { titleEn: 'Gravizappa studio' });
  now = new Date(now.getTime() + 60_000);
  expect(await tell()).toBe(1);
  expect((await told()).map(({ after }) => after)).toEqual(['declined', 'served']);
});

test('who waits for a merged search is told of the service that was added for the other one', async () => {
  const waiting = await aMember(database.db);
  await services.watches.watch(waiting, { search: 'gravizappa' });
  await propose('tool.example.com');
  const [searched, proposed] = await Promise.all(
    ['gravizappa', 'https://tool.example.com'].map(wishOf),
  );
  await services.wishes.merge(admin, searched!.id, proposed!.id);
  expect(await tell()).toBe(0);
  const { itemId } = await services.additions.add(admin, {
    sourceUrl: 'https://tool.example.com/',
    titleEn: 'Tool',
  });
  now = new Date(now.getTime() + 60_000);
  expect(await tell()).toBe(1);
  expect(await services.watches.own(waiting)).toMatchObject([{ outcome: 'served', itemId }]);
});

test('one waits for so many searches and no more, and stops waiting for one’s own alone', async () => {
  for (let n = 0; n < limits.catalogueGap.watchedPerPerson; n += 1)
    await services.watches.watch(person, { search: `gravizappa ${n}` });
  const more = () => services.watches.watch(person, { search: 'one more' });
  await expect(more()).rejects.toMatchObject({ code: 'CONFLICT', reason: 'tooManySearchAlerts' });
  const [first] = await services.watches.own(person);
  await expect(services.watches.unwatch(admin, first!.id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await services.watches.unwatch(person, first!.id);
  expect(await more()).toMatchObject({ text: 'one more', language: 'en', outcome: null });
  await expect(services.watches.watch(person, { search: ' ' })).rejects.toMatchObject({
    code: 'INVALID',
  });
});

test('searches that nobody settled and nobody waits for are forgotten with their days', async () => {
  await ask('гравицаппа');
  await ask('warpdrive');
  await services.watches.watch(person, { search: 'warpdrive' });
  await database.db('zero_result_searches').delete();
  await services.wishes.removeStale();
  expect(await database.db('wishes').pluck('text')).toEqual(['warpdrive']);
  await anItem(database.db, { titleEn: 'Warpdrive' });
  expect(await tell()).toBe(1);
  now = new Date(now.getTime() + limits.catalogueGap.toldMs + 1);
  await services.watches.removeStale();
  expect(await services.watches.own(person)).toEqual([]);
});

test('a service that was added for a search and is hidden since is told to nobody', async () => {
  const waiting = await aMember(database.db);
  await services.watches.watch(waiting, { search: 'gravizappa' });
  const { id: gapId } = await wishOf('gravizappa');
  const { itemId } = await services.additions.add(admin, {
    sourceUrl: 'https://tool.example.com/',
    titleEn: 'Tool',
    gapId,
  });
  await services.knowledge.update(admin, itemId, { adminVisibility: 'hidden' });
  expect(await tell()).toBe(0);
  await services.knowledge.update(admin, itemId, { adminVisibility: 'visible' });
  now = new Date(now.getTime() + 60_000);
  expect(await tell()).toBe(1);
  expect(await services.watches.own(waiting)).toMatchObject([{ outcome: 'served', itemId }]);
});

test('what was told stays in one’s list for its days; asked for again, it is waited for anew', async () => {
  const { id: itemId } = await anItem(database.db, { titleEn: 'Gravizappa' });
  await services.watches.watch(person, { search: 'gravizappa' });
  expect(await tell()).toBe(1);
  now = new Date(now.getTime() + limits.catalogueGap.toldMs - 1);
  await services.watches.removeStale();
  expect(await services.watches.own(person)).toMatchObject([{ outcome: 'served', itemId }]);
  await services.watches.watch(person, { search: 'gravizappa' });
  expect(await services.watches.own(person)).toMatchObject([
    { createdAt: now, outcome: null, notifiedAt: null, itemId: null },
  ]);
});

test('one waits for no more searches than that, however many are asked for at once', async () => {
  const { db } = database;
  for (let n = 1; n < limits.catalogueGap.watchedPerPerson; n += 1)
    await services.watches.watch(person, { search: `gravizappa ${n}` });
  const waiting = async (): Promise<number> => {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount;
  };
  // Whoever has counted waits here for the others.
  const held = await db.transaction();
  await held.raw('lock table wish_watchers in share mode');
  const asked = Promise.allSettled(
    [1, 2, 3, 4].map((n) => services.watches.watch(person, { search: `one ${n}` })),
  );
  while ((await waiting()) < 4) await pause(10);
  await held.commit();
  expect((await asked).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await services.watches.own(person)).toHaveLength(limits.catalogueGap.watchedPerPerson);
});

describe('what is counted of searches', () => {
  const counted = () => database.db('zero_result_searches').orderBy('text').select('text', 'count');
  const search = (text: string, given = {}) =>
    services.knowledge.search(person, { ...window, search: text, ...given });

  test('a search that is typed counts once, with the text at which its person stopped', async () => {
    const text = 'гравицаппа цеха';
    const typed = Array.from(text, (_letter, end) => text.slice(0, end + 1));
    for (const part of typed) await search(part, { recordGap: false });
    expect(await counted()).toEqual([]);
    expect((await search(text)).isCatalogueGap).toBe(true);
    expect(await counted()).toEqual([{ text, count: 1 }]);
  });

  test.each([
    ['https://ann:secret@nowhere.example/c/6655?token=secret#secret', 'nowhere.example'],
    ['www.Nowhere.example/file/XyZ/Secret-project', 'nowhere.example'],
  ])('of an address nothing but its host: %s', async (address, host) => {
    await search(address);
    expect(await counted()).toEqual([{ text: host, count: 1 }]);
  });

  test.each([
    ['погода завтра', {}],
    // No key, and put together here: the project holds nothing that looks like one.
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
  ])(
    'nothing of what is no work, no text, a key, found or filtered: %s %j',
    async (text, given) => {
      await anItem(database.db, { titleEn: 'Claude' });
      expect((await search(text, given)).isCatalogueGap).toBe(false);
      expect(await counted()).toEqual([]);
    },
  );
});
