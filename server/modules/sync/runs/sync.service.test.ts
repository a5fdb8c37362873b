import { setTimeout as pause } from 'node:timers/promises';
import { noCounts } from '../syncStatus.ts';
import {
  aBookmark,
  bookmarkId,
  startSyncWorld,
  type SyncWorld,
} from '../../../testing/syncFixture.ts';

let world: SyncWorld;
beforeEach(async () => {
  world = await startSyncWorld();
});
afterEach(() => world.close());

const id = bookmarkId;

describe('a run', () => {
  it('adds every bookmark, and changes nothing the second time', async () => {
    const first = await world.sync();
    expect(first).toMatchObject({
      state: 'finished',
      source: 'raindrop',
      expected: 10,
      error: null,
      errorReason: null,
    });
    expect(first.counts).toEqual({ ...noCounts, seen: 10, new: 10 });
    expect(await world.item(id(1))).toMatchObject({
      title_en: 'Tool 1',
      title_ru: null,
      description_en: 'What tool 1 does',
      description_ru: null,
      image_url: 'https://tool1.example.com/cover.png',
      source_url: 'https://tool1.example.com/',
      normalised_url: 'tool1.example.com',
      media_source: 'tool1.example.com',
      sync_status: 'synced',
    });
    expect(await world.tagsOf(id(1))).toEqual(['text', 'group-1']);
    const { entries, total } = await world.services.auditLog.list(world.admin, {
      action: 'sync.added',
      page: 0,
      perPage: 5,
    });
    expect(total).toBe(10);
    expect(entries[0]).toMatchObject({
      runId: 1,
      actorId: null,
      subjectType: 'item',
      after: { title: 'Tool 10' },
    });
    const jobs = await world.database.db
      .withSchema('graphile_worker')
      .from('jobs')
      .orderBy('task_identifier')
      .pluck('task_identifier');
    expect(jobs).toEqual([
      'closeAddedProposals',
      'sendSearchAlerts',
      'translateItems',
      'writeItemTasks',
    ]);
    const before = await world.database.db('items').orderBy('id');
    expect((await world.sync()).counts).toEqual({ ...noCounts, seen: 10, unchanged: 10 });
    expect(await world.database.db('items').orderBy('id')).toEqual(before);
    expect(await world.open()).toEqual([]);
  });

  it('stores each text in its own language', async () => {
    await world.raindrop.control.add({
      _id: 1,
      link: 'https://ru.example.com',
      title: 'Рисовалка',
      excerpt: 'Рисует картинки',
      note: 'Draws pictures',
    });
    await world.raindrop.control.add({
      _id: 2,
      link: 'https://en.example.com',
      title: 'Painter',
      excerpt: 'Draws',
      note: 'my own remark',
    });
    await world.raindrop.control.add({
      _id: 3,
      link: 'https://mixed.example.com',
      title: 'Painter',
      excerpt: 'Рисует',
      note: '',
    });
    await world.sync();
    expect(await world.item(1)).toMatchObject({
      title_ru: 'Рисовалка',
      title_en: null,
      description_ru: 'Рисует картинки',
      description_en: 'Draws pictures',
    });
    expect(await world.item(2)).toMatchObject({
      title_en: 'Painter',
      description_en: 'Draws',
      description_ru: null,
    });
    expect(await world.item(3)).toMatchObject({
      title_en: 'Painter',
      title_ru: null,
      description_ru: 'Рисует',
      description_en: null,
    });
    expect((await world.sync()).counts).toMatchObject({ unchanged: 13, changed: 0 });
  });

  it('reports unreadable bookmarks, imports the rest, and never treats them as removed', async () => {
    const unreadable = () =>
      world.raindrop.control.edit({ id: id(3), changes: { link: 'javascript:alert(1)' } });
    await unreadable();
    const status = await world.sync();
    expect(status).toMatchObject({ state: 'finished', counts: { seen: 9, new: 9, failed: 1 } });
    expect(status.failures).toEqual([
      { where: `bookmark ${id(3)}`, reason: expect.stringContaining('javascript:') },
    ]);
    await world.raindrop.control.edit({
      id: id(3),
      changes: { link: 'https://tool3.example.com/' },
    });
    await world.sync();
    await unreadable();
    expect((await world.sync()).counts).toMatchObject({
      seen: 9,
      unchanged: 9,
      removed: 0,
      failed: 1,
    });
    expect(await world.open()).toEqual([]);
  });

  it('ignores items that never had a bookmark', async () => {
    const { db } = world.database;
    const imported = {
      title_en: 'Ours',
      normalised_url: 'ours.example.com',
      source_url: 'https://ours.example.com',
      sync_status: 'local',
    };
    await db('items').insert([
      { ...imported, bookmark_id: 555 },
      { ...imported, bookmark_id: id(4) },
    ]);
    expect((await world.sync()).counts).toMatchObject({ new: 10, removed: 0 });
    expect(await world.item(555)).toMatchObject({ sync_status: 'local', removed_at: null });
    expect(await world.item(id(4))).toMatchObject({ title_en: 'Tool 4' });
    expect(await db('items').whereNull('bookmark_id')).toMatchObject([
      { title_en: 'Ours', sync_status: 'local' },
    ]);
  });

  it('fails without read access, changes nothing, and reports it', async () => {
    await world.raindrop.control.fail({ kind: '401', times: 3 });
    const status = await world.sync();
    expect(status).toMatchObject({ state: 'failed', needsConfirmation: false });
    expect(status.error).toMatch(/token/i);
    expect(status.errorReason).toBe('bookmarksUnauthorised');
    expect(await world.database.db('items')).toEqual([]);
    expect(await world.services.sync.health()).toEqual({ state: 'failing', detail: status.error });
  });

  it('writes and removes nothing when the list never becomes complete', async () => {
    for (let n = 11; n <= 60; n += 1) await world.raindrop.control.add(aBookmark(n));
    await world.sync();
    await world.raindrop.control.disturb({ kind: 'hole', page: 0, times: 9 });
    const status = await world.sync();
    expect(status).toMatchObject({ state: 'failed', counts: { new: 0, removed: 0 } });
    expect(await world.open()).toEqual([]);
    expect(await world.database.db('staged_bookmarks')).toEqual([]);
  });
});

