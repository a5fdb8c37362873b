// Bulk resolutions in one request under the rate limit of Raindrop.
import { openDatabase } from '../../../database/connection.ts';
import { limits } from '../../../config/limits.ts';
import { SyncStore } from '../runs/sync.store.ts';
import { setTimeout } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { readConfig } from '../../../config/config.ts';
import { createLog } from '../../../shared/log.ts';
import { systemClock } from '../../../shared/clock.ts';
import { createRaindrop } from '../../../integrations/raindrop/raindrop.ts';
import { writeBookmarksCsv } from '../../../integrations/bookmarkFile/writeBookmarksCsv.ts';
import { createSyncModule } from '../sync.module.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../../testing/syncFixture.ts';

const differences = 20;
let world: SyncWorld;

beforeEach(async () => {
  world = await startSyncWorld({ bookmarks: differences });
  await world.sync();
  for (let n = 1; n <= differences; n += 1)
    await world.raindrop.control.edit({ id: bookmarkId(n), changes: { title: `Changed ${n}` } });
  await world.sync();
  await world.raindrop.control.forgetCalls();
});
afterEach(() => world.close());

/** The review in another process, which does not know the remaining calls yet. */
const reviewWith = (manyDecisionsMs: number) => {
  const { raindrop } = readConfig({ APP_ENV: 'test', ...world.env });
  const log = createLog({ level: 'silent' });
  const provider = createRaindrop({ ...raindrop!, log });
  return createSyncModule({
    db: world.database.db,
    provider,
    source: provider,
    schedule: null,
    recheckItem: async () => {},
    toCsv: writeBookmarksCsv,
    clock: systemClock,
    log,
    manyDecisionsMs,
  }).inconsistencies;
};

/** Long enough on any machine. */
const longMs = 300_000;

/** Ends the time for bulk resolutions after this many resolved inconsistencies. */
async function endTimeWhenDecided(timeMs: number, decided: number): Promise<void> {
  const time = new AbortController();
  const timeoutOf = AbortSignal.timeout.bind(AbortSignal);
  const spied = jest
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === timeMs ? time.signal : timeoutOf(ms)));
  while ((await world.open()).length > differences - decided) await setTimeout(50);
  // Waits for a wrongly resolved one.
  await setTimeout(1_000);
  spied.mockRestore();
  time.abort();
}

const refused = async () =>
  (await world.raindrop.control.calls()).filter(({ status }) => status === 429);

test('resolves as many as the limit allows, and leaves the rest open with the reason', async () => {
  await world.raindrop.control.rate({ limit: 24, windowSeconds: 60 });
  const ids = (await world.open()).map((row) => row.id);
  const timeIsOver = endTimeWhenDecided(longMs, 10);
  const { resolved, failed } = await reviewWith(longMs).resolveMany(
    world.admin,
    ids,
    'keep_current_update_raindrop',
  );
  await timeIsOver;
  // The rest would have to wait for the next minute. Each takes two calls, and four of 24 are reserved.
  expect(resolved).toHaveLength(10);
  expect(failed).toHaveLength(differences - 10);
  for (const row of failed)
    expect(row).toMatchObject({ status: 'new', error: expect.stringContaining('so many changes') });
  expect(await refused()).toEqual([]);

  await world.raindrop.control.rate({ limit: 100_000 });
  const again = await reviewWith(longMs).resolveMany(
    world.admin,
    failed.map((row) => row.id),
    'keep_current_update_raindrop',
  );
  expect(again.resolved).toHaveLength(differences - 10);
  expect(await world.open()).toEqual([]);
});

describe('results are reported', () => {
  /** Makes the nth resolution fail with an error code of the database. */
  const failAt = async (nth: number, code: string): Promise<number[]> => {
    const ids = (await world.open()).map((row) => row.id).toSorted((one, other) => one - other);
    await world.database.db.raw(`
      create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'refused' using errcode = '${code}'; end $$;
      create trigger refuse before update on inconsistencies for each row
      when (new.status = 'resolved' and new.id = ${ids[nth]}) execute function refuse()`);
    return ids;
  };

  test('when one fails unexpectedly: the others are resolved', async () => {
    await world.raindrop.control.rate({ limit: 1, windowSeconds: 60 });
    const ids = await failAt(0, '23514');
    const { resolved, failed } = await reviewWith(longMs).resolveMany(
      world.admin,
      ids,
      'use_raindrop',
    );
    expect(resolved.map((row) => row.id)).toEqual(ids.slice(1));
    expect(failed).toMatchObject([{ id: ids[0], status: 'new', errorReason: 'unexpected' }]);
  });
});

test('more resolutions than connections wait for a run, and a reader does not', async () => {
  expect(differences).toBeGreaterThan(limits.database.poolMax);
  const run = openDatabase(world.database.url, { poolMax: 1 });
  const settling = await run.transaction();
  await new SyncStore(settling).lockForRun();
  const rows = await world.open();
  let decided = 0;
  const deciding = rows.map(async ({ id }) => {
    await world.services.inconsistencies.resolve(world.admin, id, null, 'use_raindrop');
    decided += 1;
  });
  // All have started, and would hold connections by now.
  await setTimeout(500);
  expect((await world.open()).length).toBe(differences);
  expect(decided).toBe(0);
  await settling.rollback();
  await run.destroy();
  await Promise.all(deciding);
  expect(await world.open()).toEqual([]);
});
