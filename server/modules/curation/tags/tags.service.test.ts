// Renaming and merging of tags on all items and bookmarks, with undo; exact and similar duplicates.
import { aMember } from '../../../testing/builders.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../../testing/syncFixture.ts';

let world: SyncWorld;
beforeEach(async () => {
  world = await startSyncWorld({ bookmarks: 6 });
  await world.sync();
});
afterEach(() => world.close());

const tag = async (name: string) =>
  world.database.db('tags').where({ original_name: name }).first();
const idOf = async (name: string) => Number((await tag(name)).id);
const write = () => world.services.bookmarkWriter.writeAll(new AbortController().signal);
const theirs = async (n: number) => (await world.bookmark(bookmarkId(n)))?.['tags'];
const ours = (n: number) => world.tagsOf(bookmarkId(n));
const expectPeace = async () => {
  expect((await world.sync()).counts).toMatchObject({ changed: 0, new: 0 });
  expect(await world.open()).toEqual([]);
};

test('renames a tag on every item and bookmark with its names, with undo', async () => {
  const { tagging } = world.services;
  await tagging.rename(world.admin, await idOf('text'), { nameRu: 'Тексты', nameEn: 'Texts' });
  const { changeId, items } = await tagging.rename(world.admin, await idOf('text'), {
    originalName: 'writing',
  });
  expect(items).toBe(6);
  expect(await ours(1)).toEqual(['writing', 'group-1']);
  expect(await theirs(1)).toEqual(['text', 'group-1']);
  expect(await tag('text')).toBeUndefined();
  expect(await tag('writing')).toMatchObject({ name_ru: 'Тексты', total_count: 6 });
  expect(await write()).toMatchObject({ written: 6, remaining: 0 });
  expect(await theirs(1)).toEqual(['writing', 'group-1']);
  await expectPeace();
  await tagging.undo(world.admin, changeId!);
  await write();
  expect(await theirs(1)).toEqual(['text', 'group-1']);
  expect(await tag('text')).toMatchObject({ name_ru: 'Тексты', name_en: 'Texts' });
  expect(await tag('writing')).toBeUndefined();
  await expectPeace();
});

test('resolves a name of a tag in any language and case: in an edit, a new item and a rename', async () => {
  const { tagging, edits, additions } = world.services;
  await tagging.rename(world.admin, await idOf('text'), { nameRu: 'Тексты', nameEn: 'Texts' });
  const first = Number((await world.item(bookmarkId(1)))['id']);
  await edits.edit(world.admin, first, {
    tags: ['тексты', 'text', 'Group-1', 'Новое', 'новое', 'TEXTS'],
  });
  expect(await ours(1)).toEqual(['text', 'group-1', 'Новое']);
  const { itemId } = await additions.add(world.admin, {
    sourceUrl: 'https://studio.example.com/',
    titleEn: 'Studio',
    tags: ['Тексты', 'новое'],
  });
  const added = world.database.db('item_tags').join('tags', 'tags.id', 'tag_id');
  expect(await added.where({ item_id: itemId }).orderBy('position').pluck('original_name')).toEqual(
    ['text', 'Новое'],
  );
  await tagging.rename(world.admin, await idOf('group-1'), { originalName: 'ТЕКСТЫ' });
  expect(await ours(1)).toEqual(['text', 'Новое']);
  expect(await tag('group-1')).toBeUndefined();
  // A rename may change only the letter case.
  await tagging.rename(world.admin, await idOf('text'), { originalName: 'Тексты' });
  expect(await ours(1)).toEqual(['Тексты', 'Новое']);
});

test('merges tags on every item; undo restores them unless they changed since', async () => {
  const { tagging, edits } = world.services;
  const from = [await idOf('group-1'), await idOf('group-2')];
  const { changeId, items } = await tagging.merge(world.admin, from, await idOf('group-0'));
  expect(items).toBe(4);
  expect(await ours(1)).toEqual(['text', 'group-0']);
  expect(await tag('group-0')).toMatchObject({ total_count: 6 });
  await write();
  await expectPeace();
  const second = Number((await world.item(bookmarkId(2)))['id']);
  await edits.edit(world.admin, second, { tags: ['text', 'own'] });
  await tagging.undo(world.admin, changeId!);
  await write();
  expect([await ours(1), await ours(2), await ours(3)]).toEqual([
    ['text', 'group-1'],
    ['text', 'own'],
    ['text', 'group-0'],
  ]);
  expect(await theirs(1)).toEqual(['text', 'group-1']);
  await expectPeace();
  // A repeated call, as from two windows, changes and records nothing.
  const recorded = async () => (await world.database.db('activity')).length;
  const before = await recorded();
  expect(await tagging.undo(world.admin, changeId!)).toMatchObject({ changeId: null, items: 0 });
  expect(await recorded()).toBe(before);
  await expect(tagging.undo(world.admin, changeId! + 1)).rejects.toMatchObject({
    code: expect.stringMatching(/CONFLICT|NOT_FOUND/),
  });
});