describe('inconsistencies', () => {
  beforeEach(() => world.sync());

  const change = (n: number, changes: Record<string, unknown>) =>
    world.raindrop.control.edit({ id: id(n), changes });

  it('are raised once, refreshed while open, and closed when they go away', async () => {
    await change(1, { title: 'Tool one' });
    expect((await world.sync()).counts).toMatchObject({ changed: 1, unchanged: 9 });
    const [raised] = await world.open();
    expect(raised).toMatchObject({
      type: 'title_changed',
      oldValue: 'Tool 1',
      newValue: 'Tool one',
      changedOnBothSides: false,
    });
    expect(await world.item(id(1))).toMatchObject({ title_en: 'Tool 1', sync_status: 'differs' });

    expect((await world.sync()).counts).toMatchObject({ changed: 0, unchanged: 10 });
    expect(await world.open()).toEqual([raised]);

    await change(1, { title: 'Tool the first' });
    expect((await world.sync()).counts).toMatchObject({ changed: 1 });
    expect(await world.open()).toMatchObject([{ id: raised?.id, newValue: 'Tool the first' }]);

    await change(1, { title: 'Tool 1' });
    expect((await world.sync()).counts).toMatchObject({ changed: 1 });
    expect(await world.open()).toEqual([]);
    expect(
      await world.services.inconsistencies.list(world.admin, { status: 'resolved' }),
    ).toMatchObject([
      {
        id: raised?.id,
        resolution: null,
        resolvedBy: null,
        resolvedAt: expect.any(Date),
        canUndo: false,
      },
    ]);
    expect(await world.item(id(1))).toMatchObject({ sync_status: 'synced' });
  });

  it('tell when both sides changed, and are not raised when both agree', async () => {
    const { db } = world.database;
    await db('items')
      .where({ bookmark_id: id(1) })
      .update({ title_en: 'Our tool' });
    await db('items')
      .where({ bookmark_id: id(2) })
      .update({ title_en: 'The same' });
    await db('items')
      .where({ bookmark_id: id(3) })
      .update({ title_en: 'Ours only' });
    await change(1, { title: 'Their tool' });
    await change(2, { title: 'The same' });
    expect((await world.sync()).counts).toMatchObject({ changed: 2 });
    expect(await world.open()).toMatchObject([
      { oldValue: 'Our tool', newValue: 'Their tool', changedOnBothSides: true },
    ]);
    const { entries } = await world.services.auditLog.list(world.admin, {
      action: 'sync.agreed',
      page: 0,
      perPage: 5,
    });
    expect(entries).toMatchObject([{ runId: 2, after: { title: 'The same' } }]);
    // A run neither overwrites our own changes nor writes them to Raindrop.
    expect(await world.item(id(3))).toMatchObject({ title_en: 'Ours only' });
    const writes = (await world.raindrop.control.calls()).filter((call) => call.method !== 'GET');
    expect(writes).toEqual([]);
  });

  it('are not raised again for an ignored value, only for the next one', async () => {
    await change(1, { title: 'Tool one' });
    await world.sync();
    const [raised] = await world.open();
    await world.services.inconsistencies.setStatus(world.admin, raised?.id ?? 0, 'ignored');
    expect((await world.sync()).counts).toMatchObject({ changed: 0 });
    expect(await world.open()).toEqual([]);
    await change(1, { title: 'Tool first' });
    await world.sync();
    expect(await world.open()).toMatchObject([{ newValue: 'Tool first' }]);
    await change(1, { title: 'Tool one' });
    await world.sync();
    expect(await world.open()).toEqual([]);
  });
});

describe('a run of a dead process', () => {
  const counts = JSON.stringify({ ...noCounts, seen: 9, new: 4, changed: 3 });
  const dead = (startedBy: string) =>
    world.database.db('sync_runs').insert({ source: 'file', started_by: startedBy, counts });

  it('is shown as failed, and the next one begins', async () => {
    await dead('An admin');
    expect(await world.services.sync.status(world.admin)).toMatchObject({
      state: 'failed',
      startedBy: 'An admin',
      // The counted changes were rolled back.
      counts: noCounts,
      errorReason: 'interrupted',
      finishedAt: expect.any(Date),
    });
    await dead('Another');
    expect(await world.services.sync.health()).toMatchObject({ state: 'failing' });
    expect(await world.sync()).toMatchObject({ state: 'finished' });
  });

  it('is not one of a living process', async () => {
    await world.raindrop.control.fail({ kind: 'slow', delayMs: 300, times: 1 });
    const run = world.sync();
    while ((await world.database.db('sync_runs')).length === 0) await pause(5);
    expect(await world.services.sync.status(world.admin)).toMatchObject({ state: 'running' });
    expect(await run).toMatchObject({ state: 'finished' });
  });
});

test('a run that another process declared dead rolls back its changes, with the reason', async () => {
  const { db } = world.database;
  await db.raw(`
    create function not_running() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger not_running before update on sync_runs
      for each row when (new.state = 'finished') execute function not_running()`);
  expect(await world.sync()).toMatchObject({ state: 'failed', errorReason: 'syncTakenOver' });
  expect(await db('items')).toEqual([]);
});
