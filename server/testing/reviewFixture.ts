// A catalogue of six bookmarks in step with Raindrop, for tests that raise and resolve an inconsistency.
import type { Inconsistency, InconsistencyType } from '../modules/sync/inconsistencies.ts';
import { bookmarkId, startSyncWorld, type SyncWorld } from './syncFixture.ts';

/** Creates it for each test of a file, and removes it after the test. */
export function aReviewWorld() {
  const world = {} as SyncWorld;
  beforeEach(async () => {
    Object.assign(world, await startSyncWorld({ bookmarks: 6 }));
    await world.sync();
    await world.raindrop.control.forgetCalls();
  });
  afterEach(() => world.close());

  const id = bookmarkId(1);
  return {
    world,
    /** The bookmark that differs. */
    id,
    change: (changes: Record<string, unknown>) => world.raindrop.control.edit({ id, changes }),

    /** The one inconsistency that the next run raises. */
    async raise(type: InconsistencyType): Promise<Inconsistency> {
      await world.sync();
      const open = await world.open();
      expect(open.map((one) => one.type)).toEqual([type]);
      return open[0]!;
    },

    writes: async () =>
      (await world.raindrop.control.calls()).filter((call) => call.method !== 'GET'),

    /** A run finds nothing: both sides and the merge base agree. */
    async expectPeace(): Promise<void> {
      expect((await world.sync()).counts).toMatchObject({ changed: 0, removed: 0, new: 0 });
      expect(await world.open()).toEqual([]);
    },
  };
}
