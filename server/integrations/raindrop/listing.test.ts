import type {
  Bookmark,
  BookmarkSource,
  UnreadableBookmark,
} from '../../modules/sync/bookmarkProvider.ts';
import { startFakeRaindrop, type FakeRaindrop } from '../../../fakes/raindrop.ts';
import type { NewRaindrop } from '../../../fakes/raindrop/library.ts';
import { anyLength, connectTo } from '../../testing/raindropConnection.ts';

let fake: FakeRaindrop;
afterEach(() => fake.close());

const some = (length: number): NewRaindrop[] =>
  Array.from({ length }, (_, at) => ({
    _id: at + 1,
    link: `https://example.com/${at + 1}`,
    title: `Tool ${at + 1}`,
    created: new Date(Date.UTC(2024, 0, 1, 0, at)).toISOString(),
  }));

const start = async (bookmarks: NewRaindrop[]) => {
  fake = await startFakeRaindrop({ bookmarks });
};

async function readAll(source: BookmarkSource, afterPage = async (_page: number) => {}) {
  const bookmarks: Bookmark[] = [];
  const unreadable: UnreadableBookmark[] = [];
  let pages = 0;
  for await (const page of source.pages(anyLength())) {
    bookmarks.push(...page.bookmarks);
    unreadable.push(...page.unreadable);
    await afterPage((pages += 1));
  }
  return { ids: bookmarks.map(({ id }) => id), bookmarks, unreadable };
}

const upTo = (length: number) => Array.from({ length }, (_, at) => at + 1);
const incomplete = { code: 'UNAVAILABLE', reason: 'bookmarksIncomplete' };

describe('a list of bookmarks', () => {
  it.each([0, 1, 49, 50, 51, 100, 120])('is complete with %i', async (length) => {
    await start(some(length));
    expect((await readAll(connectTo(fake).service)).ids).toEqual(upTo(length));
    const calls = await fake.control.calls();
    expect(calls).toHaveLength(Math.max(1, Math.ceil(length / 50)));
  });

  it('is requested in a stable order and never from the cache', async () => {
    await start(some(120));
    const { service } = connectTo(fake);
    await readAll(service);
    await fake.control.edit({ id: 7, changes: { title: 'Changed' } });
    const again = await readAll(service);
    expect(again.bookmarks[6]?.title).toBe('Changed');
    const calls = await fake.control.calls();
    expect(calls).toHaveLength(6);
    for (const { query } of calls) expect(query).toMatchObject({ perpage: '50', sort: 'created' });
    expect(new Set(calls.map(({ query }) => query._cb)).size).toBe(6);
  });

  it('is converted to bookmarks', async () => {
    await start([
      {
        _id: 700_000_001,
        link: 'https://www.example.com/tool?a=1#b',
        title: ' A  tool\u0000 ',
        excerpt: 'What it\r\ndoes',
        note: 'Заметка',
        type: 'article',
        tags: ['text', 'text', ' ', 'models'],
        cover: 'https://images.example.com/a.png',
        created: '2024-01-09T07:00:00.000Z',
      },
      { _id: 2, link: 'https://two.example.com', type: 'newfangled', cover: '<screenshot>' },
    ]);
    const { bookmarks } = await readAll(connectTo(fake).service);
    expect(bookmarks[0]).toEqual({
      id: 700_000_001,
      title: 'A tool',
      excerpt: 'What it\ndoes',
      note: 'Заметка',
      link: 'https://www.example.com/tool?a=1#b',
      tags: ['text', 'models'],
      type: 'article',
      source: 'example.com',
      cover: 'https://images.example.com/a.png',
      createdAt: new Date('2024-01-09T07:00:00Z'),
    });
    expect(bookmarks[1]).toMatchObject({ title: 'two.example.com', type: 'link', cover: '' });
  });

  it('reports broken bookmarks and continues', async () => {
    await start(some(60));
    await fake.control.edit({ id: 3, changes: { link: 'javascript:alert(1)' } });
    await fake.control.edit({ id: 4, changes: { tags: 'text' } });
    await fake.control.edit({ id: 55, changes: { created: 'soon' } });
    await fake.control.edit({ id: 56, changes: { _id: 'x' } });
    const { ids, unreadable } = await readAll(connectTo(fake).service);
    expect(ids).toHaveLength(56);
    expect(unreadable).toEqual([
      {
        where: 'bookmark 3',
        reason: 'the address begins with javascript: instead of http or https',
      },
      { where: 'bookmark 4', reason: 'the field tags is not as expected' },
      { where: 'bookmark 55', reason: 'the field created is not as expected' },
      { where: 'bookmark 6 of page 2', reason: 'the field _id is not as expected' },
    ]);
  });

  it('includes nested collections', async () => {
    await start([]);
    await fake.control.addCollection({ id: 10, title: 'Tools' });
    await fake.control.addCollection({ id: 11, title: 'Text', parent: 10 });
    await fake.control.addCollection({ id: 12, title: 'Models', parent: 11 });
    for (const collectionId of [10, 11, 12, -1, -99]) {
      await fake.control.add({
        _id: 100 + collectionId,
        link: `https://example.com/${collectionId}`,
        collectionId,
      });
    }
    const idsIn = async (collection: number) =>
      (await readAll(connectTo(fake, { collection }).service)).ids.toSorted((a, b) => a - b);
    expect(await idsIn(10)).toEqual([110, 111, 112]);
    expect(await idsIn(11)).toEqual([111, 112]);
    expect(await idsIn(0)).toEqual([99, 110, 111, 112]);
    expect(await idsIn(-1)).toEqual([99]);
  });
});

describe('a list that changes during the reading', () => {
  it.each(['hole', 'double'] as const)(
    'is read again after a %s, without repeated bookmarks',
    async (kind) => {
      await start(some(120));
      await fake.control.disturb({ kind, page: 1 });
      const { service, waits } = connectTo(fake);
      const { ids } = await readAll(service);
      expect(ids.toSorted((a, b) => a - b)).toEqual(upTo(120));
      expect(waits).toHaveLength(1);
    },
  );

  it.each(['hole', 'double'] as const)('fails when the %s stays', async (kind) => {
    await start(some(120));
    await fake.control.disturb({ kind, page: 1, times: 100 });
    const { service, waits } = connectTo(fake);
    await expect(readAll(service)).rejects.toMatchObject(incomplete);
    expect(waits).toHaveLength(2);
    expect((await fake.control.calls()).length).toBeLessThanOrEqual(9);
  });

  it('misses nothing when a bookmark is trashed meanwhile', async () => {
    await start(some(120));
    const { ids } = await readAll(connectTo(fake).service, async (page) => {
      if (page === 1) await fake.control.trash({ id: 5 });
    });
    expect(ids.toSorted((a, b) => a - b)).toEqual(upTo(120));
  });

  it('misses nothing when a bookmark is added meanwhile', async () => {
    await start(some(120));
    const { ids } = await readAll(connectTo(fake).service, async (page) => {
      if (page === 2) await fake.control.add({ _id: 121, link: 'https://new.example.com' });
    });
    expect(ids).toEqual(upTo(121));
  });
});

describe('the trash', () => {
  it('is read page by page', async () => {
    await start(some(130).map((bookmark) => ({ ...bookmark, collectionId: -99 })));
    await fake.control.restore({ id: 130 });
    expect([...(await connectTo(fake).service.trashedIds(anyLength()))]).toEqual(upTo(129));
  });

  it('may be empty', async () => {
    await start(some(3));
    expect((await connectTo(fake).service.trashedIds(anyLength())).size).toBe(0);
  });
});
