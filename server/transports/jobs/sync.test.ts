// The synchronisation by the clock and at a start, through the real queue.
import { anItem } from '../../testing/builders.ts';
import { runDueJobs } from '../../testing/runJobs.ts';
import { startSyncWorld, type SyncWorld } from '../../testing/syncFixture.ts';
import { createTestServices } from '../../testing/testServices.ts';
import { readConfig } from '../../config/config.ts';
import { checkLinks } from './checkLinks.ts';
import { sync } from './sync.ts';
import { getSchedule } from './tasks.ts';

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
])('a job with %j runs as started by the %s', async (payload, startedBy) => {
  await ring(payload);
  await due();
  expect(await world.services.sync.status(world.admin)).toMatchObject({
    state: 'finished',
    startedBy,
    counts: { new: 3 },
  });
});

test('a failed run is written down, and not tried again by the queue', async () => {
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

test('a job beside a run under way does nothing', async () => {
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

test('without a source nothing happens', async () => {
  await ring({});
  await due(createTestServices(world.database.db).services);
  expect(await world.database.db('sync_runs')).toEqual([]);
});

describe('the schedule', () => {
  const tasksOf = (env: Record<string, string>) =>
    getSchedule(readConfig(env)).flatMap(({ task, cron }) =>
      task === 'sync' || task === 'checkLinks' ? [`${task} ${cron}`] : [],
    );

  test.each<[Record<string, string>, string[]]>([
    [{}, []],
    [{ RAINDROP_TOKEN: 't' }, ['sync 0 * * * *', 'checkLinks 15 * * * *']],
    [
      { BOOKMARKS_FILE: 'a.csv', SYNC_SCHEDULE: '5 4 * * *' },
      ['sync 5 4 * * *', 'checkLinks 15 * * * *'],
    ],
    [{ RAINDROP_TOKEN: 't', SYNC_SCHEDULE: 'off' }, ['checkLinks 15 * * * *']],
    [{ RAINDROP_TOKEN: 't', APP_ENV: 'test' }, ['sync 0 * * * *']],
  ])('with %j is %j', (env, expected) => {
    expect(tasksOf(env)).toEqual(expected);
  });

  test('names when the next run is due', async () => {
    const status = async (env: Record<string, string>) =>
      createTestServices(world.database.db, {
        env,
        clock: () => new Date('2026-03-01T10:20:00Z'),
      }).services.sync.status(world.admin);
    expect((await status({ RAINDROP_TOKEN: 't' })).nextRunAt?.toISOString()).toBe(
      '2026-03-01T11:00:00.000Z',
    );
    expect((await status({ RAINDROP_TOKEN: 't', SYNC_SCHEDULE: 'off' })).nextRunAt).toBeNull();
    expect((await status({})).nextRunAt).toBeNull();
  });
});

test('links are checked by a job', async () => {
  const { db, url } = world.database;
  // An address of the own network: it is never opened.
  const item = await anItem(db, { sourceUrl: 'http://127.0.0.1:9/' });
  await world.services.jobs.enqueue('checkLinks', {});
  await runDueJobs(url, world.services, [checkLinks]);
  expect(await db('link_checks')).toMatchObject([
    { item_id: item.id, state: 'blocked', status: 'not public' },
  ]);
});
