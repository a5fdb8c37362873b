// Duplicate merge: no work is lost, no sync run splits the items, old ids resolve, and a merge can be undone.
import { setTimeout as pause } from 'node:timers/promises';
import { aMember, anItem, aUseCase } from '../../../testing/builders.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../../testing/syncFixture.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import { nameKey, type MergeInput } from './duplicateMerges.ts';

let world: SyncWorld;
let kept: number;
let other: number;
beforeEach(async () => {
  world = await startSyncWorld({ bookmarks: 6 });
  await world.sync();
  [kept, other] = [await idOf(1), await idOf(2)];
});
afterEach(() => world.close());

const db = () => world.database.db;
const idOf = async (n: number) => Number((await world.item(bookmarkId(n)))['id']);
const plain: MergeInput = { take: [], tags: 'kept', bookmark: 'keep' };
const merge = (input: Partial<MergeInput> = {}) =>
  world.services.merges.merge(world.admin, [kept, other], { ...plain, ...input });
const row = (id: number) => db()('items').where({ id }).first();
const likersOf = async (id: number) =>
  (await db()('item_likes').where({ item_id: id }).orderBy('user_id')).map((one) => one.user_id);
const expectPeace = async () => {
  expect((await world.sync()).counts).toMatchObject({ changed: 0, removed: 0, new: 0 });
  expect(await world.open()).toEqual([]);
};

/** Likes, use cases and other data of people on both items. */
async function work() {
  const [one, both, two] = [await aMember(db()), await aMember(db()), await aMember(db())];
  const { knowledge } = world.services;
  await knowledge.like(one, kept);
  await knowledge.like(both, kept);
  await knowledge.like(both, other);
  await knowledge.like(two, other);
  const useCase = await aUseCase(db(), { itemId: other, userId: two.user.id });
  const report = (itemId: number, userId: number, comment: string) =>
    db()('complaints').insert({
      item_id: itemId,
      user_id: userId,
      complaint_type: 'spam',
      comment,
    });
  await report(kept, both.user.id, 'First');
  await report(other, both.user.id, 'Second');
  await report(other, two.user.id, 'Third');
  await db()('access_requests').insert({
    item_id: other,
    user_id: two.user.id,
    service: 'Tool 2',
    subscription_type: 'basic',
    features: 'All',
    needs_testing: false,
  });
  await knowledge.update(world.admin, kept, { adminNotes: 'Ours' });
  await knowledge.update(world.admin, other, { adminNotes: 'Theirs' });
  return { one, both, two, useCase };
}

test('moves all work of people, and counts a person who liked both once', async () => {
  const { one, both, two, useCase } = await work();
  await merge();
  const ids = [one, both, two].map(({ user }) => user.id);
  expect(await likersOf(kept)).toEqual(ids);
  expect(await row(kept)).toMatchObject({
    likes_count: 3,
    use_cases_count: 1,
    admin_notes: 'Ours\nTheirs',
  });
  expect(await db()('use_cases').where({ id: useCase.id }).first()).toMatchObject({
    item_id: kept,
  });
  const reports = await db()('complaints').where({ item_id: kept }).orderBy('id');
  // A person's complaints about both are merged into one.
  expect(reports.map(({ comment, status }) => [comment, status])).toEqual([
    ['First\nSecond', 'new'],
    ['Second', 'resolved'],
    ['Third', 'new'],
  ]);
  expect(await db()('complaints').where({ item_id: other })).toEqual([]);
  expect(await db()('access_requests').first()).toMatchObject({ item_id: kept });
  const experts = await world.services.experts.ofItem(one, kept);
  expect(experts.map(({ userId }) => userId)).toEqual([two.user.id]);
  const { entries } = await world.services.edits.history(world.admin, kept, {
    page: 0,
    perPage: 50,
  });
  expect(entries.map(({ action }) => action)).toEqual([
    'item.merged',
    'item.notes',
    'item.notes',
    'sync.added',
    'sync.added',
  ]);
  await expectPeace();
});

