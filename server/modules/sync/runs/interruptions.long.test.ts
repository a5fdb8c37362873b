// R3: runs that are killed, hang or overlap take effect completely or not at all, and the next run is right.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../../../shared/domainError.ts';
import {
  aBookmark,
  bookmarkId,
  startSyncWorld,
  type SyncWorld,
} from '../../../testing/syncFixture.ts';
import { createTestServices } from '../../../testing/testServices.ts';
import type { SyncStatus } from '../syncStatus.ts';

const command = join(import.meta.dirname, '../../../cli/main.ts');
const bookmarks = 600;

let world: SyncWorld;
beforeEach(async () => {
  world = await startSyncWorld({ bookmarks });
});
afterEach(() => world.close());

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

/** A separate process that synchronises the same catalogue. */
function startProcess(): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [command, 'sync'], {
    env: { ...world.env, APP_ENV: 'test', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += String(data)));
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, output }));
  });
  return { child, ended };
}

const db = () => world.database.db;

const calls = async (): Promise<number> => (await world.raindrop.control.calls()).length;
const counted = async (column: string): Promise<number> => {
  const row: { value: number | null } | undefined = await db()('sync_runs')
    .where({ state: 'running' })
    .first(db().raw(`(counts ->> ?)::integer as value`, [column]));
  return row?.value ?? -1;
};
const staged = async (): Promise<number> => {
  const [row]: { count: number }[] = await db()('staged_bookmarks').count({ count: '*' });
  return Number(row?.count ?? 0);
};

/** The next run, with retries until PostgreSQL has noticed the killed process. */
async function nextSync(): Promise<SyncStatus> {
  const giveUpAt = performance.now() + 5_000;
  for (;;) {
    try {
      return await world.sync();
    } catch (error) {
      if (!(error instanceof DomainError) || performance.now() > giveUpAt) throw error;
      await sleep(20);
    }
  }
}

async function isInserting(): Promise<boolean> {
  const { rows } = await db().raw<{ rows: unknown[] }>(
    `select from pg_stat_activity
     where datname = current_database() and state = 'active' and query like 'insert into "items"%'`,
  );
  return rows.length > 0;
}

/** Moments of the kill, by what must have happened before. */
const points: [string, () => Promise<boolean>][] = [
  ['before the run is written down', async () => true],
  ['once the run is written down', async () => (await counted('seen')) >= 0],
  ['after the first call', async () => (await calls()) >= 1],
  ['once something is staged', async () => (await staged()) > 0],
  ['after a third of the pages', async () => (await calls()) >= 4],
  ['after two thirds of the pages', async () => (await staged()) >= 400],
  ['at the last page', async () => (await calls()) >= 12],
  ['once everything is read', async () => (await counted('seen')) >= bookmarks],
  ['while items are written', isInserting],
  ['when most of the catalogue is settled', async () => (await counted('new')) >= 500],
];

test('leaves nothing half done when a run is killed at any of ten points', async () => {
  let halfDone = 0;
  for (const [, isReached] of points) {
    await world.raindrop.control.forgetCalls();
    await world.raindrop.control.fail({ kind: 'slow', delayMs: 25, times: 12 });
    const { child, ended } = startProcess();
    while (child.exitCode === null && !(await isReached())) await sleep(2);
    child.kill('SIGKILL');
    expect(await ended).toMatchObject({ signal: 'SIGKILL' });
    for (const table of ['items', 'agreed_bookmarks', 'activity']) {
      const [row]: { count: number }[] = await db()(table).count({ count: '*' });
      halfDone += row!.count;
    }
  }
  expect(halfDone).toBe(0);
  // The next run starts at once, whatever the killed ones left, and is right.
  expect(await nextSync()).toMatchObject({
    state: 'finished',
    counts: { seen: bookmarks, new: bookmarks },
  });
  expect(await db()('items').countDistinct({ count: 'bookmark_id' })).toEqual([
    { count: bookmarks },
  ]);
  expect(await staged()).toBe(0);
  expect(await world.sync()).toMatchObject({ counts: { unchanged: bookmarks } });
  const dead = await db()('sync_runs').where({ state: 'failed' });
  expect(dead.length).toBeGreaterThanOrEqual(8);
  for (const run of dead)
    expect(run).toMatchObject({
      error: expect.stringMatching(/interrupted/),
      error_reason: 'interrupted',
      finished_at: expect.any(Date),
    });
}, 180_000);

test('repeats no change wrongly when a run is killed between changes', async () => {
  await world.sync();
  await world.raindrop.control.edit({ id: bookmarkId(1), changes: { title: 'Tool one' } });
  await world.raindrop.control.trash({ id: bookmarkId(2) });
  await world.raindrop.control.add({ ...aBookmark(3), _id: 99_003 });
  await world.raindrop.control.delete({ id: bookmarkId(3) });
  await world.raindrop.control.add(aBookmark(1_000));
  for (const point of [7, 8, 9]) {
    await world.raindrop.control.forgetCalls();
    const isReached =
      point === 7
        ? points[7]![1]
        : async () => (await counted('unchanged')) >= (point === 8 ? 1 : 500);
    const { child, ended } = startProcess();
    while (child.exitCode === null && !(await isReached())) await sleep(2);
    child.kill('SIGKILL');
    await ended;
  }
  await nextSync();
  const open = (await world.open()).map((one) => one.type).sort();
  const ids: number[] = await db()('items').pluck('bookmark_id');
  const distinct = new Set(ids).size;
  const figures = {
    lost: bookmarks + 1 - distinct,
    doubled: ids.length - distinct,
    'falsely removed': open.filter((type) => type === 'item_removed').length - 1,
  };
  expect(figures).toEqual({ lost: 0, doubled: 0, 'falsely removed': 0 });
  expect(open).toEqual(['item_removed', 'title_changed']);
  expect(await world.sync()).toMatchObject({ counts: { new: 0, changed: 0, removed: 0 } });
}, 120_000);

