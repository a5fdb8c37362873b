// Jobs that synchronise and write bookmarks.
import { runDueJobs, storedJobs } from '../../testing/runJobs.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../testing/syncFixture.ts';
import { createTestServices } from '../../testing/testServices.ts';
import { sync, writeBookmarks } from './syncTasks.ts';

describe('synchronisation', () => {
  let world: SyncWorld;
  beforeEach(async () => {
    world = await startSyncWorld({ bookmarks: 3 });
  });
  afterEach(() => world.close());

  const ring = (payload: Record<string, unknown>) => world.services.jobs.enqueue('sync', payload);
  const due = (services = world.services) => runDueJobs(world.database.url, services, [sync]);

  test.each([
    [{}, 'start'],
    [{ _cron: { ts: '2026-03-01T10:00:00Z', backfilled: false } }, 'schedule'],
  ])('runs a job with %j as started by the %s', async (payload, startedBy) => {
    await ring(payload);
    await due();
    expect(await world.services.sync.status(world.admin)).toMatchObject({
      state: 'finished',
      startedBy,
      counts: { new: 3 },
    });
  });

  test('records a failed run, which the queue does not retry', async () => {
    await world.raindrop.control.fail({ kind: '401', times: 2 });
    await ring({});
    await due();
    expect(await world.services.sync.status(world.admin)).toMatchObject({ state: 'failed' });
    const jobs = await world.database.db
      .withSchema('graphile_worker')
      .from('jobs')
      .where({ task_identifier: 'sync' });
    expect(jobs).toEqual([]);
  });

  test('does nothing beside a running one', async () => {
    const run = await world.whileItWaits(
      {},
      () => world.sync(),
      async () => {
        await ring({});
        await due();
      },
    );
    expect(run).toMatchObject({ state: 'finished' });
    expect(await world.database.db('sync_runs')).toHaveLength(1);
  });

  test('does nothing without a source', async () => {
    await ring({});
    await due(createTestServices(world.database.db).services);
    expect(await world.database.db('sync_runs')).toEqual([]);
  });
});

describe('writing bookmarks', () => {
  let world: SyncWorld;
  beforeEach(async () => {
    world = await startSyncWorld({ bookmarks: 6 });
    await world.sync();
  });
  afterEach(() => world.close());

  const idOf = async (n: number) => Number((await world.item(bookmarkId(n)))['id']);
  const run = async () => {
    const { services, database } = world;
    await services.jobs.enqueue('writeBookmarks', {}, { key: 'writeBookmarks' });
    await runDueJobs(database.url, services, [writeBookmarks]);
    return (await storedJobs(database.db)).find((job) => job.task_identifier === 'writeBookmarks');
  };
  const add = (name: string) =>
    world.services.additions.add(world.admin, {
      sourceUrl: `https://${name}.example.com/`,
      titleEn: name,
      tags: [],
    });
  const merge = async (kept: number, merged: number) =>
    world.services.merges.merge(world.admin, [await idOf(kept), await idOf(merged)], {
      take: [],
      tags: 'kept',
      bookmark: 'trash',
    });
  const edit = async (n: number) =>
    world.services.edits.edit(world.admin, await idOf(n), { titleEn: `Ours ${n}` });
  const boundTo = (itemId: number) =>
    world.database.db('items').where({ id: itemId }).first('bookmark_id');
  const mergeStates = () => world.database.db('item_merges').orderBy('id').pluck('bookmark_state');
  const unwritten = () =>
    world.database
      .db('agreed_bookmarks')
      .whereRaw(`unwritten <> '{}'`)
      .orderBy('item_id')
      .pluck('item_id');

  /** Two pending writes of each kind, of which Raindrop received nothing. */
  async function waitingWork() {
    const { control } = world.raindrop;
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      await control.fail({ kind: '400', times: 100, method, path: '/raindrop' });
    const added = [await add('first'), await add('second')];
    await merge(3, 4);
    await merge(5, 6);
    await edit(1);
    await edit(2);
    await control.clearFaults();
    await control.forgetCalls();
    return added.map(({ itemId }) => itemId) as [number, number];
  }

  test('continues after a refusal of Raindrop, without failing the job', async () => {
    const [first, second] = await waitingWork();
    const { control } = world.raindrop;
    await control.fail({ kind: '400', method: 'POST', path: '/raindrop' });
    await control.fail({ kind: '400', method: 'DELETE', path: `/raindrop/${bookmarkId(4)}` });
    await control.fail({ kind: 'notAPage', method: 'PUT', path: `/raindrop/${bookmarkId(1)}` });
    expect(await run()).toBeUndefined();
    expect((await boundTo(first)).bookmark_id).toBeNull();
    expect((await boundTo(second)).bookmark_id).not.toBeNull();
    expect(await mergeStates()).toEqual(['trashWanted', 'trashed']);
    expect(await world.bookmark(bookmarkId(2))).toMatchObject({ title: 'Ours 2' });
    expect(await unwritten()).toEqual([await idOf(1)]);
    expect(await run()).toBeUndefined();
    expect((await boundTo(first)).bookmark_id).not.toBeNull();
    expect(await mergeStates()).toEqual(['trashed', 'trashed']);
    expect(await unwritten()).toEqual([]);
  });

  test('stops after two refused tokens per kind, and retries the job later', async () => {
    await waitingWork();
    const { control } = world.raindrop;
    await control.fail({ kind: '401', times: 100 });
    await add('third');
    await control.forgetCalls();
    const job = await run();
    expect(job?.last_error).toContain(
      '3 new bookmarks: bookmarksUnauthorised, 2 other bookmarks of merges: bookmarksUnauthorised, 2 changed bookmarks: bookmarksUnauthorised',
    );
    expect(await control.calls()).toHaveLength(6);
  });

  test('fails the job when one part fails, but runs the others', async () => {
    await waitingWork();
    const { db } = world.database;
    await db.raw(`
    create function refuse_to_bind() returns trigger language plpgsql as $$
      begin raise exception 'No bookmark is bound now'; end $$;
    create trigger refuse_to_bind before update on items for each row
      when (old.bookmark_id is null and new.bookmark_id is not null) execute function refuse_to_bind()`);
    expect((await run())?.last_error).toContain('No bookmark is bound now');
    expect(await mergeStates()).toEqual(['trashed', 'trashed']);
    expect(await unwritten()).toEqual([]);
  });
});
