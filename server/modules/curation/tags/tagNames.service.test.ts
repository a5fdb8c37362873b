// Naming of many tags: unnamed tags, proposals, and two admins at once.
import { startFakeLanguageModel } from '../../../../fakes/languageModel.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../../testing/syncFixture.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { TagNamesInput } from './tags.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await startSyncWorld({ bookmarks: 3 });
  await world.sync();
});
afterAll(() => world.close());

const wanted = ['music', 'opensource', 'editor-s-choice', 'музыка', 'other', 'gdevapproved'];
beforeEach(async () => {
  const { db } = world.database;
  const item = Number((await world.item(bookmarkId(1)))['id']);
  await world.services.edits.edit(world.admin, item, { tags: wanted });
  await db('tags').update({
    name_ru: db.ref('original_name'),
    name_en: db.ref('original_name'),
    is_named: false,
  });
  await db('activity').where('action', 'like', 'tag.%').delete();
});

const tag = (name: string) => world.database.db('tags').where({ original_name: name }).first();
const idOf = async (name: string) => Number((await tag(name)).id);
const unnamed = async () => {
  const { rows, total } = await world.services.tagNames.unnamed(world.admin, 100);
  expect(rows).toHaveLength(total);
  return rows;
};
const name = (...rows: TagNamesInput[]) => world.services.tagNames.saveNames(world.admin, rows);
const outcomesOf = async (...rows: TagNamesInput[]) =>
  (await name(...rows)).rows.map(({ outcome }) => outcome);

test('lists tags without a separate name in the other language, with proposals of the search', async () => {
  const rows = await unnamed();
  const proposed = Object.fromEntries(
    rows.map(({ tag: { originalName }, proposedRu, proposedEn }) => [
      originalName,
      [proposedRu, proposedEn],
    ]),
  );
  const thesaurus = (word: string) => ({ name: word, source: 'thesaurus' });
  expect(proposed).toMatchObject({
    music: [thesaurus('музыка'), thesaurus('music')],
    opensource: [thesaurus('открытый код'), thesaurus('open source')],
    'editor-s-choice': [null, { name: 'editor s choice', source: 'tag' }],
    музыка: [thesaurus('музыка'), thesaurus('music')],
  });
  expect(proposed).not.toHaveProperty('gdevapproved');
  await world.database.db('tags').where({ original_name: 'other' }).update({ name_ru: 'Прочее' });
  expect((await unnamed()).map((row) => row.tag.originalName)).not.toContain('other');
  expect(await world.services.tagNames.unnamed(world.admin, 1)).toMatchObject({
    rows: [{ tag: { originalName: 'text' } }],
    total: rows.length - 1,
  });
});

test('names tags in one change, whose undo skips tags renamed since', async () => {
  const [music, other] = [await idOf('music'), await idOf('other')];
  const { rows, changeId } = await name(
    { id: music, nameRu: ' Музыка ', nameEn: 'Music', expectedNameRu: 'music' },
    { id: other, nameRu: 'Прочее', nameEn: 'Other' },
  );
  expect(rows).toMatchObject([
    { tagId: music, outcome: 'named', tag: { nameRu: 'Музыка', nameEn: 'Music' } },
    { tagId: other, outcome: 'named', tag: { nameRu: 'Прочее', nameEn: 'Other' } },
  ]);
  expect(await world.database.db('activity').where('action', 'like', 'tag.%')).toMatchObject([
    {
      id: changeId,
      action: 'tag.named',
      actor_id: world.admin.user.id,
      before: { name: 'music, other' },
      after: { name: 'Музыка / Music, Прочее / Other' },
    },
  ]);
  // A repeated row is applied once.
  expect(
    await outcomesOf({ id: music, nameRu: 'Музыка', nameEn: 'Music', expectedNameRu: 'music' }),
  ).toEqual(['unchanged']);
  await name({ id: other, nameRu: 'Остальное' });
  await world.services.tagging.undo(world.admin, changeId!);
  expect(await tag('music')).toMatchObject({ name_ru: 'music', name_en: 'music', is_named: false });
  expect(await tag('other')).toMatchObject({ name_ru: 'Остальное', name_en: 'Other' });
  await expect(world.services.tagging.undo(world.admin, changeId!)).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'cannotUndo',
  });
});

test('reports changes of another admin, and overwrites none', async () => {
  const ids = [await idOf('music'), await idOf('other'), await idOf('opensource')];
  await world.services.tagging.rename(world.admin, ids[0]!, { nameRu: 'Мелодии' });
  await world.services.tagging.rename(world.admin, ids[1]!, { originalName: 'rest' });
  const rows = ids.map((id) => ({ id, nameRu: 'Имя', nameEn: 'Name', expectedNameRu: 'music' }));
  rows[2]!.expectedNameRu = 'opensource';
  const done = await name(...rows);
  expect(done.rows).toMatchObject([
    { outcome: 'changedMeanwhile', tag: { nameRu: 'Мелодии', nameEn: 'music' } },
    { outcome: 'gone', tag: null },
    { outcome: 'named', tag: { nameRu: 'Имя' } },
  ]);
  expect(await tag('music')).toMatchObject({ name_ru: 'Мелодии', name_en: 'music' });
});

test('accepts one of two admins who name the same tags at once', async () => {
  const names = ['music', 'other', 'opensource', 'editor-s-choice'];
  const ids = await Promise.all(names.map(idOf));
  const as = (who: string, order: number[]) =>
    order.map((id) => ({
      id,
      nameRu: `${who} имя`,
      nameEn: `${who} name`,
      expectedNameRu: names[ids.indexOf(id)]!,
    }));
  const both = await Promise.all([name(...as('A', ids)), name(...as('B', ids.toReversed()))]);
  expect(both.flatMap(({ rows }) => [new Set(rows.map(({ outcome }) => outcome))])).toEqual(
    expect.arrayContaining([new Set(['named']), new Set(['changedMeanwhile'])]),
  );
  const stored = await world.database.db('tags').whereIn('id', ids);
  expect(new Set(stored.map((row) => row.name_ru)).size).toBe(1);
});

test('asks the language model about given tags only, and stores nothing', async () => {
  const fake = await startFakeLanguageModel();
  try {
    const { services } = createTestServices(world.database.db, {
      env: { LANGUAGE_MODEL_URL: fake.url, LANGUAGE_MODEL_NAME: 'stand-in' },
    });
    const id = await idOf('editor-s-choice');
    expect(await services.tagNames.suggest(world.admin, [id, 900_000])).toEqual([
      {
        id,
        proposedRu: { name: expect.stringMatching(/[а-я]/), source: 'model' },
        proposedEn: { name: 'editor s choice', source: 'model' },
      },
    ]);
    expect(await tag('editor-s-choice')).toMatchObject({ name_ru: 'editor-s-choice' });
    fake.setFault('offSchema');
    await expect(services.tagNames.suggest(world.admin, [id])).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(await world.services.tagNames.suggest(world.admin, [id])).toEqual([]);
  } finally {
    await fake.close();
  }
});
