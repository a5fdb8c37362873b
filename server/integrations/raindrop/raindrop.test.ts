import { startFakeRaindrop, type FakeRaindrop } from '../../../fakes/raindrop.ts';
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

  it('returns the bookmark', async () => {
    const found = await connectTo(fake).service.find(1, anyLength());
    expect(found).toMatchObject({ bookmark: { id: 1, title: 'One', tags: ['a', 'b'] } });
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

  it('writes nothing without fields', async () => {
    const after = await connectTo(fake).service.update(1, {}, anyLength());
    expect(after.title).toBe('One');
    expect(await writes()).toEqual([]);
  });

  it('reads the bookmark when the answer is empty', async () => {
    await fake.control.fail({ kind: 'empty', method: 'PUT' });
    const after = await connectTo(fake).service.update(1, { title: 'Two' }, anyLength());
    expect(after.title).toBe('One');
  });

  it('reports a missing bookmark', async () => {
    const { service } = connectTo(fake);
    const gone = { code: 'NOT_FOUND', reason: 'bookmarkAbsent' };
    await expect(service.update(2, { title: 'Two' }, anyLength())).rejects.toMatchObject(gone);
    await expect(service.update(2, {}, anyLength())).rejects.toMatchObject(gone);
  });

  it('returns the reason of a refusal', async () => {
    const change = { title: 'x'.repeat(1_001) };
    await expect(connectTo(fake).service.update(1, change, anyLength())).rejects.toMatchObject({
      reason: 'bookmarksRefused',
      message: expect.stringContaining('title is longer than 1000'),
    });
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

  it('creates it in our collection', async () => {
    await fake.control.addCollection({ id: 10, title: 'Tools' });
    const made = await connectTo(fake, { collection: 10 }).service.create(fields, anyLength());
    expect(await stored(made.id)).toMatchObject({ collectionId: 10 });
  });

  it('is not repeated', async () => {
    await fake.control.fail({ kind: 'dropAfter', method: 'POST' });
    await expect(connectTo(fake).service.create(fields, anyLength())).rejects.toMatchObject({
      reason: 'bookmarksUnreachable',
    });
    expect(await fake.control.bookmarks()).toHaveLength(2);
  });
});
