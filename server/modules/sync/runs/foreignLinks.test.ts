// T4 at its source: a bookmark whose address is no http(s) link never becomes a link of the catalogue.
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

/** Every address that the catalogue gives out. */
async function addresses(): Promise<string[]> {
  const rows: { source_url: string; image_url: string | null }[] = await world.database
    .db('items')
    .select('source_url', 'image_url');
  return rows.flatMap((row) => [row.source_url, row.image_url ?? '']).filter(Boolean);
}

const isBad = (address: string): boolean => !/^https?:\/\/[^\s@]+$/.test(address);

test('neither a new bookmark nor a changed one brings such a link, as address or as picture', async () => {
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

test('titles and descriptions are text: what looks like markup stays as it was written', async () => {
  const title = '<img src=x onerror=alert(1)> & "tool"';
  await world.raindrop.control.add({ ...aBookmark(700), title });
  await world.sync();
  expect(await world.item(bookmarkId(700))).toMatchObject({ title_en: title });
});
