import {
  aBookmark,
  bookmarkId,
  bookmarkLink,
  startSyncWorld,
  type SyncWorld,
} from '../../../testing/syncFixture.ts';
import { isTooMany } from './removals.ts';

test('treats over a fifth as too many removals', () => {
  for (const [gone, all, expected] of [
    [0, 0, false],
    [1, 5, false],
    [1, 4, true],
    [20, 100, false],
    [21, 100, true],
    [1, 0, true],
  ] as const)
    expect([gone, all, isTooMany(gone, all)]).toEqual([gone, all, expected]);
});

describe('bookmarks that are missing in the list', () => {
  let world: SyncWorld;
  let now = new Date('2026-03-01T08:00:00Z');
  beforeEach(async () => {
    now = new Date('2026-03-01T08:00:00Z');
    world = await startSyncWorld({
      clock: () => {
        now = new Date(now.getTime() + 10);
        return now;
      },
      env: { RAINDROP_COLLECTION: '0' },
    });
    await world.sync();
  });
  afterEach(() => world.close());

  const id = bookmarkId;
  const raised = () => world.open('item_removed');

  it('are found removed by trash or permanently, and an admin decides', async () => {
    await world.raindrop.control.trash({ id: id(1) });
    await world.raindrop.control.delete({ id: id(2) });
    const status = await world.sync();
    expect(status).toMatchObject({
      state: 'finished',
      counts: { seen: 8, unchanged: 8, removed: 2 },
    });
    expect((await raised()).map(({ newValue }) => newValue).sort()).toEqual(['absent', 'trashed']);
    // The item stays unchanged until somebody decides.
    for (const n of [1, 2])
      expect(await world.item(id(n))).toMatchObject({ removed_at: null, sync_status: 'removed' });
    expect((await world.sync()).counts).toMatchObject({ removed: 0, unchanged: 8 });
    expect(await raised()).toHaveLength(2);
  });

  it('close their other inconsistencies, and reappear: the removal closes by itself', async () => {
    await world.raindrop.control.edit({ id: id(1), changes: { title: 'Tool one' } });
    await world.sync();
    await world.raindrop.control.trash({ id: id(1) });
    await world.sync();
    expect((await world.open()).map((one) => one.type)).toEqual(['item_removed']);
    await world.raindrop.control.edit({ id: id(1), changes: { title: 'Tool 1' } });
    await world.raindrop.control.restore({ id: id(1) });
    expect((await world.sync()).counts).toMatchObject({ changed: 1, removed: 0 });
    expect(await world.open()).toEqual([]);
    expect(await world.item(id(1))).toMatchObject({ sync_status: 'synced' });
  });

  it('return with another id: bound again, not removed and added', async () => {
    const item = await world.item(id(1));
    await world.raindrop.control.trash({ id: id(1) });
    await world.raindrop.control.add({
      ...aBookmark(1),
      _id: 9_001,
      link: 'http://www.tool1.example.com/?utm_source=x',
      tags: ['text'],
    });
    expect((await world.sync()).counts).toMatchObject({ new: 0, removed: 0, changed: 1 });
    expect(await world.item(9_001)).toMatchObject({ id: item['id'], source_url: bookmarkLink(1) });
    expect((await world.open()).map((one) => one.type).sort()).toEqual([
      'source_url_changed',
      'tags_changed',
    ]);
    const { entries } = await world.services.auditLog.list(world.admin, {
      action: 'sync.rebound',
      page: 0,
      perPage: 5,
    });
    expect(entries).toMatchObject([
      { runId: 2, before: { bookmarkId: id(1) }, after: { bookmarkId: 9_001 } },
    ]);
  });

  it('stop the run when more than a fifth is gone, until an admin allows it', async () => {
    for (const n of [1, 2, 3]) await world.raindrop.control.delete({ id: id(n) });
    await world.raindrop.control.add(aBookmark(50));
    const stopped = await world.sync();
    expect(stopped).toMatchObject({
      state: 'failed',
      needsConfirmation: true,
      counts: { new: 0, removed: 0 },
    });
    expect(stopped.error).toMatch(/3 or more of 10/);
    expect(stopped.errorReason).toBe('tooManyRemovals');
    expect(await world.open()).toEqual([]);
    await expect(world.item(id(50))).rejects.toThrow('No item');

    const allowed = await world.services.sync.start(world.admin, { allowRemovals: true });
    expect(allowed).toMatchObject({
      state: 'running',
      startedBy: world.admin.user.name,
      needsConfirmation: false,
    });
    await world.services.sync.close();
    expect(await world.services.sync.status(world.admin)).toMatchObject({
      state: 'failed',
      error: 'The server was closed.',
      errorReason: 'closing',
    });
  });

  it('require an admin when Raindrop is suddenly empty', async () => {
    await world.raindrop.control.reset();
    expect(await world.sync()).toMatchObject({ state: 'failed', needsConfirmation: true });
    expect(await world.open()).toEqual([]);
  });

  it('stop the run before single reads when they are too many', async () => {
    const many = 150;
    for (let n = 11; n <= many; n += 1) await world.raindrop.control.add(aBookmark(n));
    await world.sync();
    for (let n = 1; n < many; n += 1) await world.raindrop.control.delete({ id: id(n) });
    await world.raindrop.control.forgetCalls();
    const stopped = await world.sync();
    const request = (await world.raindrop.control.calls()).filter(({ path }) =>
      /^\/raindrop\/\d/.test(path),
    ).length;
    expect(stopped).toMatchObject({ state: 'failed', needsConfirmation: true });
    expect(stopped.error).toMatch(/149 or more of 150/);
    expect(request).toBe(0);
    expect(await world.open()).toEqual([]);

    expect(await world.sync({ allowRemovals: true })).toMatchObject({ counts: { removed: 149 } });
  });

  it('count as existing when the single read fails', async () => {
    await world.raindrop.control.disturb({ kind: 'hole', page: 0, times: 1 });
    await world.raindrop.control.edit({ id: id(1), changes: { link: 'mailto:someone' } });
    expect(await world.sync()).toMatchObject({
      state: 'finished',
      counts: { removed: 0, failed: 1 },
    });
    await world.raindrop.control.edit({ id: id(1), changes: { link: bookmarkLink(1) } });
    await world.raindrop.control.delete({ id: id(2) });
    await world.raindrop.control.fail({ kind: '401', path: `/raindrop/${id(2)}` });
    expect(await world.sync()).toMatchObject({ state: 'failed', counts: { removed: 0 } });
    expect(await world.open()).toEqual([]);
  });
});

