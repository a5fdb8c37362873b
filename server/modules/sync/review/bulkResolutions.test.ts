// Bulk decisions in one request, under the rate limit of the bookmark provider.
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

/** The review of another process, which knows nothing yet of the calls that are left. */
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

/** Time enough on any machine. */
const longMs = 300_000;

/** The time for many decisions is over when so many differences are decided, however long they took. */
async function endTimeWhenDecided(timeMs: number, decided: number): Promise<void> {
  const time = new AbortController();
  const timeoutOf = AbortSignal.timeout.bind(AbortSignal);
  const spied = jest
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === timeMs ? time.signal : timeoutOf(ms)));
  while ((await world.open()).length > differences - decided) await setTimeout(50);
  // One more that would be decided against the rule gets its chance.
  await setTimeout(1_000);
  spied.mockRestore();
  time.abort();
}

const refused = async () =>
  (await world.raindrop.control.calls()).filter(({ status }) => status === 429);

test('what fits is decided, the rest stays open with the reason, and no call is refused', async () => {
  await world.raindrop.control.rate({ limit: 24, windowSeconds: 60 });
  const ids = (await world.open()).map((row) => row.id);
  const timeIsOver = endTimeWhenDecided(longMs, 10);
  const { resolved, failed } = await reviewWith(longMs).resolveMany(
    world.admin,
    ids,
    'keep_current_update_raindrop',
  );
  await timeIsOver;
  // The rest would have to wait until the minute is over. Two calls for each, and four of 24 are left to others.
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

test('a service that says 429 at once leaves every difference open', async () => {
  await world.raindrop.control.rate({ limit: 1, windowSeconds: 60 });
  const ids = (await world.open()).map((row) => row.id);
  const { resolved, failed } = await reviewWith(1_500).resolveMany(
    world.admin,
    ids,
    'keep_current_update_raindrop',
  );
  expect(resolved).toEqual([]);
  expect(failed).toHaveLength(differences);
  for (let n = 1; n <= differences; n += 1)
    expect(await world.bookmark(bookmarkId(n))).toMatchObject({ title: `Changed ${n}` });
});

describe('what was decided is told', () => {
  /** The nth decision meets a database that answers with a code. */
  const failAt = async (nth: number, code: string): Promise<number[]> => {
    const ids = (await world.open()).map((row) => row.id).toSorted((one, other) => one - other);
    await world.database.db.raw(`
      create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'refused' using errcode = '${code}'; end $$;
      create trigger refuse before update on inconsistencies for each row
      when (new.status = 'resolved' and new.id = ${ids[nth]}) execute function refuse()`);
    return ids;
  };

  test('when one fails unexpectedly: it is among the failed, and the others are decided, which needs no call', async () => {
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

  test('when the database goes away between two: the rest is not tried, and says why', async () => {
    const ids = await failAt(2, '57P01');
    const { resolved, failed } = await reviewWith(longMs).resolveMany(
      world.admin,
      ids,
      'use_raindrop',
    );
    expect(resolved.map((row) => row.id)).toEqual(ids.slice(0, 2));
    expect(failed.map((row) => row.id)).toEqual(ids.slice(2));
    expect(new Set(failed.map((row) => row.errorReason))).toEqual(new Set(['databaseAway']));
    expect(await world.open()).toHaveLength(ids.length - 2);
  });

  test('when it was away before: nothing is decided, and the caller is told to come again', async () => {
    const ids = await failAt(0, '57P01');
    const reviews = reviewWith(longMs);
    await expect(reviews.resolveMany(world.admin, ids, 'use_raindrop')).rejects.toMatchObject({
      code: '57P01',
    });
    expect(await world.open()).toHaveLength(ids.length);
  });
});

test('more decisions than connections wait for a run that settles, and a reader beside them does not', async () => {
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
  // Each has begun, and would hold a connection by now.
  await setTimeout(500);
  expect((await world.open()).length).toBe(differences);
  expect(decided).toBe(0);
  await settling.rollback();
  await run.destroy();
  await Promise.all(deciding);
  expect(await world.open()).toEqual([]);
});
