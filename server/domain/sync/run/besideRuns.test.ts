// Decisions that wait for a run which settles the catalogue hold no connection of the pool meanwhile.
import { openDatabase } from '../../../database/connection.ts';
import { limits } from '../../../limits.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from '../../../testing/syncWorld.ts';
import { besideRuns, RunSettles } from './besideRuns.ts';
import { syncStore } from './sync.store.ts';

const differences = limits.database.poolMax + 2;
let world: SyncWorld;

beforeAll(async () => {
  world = await startSyncWorld({ bookmarks: differences });
  await world.sync();
  for (let n = 1; n <= differences; n += 1)
    await world.raindrop.control.edit({ id: bookmarkId(n), changes: { title: `Changed ${n}` } });
  await world.sync();
});
afterAll(() => world.close());

test('more decisions than connections wait, and a reader beside them does not', async () => {
  const run = openDatabase(world.database.url, { poolMax: 1 });
  const settling = await run.transaction();
  await syncStore(settling).settleAlone();
  const rows = await world.open();
  const deciding = Promise.all(
    rows.map(({ id }) =>
      world.services.inconsistencies.resolve(world.admin, id, null, 'use_raindrop'),
    ),
  );
  let decided = 0;
  void deciding.then(({ length }) => {
    decided = length;
  });
  // Without a free connection it would be refused: the run goes on until all of them are answered.
  for (let n = 0; n < 10; n += 1) await world.database.db.raw('select pg_sleep(0.05)');
  const decidedBeside = decided;
  await settling.rollback();
  await run.destroy();
  await deciding;
  expect(decidedBeside).toBe(0);
  expect(await world.open()).toEqual([]);
});

test('work is begun again until no run settles, and given up in the end', async () => {
  let begun = 0;
  const work = async () => {
    begun += 1;
    if (begun < 3) throw new RunSettles();
    return 'done';
  };
  expect(await besideRuns(work)).toBe('done');
  const never = besideRuns(() => Promise.reject(new RunSettles()), 0);
  await expect(never).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'databaseSlow' });
});