test('does not overwrite changes in Raindrop', async () => {
  await world.raindrop.control.edit({ id: bookmarkId(1), changes: { tags: ['theirs'] } });
  await world.services.tagging.rename(world.admin, await idOf('text'), { originalName: 'words' });
  await write();
  expect(await theirs(1)).toEqual(['theirs']);
  expect(await world.open()).toMatchObject([
    { type: 'tags_changed', oldValue: ['words', 'group-1'], newValue: ['theirs'] },
  ]);
});

test('is recorded, and requires an admin and a tag other than approval tags', async () => {
  const { tagging, knowledge, edits } = world.services;
  const id = await idOf('text');
  const { changeId } = await tagging.rename(world.admin, id, { nameEn: 'Texts' });
  expect(await world.database.db('activity').where({ id: changeId! }).first()).toMatchObject({
    action: 'tag.named',
    actor_id: world.admin.user.id,
  });
  expect(await knowledge.tag(world.admin, id)).toMatchObject({ nameEn: 'Texts' });
  expect(await tagging.rename(world.admin, id, {})).toEqual({
    tagId: id,
    changeId: null,
    items: 0,
  });
  const item = Number((await world.item(bookmarkId(1)))['id']);
  await edits.edit(world.admin, item, { tags: ['gdevapproved'] });
  const approval = await idOf('gdevapproved');
  for (const refused of [
    tagging.rename(world.admin, approval, { originalName: 'x' }),
    tagging.rename(world.admin, id, { originalName: 'nextersapproved' }),
    tagging.rename(world.admin, id, { originalName: 'a, b' }),
    tagging.merge(world.admin, [approval], id),
    tagging.merge(world.admin, [], id),
  ])
    await expect(refused).rejects.toMatchObject({ code: 'INVALID' });
  await expect(tagging.rename(world.admin, 999_999, {})).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const member = await aMember(world.database.db);
  await expect(tagging.rename(member, id, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

describe('duplicates', () => {
  beforeEach(async () => {
    // As an earlier version stored them: tags without a visible difference.
    const spellings = ['Café', 'cafe\u0301', 'CAFÉ', 'text  to speech', 'text-to-speech'];
    const { db } = world.database;
    for (const [at, name] of spellings.entries()) {
      const [{ id }] = await db('tags')
        .insert({ original_name: name, name_ru: name, name_en: name })
        .returning('id');
      const item = (await world.item(bookmarkId(at + 1)))['id'];
      await db('item_tags').insert({ item_id: item, tag_id: id, position: 5 });
    }
    for (const name of ['ёлка', 'елка', 'gdevapproved', 'GDevApproved'])
      await db('tags').insert({ original_name: name, name_ru: name, name_en: name });
  });
  const groups = async () => {
    const found = await world.services.tagNames.duplicates(world.admin, 50);
    return found.groups.map(({ isExact, tags }) => [
      isExact,
      ...tags.map(({ originalName }) => originalName).toSorted(),
    ]);
  };
  const exact = [true, 'CAFÉ', 'Café', 'cafe\u0301'];
  const alike = [
    [false, 'text  to speech', 'text-to-speech'],
    [false, 'елка', 'ёлка'],
  ];

  test('are merged once by two admins at once, with undo', async () => {
    const { tagging } = world.services;
    // Exact groups come before similar ones; approval tags are excluded.
    expect(await groups()).toEqual([exact, ...alike]);
    const [one, other] = await Promise.all([
      tagging.mergeExactDuplicates(world.admin),
      tagging.mergeExactDuplicates(world.admin),
    ]);
    const changes = [...one, ...other];
    expect(changes).toMatchObject([{ items: 2 }]);
    for (const n of [1, 2, 3]) expect((await world.tagsOf(bookmarkId(n))).at(-1)).toBe('Café');
    expect(await groups()).toEqual(alike);
    expect((await world.sync()).counts).toMatchObject({ new: 0 });
    await tagging.undo(world.admin, changes[0]!.changeId!);
    expect(await groups()).toEqual([exact, ...alike]);
    expect((await world.tagsOf(bookmarkId(2))).at(-1)).toBe('cafe\u0301');
  });
});
