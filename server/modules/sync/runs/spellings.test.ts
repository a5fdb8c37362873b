// Spellings that differ in nothing visible: no inconsistency, no write to the bookmarks service, and one tag.
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../../testing/syncFixture.ts';

let world: SyncWorld;
beforeEach(async () => {
  world = await startSyncWorld({ bookmarks: 3 });
});
afterEach(() => world.close());

const dirty = {
  title: 'Tool\u200B one \u202Eeno\u202C',
  excerpt: 'Reads e\u0301\u00AD aloud and\u2060 more',
  tags: ['VOICE', 'text'],
};

const expectPeace = async () => {
  const before = await world.bookmark(bookmarkId(1));
  for (let run = 1; run <= 2; run += 1) {
    expect((await world.sync()).counts).toMatchObject({ changed: 0, new: 0 });
    await world.services.bookmarkWriter.writeAll(new AbortController().signal);
    expect(await world.open()).toEqual([]);
    expect(await world.bookmark(bookmarkId(1))).toEqual(before);
  }
};

test('a dirty bookmark comes in clean, joins existing tags, and is left alone', async () => {
  await world.raindrop.control.edit({ id: bookmarkId(2), changes: { tags: ['voice'] } });
  await world.raindrop.control.edit({ id: bookmarkId(1), changes: dirty });
  await world.database
    .db('tags')
    .insert({ original_name: 'voice', name_ru: 'голос', name_en: 'voice' });
  await world.sync();
  expect(await world.item(bookmarkId(1))).toMatchObject({
    title_en: 'Tool one eno',
    description_en: 'Reads é aloud and more',
  });
  expect(await world.tagsOf(bookmarkId(1))).toEqual(['voice', 'text']);
  expect(await world.tagsOf(bookmarkId(2))).toEqual(['voice']);
  await expectPeace();
});

test('what an earlier version stored uncleaned stays as it is until somebody edits it', async () => {
  await world.raindrop.control.edit({
    id: bookmarkId(1),
    changes: { ...dirty, title: '\u2014\u00AD' },
  });
  await world.sync();
  const { db } = world.database;
  const texts = { title_en: '\u2014\u00AD', description_en: dirty.excerpt };
  await db('items')
    .where({ bookmark_id: bookmarkId(1) })
    .update(texts);
  await db('agreed_bookmarks')
    .whereIn(
      'item_id',
      db('items')
        .where({ bookmark_id: bookmarkId(1) })
        .select('id'),
    )
    .update({ title: texts.title_en, excerpt: dirty.excerpt });
  await expectPeace();
  expect(await world.item(bookmarkId(1))).toMatchObject(texts);
  await world.services.edits.edit(world.admin, Number((await world.item(bookmarkId(1)))['id']), {
    descriptionEn: `${dirty.excerpt} changed`,
  });
  expect(await world.item(bookmarkId(1))).toMatchObject({
    description_en: 'Reads é aloud and more changed',
  });
});

test('another spelling of a tag in the service is no change; another tag is', async () => {
  await world.sync();
  await world.raindrop.control.edit({
    id: bookmarkId(1),
    changes: { tags: ['Text', 'GROUP-1', 'group-1'] },
  });
  await expectPeace();
  await world.raindrop.control.edit({ id: bookmarkId(1), changes: { tags: ['Text', 'other'] } });
  await world.sync();
  expect(await world.open()).toMatchObject([{ type: 'tags_changed', newValue: ['Text', 'other'] }]);
});