test('keeps the further of two open access requests; undo restores both', async () => {
  const people = await Promise.all([1, 2, 3, 4].map(() => aMember(db())));
  const ends = new Date('2026-10-01T00:00:00Z');
  /** Statuses of the requests for the kept and the other item, and the results. */
  const cases: [string | null, string, Date | null, string[]][] = [
    ['requested', 'granted', null, ['withdrawn', 'granted']],
    ['granted', 'granted', ends, ['withdrawn', 'granted']],
    ['needs_answer', 'requested', null, ['needs_answer', 'withdrawn']],
    ['declined', 'requested', null, ['declined', 'requested']],
  ];
  const ask = (n: number, itemId: number, status: string, expiresAt: Date | null) =>
    db()('access_requests').insert({
      user_id: people[n]!.user.id,
      item_id: itemId,
      service: 'One of two',
      subscription_type: 'basic',
      features: 'All',
      status,
      expires_at: expiresAt,
    });
  for (const [n, [keptOne, otherOne, keptEnds]] of cases.entries()) {
    await ask(n, kept, keptOne!, keptEnds);
    await ask(n, other, otherOne, null);
  }
  const stand = () => db()('access_requests').orderBy('id').select('status', 'item_id');
  const before = await stand();
  const { mergeId } = await merge();
  expect(await stand()).toEqual(
    cases.flatMap(([, , , after]) => after.map((status) => ({ status, item_id: kept }))),
  );
  await world.services.merges.undo(world.admin, mergeId);
  expect(await stand()).toEqual(before);
});

test('applies writes during a merge to the kept item', async () => {
  const [liker, writer] = [await aMember(db()), await aMember(db())];
  const { knowledge, useCaseWriting } = world.services;
  const waiting = async (): Promise<number> => {
    const { rowCount } = await db().raw<{ rowCount: number }>(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount;
  };
  let both: Promise<unknown> = Promise.resolve();
  await db().transaction(async (trx) => {
    await trx('items').where({ id: other }).forUpdate().first('id');
    both = Promise.all([
      knowledge.like(liker, other),
      useCaseWriting.create(writer, other, { descriptionRu: 'Рисую', descriptionEn: 'I draw' }),
    ]);
    while ((await waiting()) < 2) await pause(20);
    await trx('items').where({ id: other }).update({ merged_into: kept, removed_at: new Date() });
  });
  await both;
  expect(await likersOf(other)).toEqual([]);
  expect(await likersOf(kept)).toEqual([liker.user.id, writer.user.id]);
  expect(await db()('use_cases').first()).toMatchObject({ item_id: kept });
});

test('resolves the old id in every call, also over two merges', async () => {
  const { one } = await work();
  await merge();
  const third = await idOf(3);
  await world.services.merges.merge(world.admin, [third, kept], plain);
  const { knowledge, useCases, complaints, edits } = world.services;
  for (const id of [other, kept, third]) {
    expect(await knowledge.item(one, id)).toMatchObject({ id: third });
    expect(await useCases.ofItem(one, id)).toHaveLength(1);
  }
  expect(await knowledge.unlike(one, other, false)).toMatchObject({ isLiked: false });
  expect(await knowledge.like(one, other)).toMatchObject({ isLiked: true });
  expect(await likersOf(third)).toContain(one.user.id);
  await complaints.report(one, '127.0.0.1', {
    itemId: other,
    complaintType: 'other',
    comment: 'By the old id',
  });
  expect(await db()('complaints').where({ comment: 'By the old id' }).first()).toMatchObject({
    item_id: third,
  });
  expect(await edits.edit(world.admin, other, { titleEn: 'One' })).toMatchObject({ itemId: third });
  // A late write of somebody with an open page, which bypasses every check.
  const late = await aMember(db());
  await db()('item_likes').insert({ user_id: late.user.id, item_id: other });
  expect(await likersOf(third)).toContain(late.user.id);
});

test('a merge into an old id keeps its target; merged items stay merged; removed items are refused', async () => {
  const { mergeId } = await merge();
  const [third, fourth] = [await idOf(3), await idOf(4)];
  const { merges } = world.services;
  const again = (pair: readonly [number, number]) => merges.merge(world.admin, pair, plain);
  const second = await again([third, kept]);
  expect((await again([other, fourth])).keptId).toBe(third);
  // With every pair of ids that lead to one item.
  expect((await again([kept, other])).mergeId).toBe(mergeId);
  expect((await again([third, other])).mergeId).toBe(mergeId);
  expect((await again([other, third])).mergeId).toBe(mergeId);
  expect((await again([other, kept])).mergeId).toBe(second.mergeId);
  await expect(again([await idOf(5), other])).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await row(other)).toMatchObject({ merged_into: kept });
});

test('takes chosen fields from the other item and writes them to the kept bookmark', async () => {
  const { bookmark } = await merge({ take: ['titleEn', 'imageUrl'], tags: 'both' });
  expect(bookmark.state).toBe('written');
  expect(await world.bookmark(bookmarkId(1))).toMatchObject({
    title: 'Tool 2',
    cover: 'https://tool2.example.com/cover.png',
    tags: ['text', 'group-1', 'group-2'],
    excerpt: 'What tool 1 does',
  });
  await expectPeace();
});

