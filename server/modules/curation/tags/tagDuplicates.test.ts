// Duplicates of tags: exact and similar groups, merged and taken back.
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../../testing/syncFixture.ts';

let world: SyncWorld;
beforeEach(async () => {
  world = await startSyncWorld({ bookmarks: 5 });
  await world.sync();
  // As an earlier version stored them: tags that differ in nothing that anybody sees.
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
afterEach(() => world.close());

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

test('exact groups come before those that look alike, and approval tags are in none', async () => {
  expect(await groups()).toEqual([exact, ...alike]);
});

test('two admins merge all exact ones at once: one does, and all of it is taken back', async () => {
  const { tagging } = world.services;
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

test('a filter takes any spelling of a tag, and the stored one first', async () => {
  const { knowledge, tagging } = world.services;
  const find = async (tag: string) =>
    (
      await knowledge.search(world.admin, {
        tags: [tag],
        page: 0,
        perPage: 10,
        sortBy: 'likes',
        verified: false,
        exact: false,
      })
    ).total;
  expect(await find('CAFÉ')).toBe(1);
  await tagging.mergeExactDuplicates(world.admin);
  for (const spelling of ['CAFÉ', 'cafe\u0301', ' café ', 'Cafe\u0301\u00AD'])
    expect(await find(spelling)).toBe(3);
});
