import type {
  Bookmark,
  BookmarkSource,
  UnreadableBookmark,
} from '../../modules/sync/bookmarkProvider.ts';
import { startFakeRaindrop, type FakeRaindrop } from '../../../fakes/raindrop.ts';
import type { NewRaindrop } from '../../../fakes/raindrop/library.ts';
import { anyLength, connectTo } from '../../testing/raindropConnection.ts';

let fake: FakeRaindrop;
beforeEach(async () => {
  fake = await startFakeRaindrop({
    bookmarks: [
      {
        _id: 1,
        link: 'https://example.com',
        title: 'One',
        excerpt: 'Text',
        note: 'Note',
        tags: ['a', 'b'],
        cover: 'https://images.example.com/a.png',
      },
    ],
  });
});
afterEach(() => fake.close());

const stored = async (id: number) => (await fake.control.bookmarks()).find(({ _id }) => _id === id);
const writes = async () => (await fake.control.calls()).filter(({ method }) => method !== 'GET');

describe('find', () => {
  const stateOf = async (id: number, collection = 0) =>
    (await connectTo(fake, { collection }).service.find(id, anyLength())).state;

  it('returns the state of a bookmark', async () => {
    expect(await stateOf(1)).toBe('present');
    expect(await stateOf(2)).toBe('absent');
    await fake.control.trash({ id: 1 });
    expect(await stateOf(1)).toBe('trashed');
    await fake.control.delete({ id: 1 });
    expect(await stateOf(1)).toBe('absent');
  });

  it('distinguishes a moved bookmark from one in a nested collection', async () => {
    await fake.control.addCollection({ id: 10, title: 'Tools' });
    await fake.control.addCollection({ id: 11, title: 'Text', parent: 10 });
    await fake.control.addCollection({ id: 20, title: 'Other' });
    expect(await stateOf(1, 10)).toBe('moved');
    expect(await stateOf(1, -1)).toBe('present');
    await fake.control.move({ id: 1, collection: 11 });
    expect(await stateOf(1, 10)).toBe('present');
    expect(await stateOf(1, 20)).toBe('moved');
    expect(await stateOf(1, -1)).toBe('moved');
    expect(await stateOf(1)).toBe('present');
  });

  it.each([
    ['500', 'bookmarksUnreachable'],
    ['403', 'bookmarksUnauthorised'],
    ['resultFalse', 'bookmarksRefused'],
    ['notAPage', 'bookmarksMalformed'],
    ['empty', 'bookmarksMalformed'],
  ] as const)('never treats %s as absence', async (kind, reason) => {
    await fake.control.fail({ kind, times: 3 });
    await expect(connectTo(fake).service.find(1, anyLength())).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      reason,
    });
  });

  it('never treats an unreadable bookmark as absent', async () => {
    await fake.control.edit({ id: 1, changes: { link: 'mailto:a@example.com' } });
    await expect(connectTo(fake).service.find(1, anyLength())).rejects.toMatchObject({
      reason: 'bookmarksMalformed',
      message: expect.stringContaining('bookmark 1'),
    });
  });
});

