// Loaders of loadouts for one request of a viewer.
import type { Knex } from 'knex';
import { limits } from '../../config/limits.ts';
import { loadMany, loadOne } from '../../shared/loaders.ts';
import { memoize } from '../../shared/memoize.ts';
import type { Viewer } from '../people/accounts/accounts.module.ts';
import { canEdit, canMakeOfficial, type ScopeOf } from './loadoutRights.ts';
import type { Loadout, Take } from './loadouts.ts';
import { LoadoutsQueries } from './loadouts.queries.ts';
import { LoadoutsStore } from './loadouts.store.ts';

export function loadoutsLoaders(db: Knex, viewer: Viewer, scopeOf: ScopeOf) {
  const queries = new LoadoutsQueries(db);
  const scope = memoize(() => scopeOf(viewer));
  return {
    canEditLoadout: async (loadout: Loadout): Promise<boolean> =>
      canEdit(viewer, loadout, await scope()),
    canMakeOfficial: async (loadout: Loadout): Promise<boolean> =>
      canMakeOfficial(viewer, loadout, await scope()),
    itemsOfLoadout: loadMany(
      (ids: readonly number[]) => queries.items(viewer, ids),
      (item) => item.loadoutId,
    ),
    loadoutsOfItem: loadMany(
      (ids: readonly number[]) => queries.ofItems(viewer, ids, limits.lists.loadoutsOfItem),
      (loadout) => loadout.heldItemId,
    ),
    /** The viewer's take of a loadout; null for a loadout that is not taken, and for a token. */
    takeOfLoadout: loadOne<number, Take>(
      async (ids) =>
        viewer.kind === 'member' && viewer.via === 'session'
          ? new LoadoutsStore(db).takes(viewer.user.id, ids)
          : [],
      (take) => take.loadoutId,
    ),
    colleaguesOfLoadout: loadMany(
      async (ids: readonly number[]) =>
        viewer.kind === 'member' && viewer.company ? queries.colleagues(viewer, ids) : [],
      (colleague) => colleague.loadoutId,
    ),
  };
}