test('were moved when they are in another collection, not removed', async () => {
  let now = new Date('2026-03-01T08:00:00Z');
  const world = await startSyncWorld({
    env: { RAINDROP_COLLECTION: '42' },
    clock: () => (now = new Date(now.getTime() + 10)),
  });
  try {
    await world.raindrop.control.addCollection({ id: 42, title: 'Tools' });
    await world.raindrop.control.addCollection({ id: 43, title: 'Other' });
    for (let n = 1; n <= 10; n += 1)
      await world.raindrop.control.move({ id: bookmarkId(n), collection: 42 });
    expect((await world.sync()).counts).toMatchObject({ new: 10 });
    for (let n = 1; n <= 5; n += 1)
      await world.raindrop.control.move({ id: bookmarkId(n), collection: 43 });
    expect(await world.sync()).toMatchObject({
      state: 'finished',
      counts: { seen: 5, removed: 0 },
    });
    expect(await world.open()).toEqual([]);
    const readings = async () => {
      const calls = await world.raindrop.control.calls();
      await world.raindrop.control.forgetCalls();
      return calls.filter((call) => call.path.includes('/raindrop/')).length;
    };
    expect(await readings()).toBe(5);
    // It is not read again within a day; after that it is, and may be gone.
    await world.sync();
    expect(await readings()).toBe(0);
    now = new Date(now.getTime() + 25 * 60 * 60 * 1000);
    await world.raindrop.control.delete({ id: bookmarkId(1) });
    expect(await world.sync()).toMatchObject({ counts: { removed: 1 } });
    expect(await readings()).toBe(5);
  } finally {
    await world.close();
  }
});

test('are not removed by an export file', async () => {
  const world = await startSyncWorld();
  try {
    await world.sync();
    const source = world.services.bookmarkFile('server/testing/fixtures/raindropExport.csv');
    const status = await world.services.sync.run({
      startedBy: 'test',
      source,
      signal: new AbortController().signal,
    });
    expect(status).toMatchObject({ state: 'finished', source: 'file', counts: { removed: 0 } });
    expect(await world.open('item_removed')).toEqual([]);
    // Items from a file are not expected in Raindrop.
    expect(await world.sync()).toMatchObject({
      state: 'finished',
      counts: { removed: 0, unchanged: 10 },
    });
    expect(await world.open('item_removed')).toEqual([]);
  } finally {
    await world.close();
  }
});