describe('update', () => {
  it('sends given fields only', async () => {
    const { service } = connectTo(fake);
    const after = await service.update(1, { title: 'Two', note: undefined }, anyLength());
    expect(after).toMatchObject({ title: 'Two', note: 'Note', tags: ['a', 'b'] });
    expect(await writes()).toMatchObject([
      { method: 'PUT', path: '/raindrop/1', body: { title: 'Two' } },
    ]);
    expect(Object.keys((await writes())[0]?.body ?? {})).toEqual(['title']);
    expect(await stored(1)).toMatchObject({ title: 'Two', excerpt: 'Text', note: 'Note' });
  });

  it('replaces tags, and clears fields given as empty', async () => {
    const { service } = connectTo(fake);
    await service.update(1, { tags: ['c'] }, anyLength());
    expect(await stored(1)).toMatchObject({ tags: ['c'] });
    const after = await service.update(1, { tags: [], excerpt: '', cover: '' }, anyLength());
    expect(after).toMatchObject({ tags: [], excerpt: '', cover: '' });
    expect(await stored(1)).toMatchObject({ tags: [], excerpt: '', cover: '', title: 'One' });
  });

  it('reports a missing bookmark', async () => {
    const { service } = connectTo(fake);
    const gone = { code: 'NOT_FOUND', reason: 'bookmarkAbsent' };
    await expect(service.update(2, { title: 'Two' }, anyLength())).rejects.toMatchObject(gone);
    await expect(service.update(2, {}, anyLength())).rejects.toMatchObject(gone);
  });

  it.each([
    ['500', 'bookmarksUnreachable', 'One'],
    ['429', 'bookmarksBusy', 'One'],
    ['malformed', 'bookmarksMalformed', 'One'],
    ['resultFalse', 'bookmarksRefused', 'One'],
    ['drop', 'bookmarksUnreachable', 'One'],
    ['dropAfter', 'bookmarksUnreachable', 'Two'],
  ] as const)('is not repeated after %s', async (kind, reason, title) => {
    await fake.control.fail({ kind, method: 'PUT', times: 5 });
    const { service, waits } = connectTo(fake);
    await expect(service.update(1, { title: 'Two' }, anyLength())).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      reason,
    });
    expect(await writes()).toHaveLength(1);
    expect(waits).toEqual([]);
    expect((await stored(1))?.title).toBe(title);
  });
});

describe('remove', () => {
  it('moves to the trash, and never deletes from it', async () => {
    const { service } = connectTo(fake);
    await service.remove(1, anyLength());
    expect(await stored(1)).toMatchObject({ removed: true, collectionId: -99 });
    await service.remove(1, anyLength());
    expect(await stored(1)).toMatchObject({ removed: true });
    expect([...(await service.trashedIds(anyLength()))]).toEqual([1]);
  });

  it('does nothing for a missing bookmark', async () => {
    await connectTo(fake).service.remove(2, anyLength());
    await fake.control.fail({ kind: '404', method: 'DELETE' });
    await connectTo(fake).service.remove(1, anyLength());
    expect(await writes()).toHaveLength(1);
  });

  it('is not repeated', async () => {
    await fake.control.fail({ kind: 'dropAfter', method: 'DELETE' });
    await expect(connectTo(fake).service.remove(1, anyLength())).rejects.toMatchObject({
      reason: 'bookmarksUnreachable',
    });
    expect(await writes()).toHaveLength(1);
    expect(await stored(1)).toMatchObject({ removed: true });
  });
});

describe('create', () => {
  const fields = {
    title: 'New',
    excerpt: 'Text',
    note: '',
    link: 'https://new.example.com/a',
    tags: ['a'],
    type: 'article',
    cover: '',
    createdAt: new Date('2024-01-09T07:00:00Z'),
  };

  it('creates the bookmark again with a new id', async () => {
    const made = await connectTo(fake).service.create(fields, anyLength());
    expect(made).toEqual({ ...fields, id: made.id, source: 'new.example.com' });
    expect(await stored(made.id)).toMatchObject({ collectionId: -1, title: 'New' });
  });

  it('is not repeated', async () => {
    await fake.control.fail({ kind: 'dropAfter', method: 'POST' });
    await expect(connectTo(fake).service.create(fields, anyLength())).rejects.toMatchObject({
      reason: 'bookmarksUnreachable',
    });
    expect(await fake.control.bookmarks()).toHaveLength(2);
  });
});

const some = (length: number): NewRaindrop[] =>
  Array.from({ length }, (_, at) => ({
    _id: at + 1,
    link: `https://example.com/${at + 1}`,
    title: `Tool ${at + 1}`,
    created: new Date(Date.UTC(2024, 0, 1, 0, at)).toISOString(),
  }));

const start = async (bookmarks: NewRaindrop[]) => {
  await fake.close();
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
});