describe('no run splits merged items', () => {
  test('when the second bookmark changes, goes, and comes back', async () => {
    await merge();
    const { control } = world.raindrop;
    await control.edit({ id: bookmarkId(2), changes: { title: 'Changed' } });
    await expectPeace();
    await control.trash({ id: bookmarkId(2) });
    await expectPeace();
    await control.restore({ id: bookmarkId(2) });
    await expectPeace();
    expect(await row(other)).toMatchObject({ merged_into: kept });
  });

  test('when the second bookmark is created again with another id', async () => {
    await merge();
    const { control } = world.raindrop;
    await control.delete({ id: bookmarkId(2) });
    await control.add({ _id: 9_999, link: 'https://tool2.example.com/?utm_source=x', title: 'T' });
    const { counts } = await world.sync();
    expect(counts).toMatchObject({ new: 0, removed: 0 });
    expect(await row(other)).toMatchObject({ merged_into: kept, bookmark_id: 9_999 });
    await expectPeace();
  });
});

describe('the other bookmark', () => {
  test('is trashed on request, and restored by the undo', async () => {
    const { mergeId, otherBookmark } = await merge({ bookmark: 'trash' });
    expect(otherBookmark.state).toBe('written');
    expect(await world.bookmark(bookmarkId(2))).toMatchObject({ removed: true });
    await expectPeace();
    expect((await world.services.merges.undo(world.admin, mergeId)).otherBookmark.state).toBe(
      'written',
    );
    expect(await world.bookmark(bookmarkId(2))).toMatchObject({ removed: false });
    await world.sync();
    expect(await world.open()).toEqual([]);
    expect(await row(other)).toMatchObject({ merged_into: null, removed_at: null });
  });

  test('is created again by the undo when it was permanently deleted', async () => {
    const { mergeId } = await merge({ bookmark: 'trash' });
    await world.raindrop.control.delete({ id: bookmarkId(2) });
    await world.services.merges.undo(world.admin, mergeId);
    const bound = Number((await row(other)).bookmark_id);
    expect(bound).not.toBe(bookmarkId(2));
    expect(await world.bookmark(bound)).toMatchObject({
      title: 'Tool 2',
      tags: ['text', 'group-2'],
    });
    await world.sync();
    expect(await world.open()).toEqual([]);
  });

  test('waits while Raindrop refuses, and is trashed afterwards', async () => {
    await world.raindrop.control.fail({ kind: '401', times: 100 });
    const { otherBookmark } = await merge({ bookmark: 'trash' });
    expect(otherBookmark).toEqual({ state: 'waiting', reason: 'bookmarksUnauthorised' });
    await world.raindrop.control.clearFaults();
    await world.services.merges.applyPendingBookmarks(new AbortController().signal);
    expect(await world.bookmark(bookmarkId(2))).toMatchObject({ removed: true });
  });
});

describe('an undone merge', () => {
  test('restores the state of everybody, except later changes', async () => {
    const { one, both, two, useCase } = await work();
    const { mergeId } = await merge({ take: ['titleEn', 'descriptionEn'] });
    await world.services.edits.edit(world.admin, kept, { descriptionEn: 'Written since' });
    // A person who liked both has unliked it, and another has liked it.
    await world.services.knowledge.unlike(both, kept, false);
    const late = await aMember(db());
    await world.services.knowledge.like(late, kept);
    await world.services.merges.undo(world.admin, mergeId);
    expect(await likersOf(kept)).toEqual([one.user.id, late.user.id]);
    expect(await likersOf(other)).toEqual([two.user.id]);
    expect(await db()('use_cases').where({ id: useCase.id }).first()).toMatchObject({
      item_id: other,
    });
    expect(await row(kept)).toMatchObject({
      title_en: 'Tool 1',
      description_en: 'Written since',
      admin_notes: 'Ours',
      likes_count: 2,
      use_cases_count: 0,
    });
    expect(await row(other)).toMatchObject({
      removed_at: null,
      likes_count: 1,
      use_cases_count: 1,
    });
    const reports = await db()('complaints').orderBy('id');
    expect(reports.map(({ item_id, comment, status }) => [item_id, comment, status])).toEqual([
      [kept, 'First', 'new'],
      [other, 'Second', 'new'],
      [other, 'Third', 'new'],
    ]);
    expect(await world.services.knowledge.item(one, other)).toMatchObject({ id: other });
    expect(await world.bookmark(bookmarkId(1))).toMatchObject({ title: 'Tool 1' });
    await expectPeace();
  });

  test('is refused twice, while the kept item is merged itself, and after 30 days', async () => {
    const { merges } = world.services;
    const { mergeId } = await merge();
    const third = await idOf(3);
    const outer = await world.services.merges.merge(world.admin, [third, kept], plain);
    await expect(merges.undo(world.admin, mergeId)).rejects.toMatchObject({ reason: 'cannotUndo' });
    await merges.undo(world.admin, outer.mergeId);
    await db()('item_merges').update({ merged_at: new Date(Date.now() - 31 * 24 * 3_600_000) });
    await expect(merges.undo(world.admin, mergeId)).rejects.toMatchObject({ reason: 'cannotUndo' });
    await db()('item_merges').update({ merged_at: new Date() });
    await merges.undo(world.admin, mergeId);
    await expect(merges.undo(world.admin, mergeId)).rejects.toMatchObject({ reason: 'cannotUndo' });
  });
});