test('rolls back changes that fail at the commit, and reports a failed run', async () => {
  // Deferred constraints are checked last, at the commit.
  await db().raw(`
    create function refuse_at_commit() returns trigger language plpgsql as $$
      begin raise exception 'the disk is full'; end $$;
    create constraint trigger refuse_at_commit after insert on items deferrable initially deferred
      for each row execute function refuse_at_commit()`);
  const run = await world.sync();
  const tables = ['items', 'agreed_bookmarks', 'activity', 'inconsistencies'];
  let kept = 0;
  for (const table of tables) {
    const [row]: { count: number }[] = await db()(table).count({ count: '*' });
    kept += row!.count;
  }
  expect(kept).toBe(0);
  expect(run).toMatchObject({ state: 'failed', counts: { new: 0 } });
  await db().raw('drop trigger refuse_at_commit on items; drop function refuse_at_commit');
  expect(await world.sync()).toMatchObject({ state: 'finished', counts: { new: bookmarks } });
}, 60_000);

test('reports an interrupted command, which changes nothing', async () => {
  await world.raindrop.control.fail({ kind: 'slow', delayMs: 100, times: 20 });
  const { child, ended } = startProcess();
  while ((await staged()) === 0) await sleep(5);
  child.kill('SIGINT');
  const { code, output } = await ended;
  expect(code).toBe(1);
  expect(output).toMatch(/Interrupted; nothing was changed/);
  expect(await db()('items').count({ count: '*' })).toEqual([{ count: 0 }]);
  expect(await world.services.sync.status(world.admin)).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/Interrupted/),
    errorReason: 'interrupted',
  });
}, 60_000);

test('runs one of two processes that start at once, and the other says so', async () => {
  await world.raindrop.control.fail({ kind: 'slow', delayMs: 100, times: 20 });
  const ends = await Promise.all([startProcess().ended, startProcess().ended]);
  expect(ends.map((end) => end.code).sort()).toEqual([0, 1]);
  expect(ends.find((end) => end.code === 1)?.output).toMatch(/already running/);
  expect(await db()('items').countDistinct({ count: 'bookmark_id' })).toEqual([
    { count: bookmarks },
  ]);
  expect(await db()('sync_runs')).toHaveLength(1);
}, 60_000);

test('runs one at a time of two servers on one database', async () => {
  const other = createTestServices(db(), { env: world.env }).services;
  const signal = new AbortController().signal;
  const starts = await Promise.allSettled([
    world.services.sync.run({ startedBy: 'one', signal }),
    other.sync.run({ startedBy: 'other', signal }),
    other.sync.run({ startedBy: 'another', signal }),
  ]);
  const ran = starts.filter((one) => one.status === 'fulfilled').length;
  expect(ran).toBe(1);
  for (const one of starts.filter((start) => start.status === 'rejected')) {
    expect(one.reason).toMatchObject({ code: 'CONFLICT', reason: 'syncRunning' });
  }
  expect(await db()('items').countDistinct({ count: 'bookmark_id' })).toEqual([
    { count: bookmarks },
  ]);
});

test('takes over a run without a heartbeat for two minutes, which does nothing later', async () => {
  await world.raindrop.control.fail({ kind: 'slow', delayMs: 1_500, times: 1 });
  const first = world.sync();
  while ((await counted('seen')) < 0) await sleep(10);
  await db()('sync_runs').update({ heartbeat_at: db().raw(`now() - interval '121 seconds'`) });
  const other = createTestServices(db(), { env: world.env }).services;
  const second = await other.sync.run({ startedBy: 'other', signal: new AbortController().signal });
  expect(second).toMatchObject({
    state: 'finished',
    startedBy: 'other',
    counts: { new: bookmarks },
  });
  expect(await first).toMatchObject({
    state: 'failed',
    startedBy: 'test',
    error: expect.stringMatching(/interrupted/),
  });
  expect(
    await db()('activity').where({ action: 'sync.added' }).countDistinct({ count: 'run_id' }),
  ).toEqual([{ count: 1 }]);
});

test('does not take over a run within its two minutes', async () => {
  await world.raindrop.control.fail({ kind: 'slow', delayMs: 800, times: 1 });
  const first = world.sync();
  while ((await counted('seen')) < 0) await sleep(10);
  await db()('sync_runs').update({ heartbeat_at: db().raw(`now() - interval '119 seconds'`) });
  await expect(world.sync()).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await first).toMatchObject({ state: 'finished' });
});
