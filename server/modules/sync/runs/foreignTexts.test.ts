// T4 at its source: a bookmark with an address other than http(s) never becomes a link of the catalogue. Spellings without a
// visible difference cause no inconsistency, no write to Raindrop, and one tag.
import {
  aBookmark,
  bookmarkId,
  startSyncWorld,
  type SyncWorld,
} from '../../../testing/syncFixture.ts';

const bad = [
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  '//evil.example/',
  'https://user:secret@evil.example/',
];

let world: SyncWorld;
beforeEach(async () => {
  world = await startSyncWorld({ bookmarks: 40 });
});
afterEach(() => world.close());

/** Every address that the catalogue returns. */
async function addresses(): Promise<string[]> {
  const rows: { source_url: string; image_url: string | null }[] = await world.database
    .db('items')
    .select('source_url', 'image_url');
  return rows.flatMap((row) => [row.source_url, row.image_url ?? '']).filter(Boolean);
}

const isBad = (address: string): boolean => !/^https?:\/\/[^\s@]+$/.test(address);

test('stores no such link from a new or changed bookmark, as address or picture', async () => {
  for (const [index, link] of bad.entries()) {
    await world.raindrop.control.add({ ...aBookmark(500 + index), link });
    await world.raindrop.control.add({ ...aBookmark(600 + index), cover: link });
  }
  await world.sync();
  for (const [index, link] of bad.entries()) {
    await world.raindrop.control.edit({ id: bookmarkId(1 + index), changes: { link } });
    await world.raindrop.control.edit({ id: bookmarkId(21 + index), changes: { cover: link } });
  }
  await world.sync();
  for (const row of await world.open()) {
    await world.services.inconsistencies
      .resolve(world.admin, row.id, row.type, 'use_raindrop')
      .catch((error: unknown) => expect(error).toMatchObject({ name: 'DomainError' }));
  }
  const found = (await addresses()).filter(isBad);
  expect(found).toEqual([]);
});

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

test('cleans an imported bookmark, joins existing tags, and leaves the bookmark unchanged', async () => {
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

test('keeps uncleaned texts of earlier versions until an edit', async () => {
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

test('ignores another spelling of a tag in Raindrop, but not another tag', async () => {
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
