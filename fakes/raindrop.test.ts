import { join } from 'node:path';
import { startFakeRaindrop, type FakeRaindrop } from './raindrop.ts';

let fake: FakeRaindrop;
beforeEach(async () => {
  fake = await startFakeRaindrop();
});
afterEach(() => fake.close());

const call = (path: string, init: RequestInit = {}) =>
  fetch(fake.url + path, {
    ...init,
    headers: { authorization: `Bearer ${fake.token}`, 'content-type': 'application/json' },
  });
const json = async (path: string, init: RequestInit = {}) => (await call(path, init)).json();
const send = (method: string, body: object) => ({ method, body: JSON.stringify(body) });

describe('fake Raindrop', () => {
  it('answers a repeated address from its cache, another one directly', async () => {
    await fake.control.add({ _id: 1, link: 'https://example.com', title: 'Old' });
    const first = await call('/raindrops/0?page=0');
    await fake.control.edit({ id: 1, changes: { title: 'New' } });
    const second = await call('/raindrops/0?page=0');
    const third = await call('/raindrops/0?page=0&_cb=1');
    const heads = [first, second, third].map(({ headers }) => headers.get('x-api-cache'));
    expect(heads).toEqual(['MISS', 'HIT', 'MISS']);
    expect((await second.json()).items[0].title).toBe('Old');
    expect((await third.json()).items[0].title).toBe('New');
  });

  it('counts calls in its headers and refuses more', async () => {
    await fake.control.rate({ limit: 2 });
    const first = await call('/user');
    expect(first.headers.get('x-ratelimit-limit')).toBe('2');
    expect(first.headers.get('x-ratelimit-remaining')).toBe('1');
    expect(Number(first.headers.get('x-ratelimit-reset')) * 1_000).toBeGreaterThan(Date.now());
    expect((await call('/user')).status).toBe(200);
    expect((await call('/user')).status).toBe(429);
  });

  it('moves to the trash first, then deletes permanently', async () => {
    await fake.control.add({ _id: 1, link: 'https://example.com' });
    const trashed = await json('/raindrop/1', { method: 'DELETE' });
    expect(trashed.item).toMatchObject({ removed: true, collectionId: -99, order: 0 });
    expect((await json('/raindrops/0')).count).toBe(0);
    expect((await json('/raindrops/-99')).count).toBe(1);
    const stats = await json('/user/stats');
    expect(stats.items).toContainEqual({ _id: -99, count: 1 });
    await call('/raindrop/1', { method: 'DELETE' });
    expect((await call('/raindrop/1')).status).toBe(404);
    expect((await call('/raindrop/1', { method: 'DELETE' })).status).toBe(404);
  });

  it('accepts commands over HTTP', async () => {
    const origin = new URL(fake.url).origin;
    const control = async (name: string, body?: object) => {
      const init = body ? send('POST', body) : {};
      const answer = await fetch(`${origin}/_control${name}`, init);
      return { status: answer.status, body: await answer.json() };
    };
    const path = join(import.meta.dirname, '../server/testing/fixtures/raindropExport.csv');
    expect((await control('/load', { path })).body).toEqual({ loaded: 10, unreadable: 2 });
    expect((await control('/bookmarks')).body).toHaveLength(10);
    expect((await json('/raindrop/101')).item).toMatchObject({
      title: 'Figma AI',
      domain: 'figma.com',
    });
    await control('/edit', { id: 101, changes: { title: 'Changed' } });
    await control('/trash', { id: 102 });
    expect((await control('/delete', { id: 108 })).status).toBe(200);
    const titles = (await json('/raindrops/0')).items.map(({ title }: { title: string }) => title);
    expect(titles.toSorted()).toEqual([
      'A lost mark',
      'Changed',
      'Last',
      'No such day',
      'Odd id',
      'The same id',
      'Too few columns',
      'Without id',
    ]);
    await control('/fail', { kind: '500', times: 2 });
    const statuses = [await call('/user'), await call('/user'), await call('/user')];
    expect(statuses.map(({ status }) => status)).toEqual([500, 500, 200]);
    expect((await control('/calls')).body.at(-1)).toMatchObject({ path: '/user', status: 200 });
    expect((await control('')).body).toHaveProperty('load');
    expect((await control('/nonsense')).status).toBe(404);
    expect((await control('/trash', { id: 5 })).status).toBe(400);
    expect((await control('/fail', { kind: 'oddly' })).status).toBe(400);
    await control('/reset', {});
    expect((await control('/bookmarks')).body).toEqual([]);
  });
});