test('merges once for opposite and repeated simultaneous calls; refuses itself and missing items', async () => {
  const { merges } = world.services;
  const done = await Promise.allSettled([
    merges.merge(world.admin, [kept, other], plain),
    merges.merge(world.admin, [other, kept], plain),
  ]);
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const ofFirst: { id: number; kept_id: number; merged_id: number } =
    await db()('item_merges').first();
  [kept, other] = [ofFirst.kept_id, ofFirst.merged_id];
  expect((await merge()).mergeId).toBe(ofFirst.id);
  await expect(merges.merge(world.admin, [kept, kept], plain)).rejects.toMatchObject({
    code: 'INVALID',
  });
  await expect(merges.merge(world.admin, [kept, 999_999], plain)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const third = await idOf(3);
  await expect(merges.merge(world.admin, [third, other], plain)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const member = await aMember(db());
  await expect(merges.merge(member, [kept, third], plain)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

describe('duplicates', () => {
  test('are found by address and by name in both alphabets; equal ones are merged at once', async () => {
    const { control } = world.raindrop;
    for (const id of [8_001, 8_002])
      await control.add({ _id: id, link: 'https://same.example.com/', title: 'Same', tags: ['a'] });
    await control.add({ _id: 8_003, link: 'https://SAME.example.com', title: 'Another' });
    for (const id of [8_011, 8_012])
      await control.add({ _id: id, link: 'http://www.twin.example.com/', title: 'Twin' });
    await anItem(db(), {
      titleEn: 'Canva',
      titleRu: null,
      sourceUrl: 'https://canva.example.com/',
    });
    await anItem(db(), {
      titleEn: null,
      titleRu: 'Канва',
      sourceUrl: 'https://other.example.com/',
    });
    await world.sync();
    const { merges } = world.services;
    const duplicates = merges.duplicatesFor(world.admin);
    let comparisons = 0;
    world.database.db.on('query', ({ sql }: { sql: string }) => {
      if (sql.startsWith('select "id", "title_ru", "title_en", "normalised_url"')) comparisons += 1;
    });
    const [{ groups, total, identical }, again] = await Promise.all([
      duplicates(20),
      duplicates(1),
    ]);
    // Repeated queries within one request are cached.
    expect(comparisons).toBe(1);
    expect([again.groups.length, again.total]).toEqual([1, total]);
    expect(
      groups.map(({ matchedBy, itemIds, isIdentical }) => [matchedBy, itemIds.length, isIdentical]),
    ).toEqual([
      ['address', 2, true],
      ['address', 3, false],
      ['name', 2, false],
      ['name', 2, false],
    ]);
    expect([total, identical]).toEqual([4, 1]);
    // Only items from the bookmarks provider can be moved to its trash, and none without a provider.
    expect(groups.map(({ trashableIds }) => trashableIds.length)).toEqual([2, 3, 0, 2]);
    const without = createTestServices(db()).services.merges;
    const [group] = (await without.duplicatesFor(world.admin)(1)).groups;
    expect(group).toMatchObject({ trashableIds: [] });
    expect(await merges.mergeIdentical(world.admin)).toEqual({ merged: 1, remaining: 0 });
    expect((await merges.duplicatesFor(world.admin)(20)).identical).toBe(0);
    expect((await world.sync()).counts).toMatchObject({ new: 0, changed: 0 });
    expect(await merges.recent(world.admin)).toMatchObject([
      { mergedTitle: 'Twin', bookmark: 'keep', canUndo: true },
    ]);
  });

  test('compares names in either alphabet and spelling, but distinguishes versions', () => {
    for (const [one, two, isSame] of [
      ['Canva', 'Канва', true],
      ['Figma', 'ФИГМА', true],
      ['Photo-Room', 'photoroom', true],
      ['Notion AI', 'notion.ai', true],
      ['Café', 'Cafe', true],
      ['Flux 1', 'Flux 1.1', false],
      ['GPT 5', 'GPT-5.5', false],
    ] as const)
      expect([one, two, nameKey(one) === nameKey(two)]).toEqual([one, two, isSame]);
  });
});
