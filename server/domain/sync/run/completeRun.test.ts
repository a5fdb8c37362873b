// A run that is declared dead while it settles: what it has changed is none.
import { startSyncWorld, type SyncWorld } from '../../../testing/syncWorld.ts';

let world: SyncWorld;
beforeEach(async () => {
  world = await startSyncWorld({ bookmarks: 2 });
});
afterEach(() => world.close());

test('a run that is no longer its own at the last step keeps nothing, and says why', async () => {
  const { db } = world.database;
  // As after another server's word that this run is dead: its row is not there to be finished.
  await db.raw(`
    create function not_running() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger not_running before update on sync_runs
      for each row when (new.state = 'finished') execute function not_running()`);
  expect(await world.sync()).toMatchObject({ state: 'failed', errorReason: 'syncTakenOver' });
  expect(await db('items')).toEqual([]);
});
