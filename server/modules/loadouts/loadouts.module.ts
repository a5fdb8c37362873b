// Composition of loadouts, and their loaders for one request of a viewer.
import type { Knex } from 'knex';
import { limits } from '../../config/limits.ts';
import { asDomainError } from '../../database/databaseErrors.ts';
import { jobQueue } from '../../database/jobQueue.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Clock } from '../../shared/clock.ts';
import { loadMany, loadOne } from '../../shared/loaders.ts';
import type { Log } from '../../shared/log.ts';
import { memoize } from '../../shared/memoize.ts';
import { deciderScopeOn } from '../access/requests/accessRequests.module.ts';
import { ItemsStore, markAsUsedOn } from '../catalogue/items/items.module.ts';
import { loadoutAttemptsOn } from '../catalogue/translations/translations.module.ts';
import type { Viewer } from '../people/accounts/accounts.module.ts';
import { auditLogOn } from '../people/auditLog/auditLog.module.ts';
import { ownUseCasesOn } from '../useCases/useCases.module.ts';
import { LoadoutTakesService } from './loadoutTakes.service.ts';
import { createLoadoutTranslation } from './loadoutTranslation.service.ts';
import { loadoutTranslationsStore, LoadoutsStore } from './loadouts.store.ts';
import { LoadoutsQueries } from './loadouts.queries.ts';
import { LoadoutsService } from './loadouts.service.ts';
import { canEdit, canMakeOfficial, type Loadout, type ScopeOf, type Take } from './loadouts.ts';
export type { LoadoutsService } from './loadouts.service.ts';

function loadoutsLoaders(db: Knex, viewer: Viewer, scopeOf: ScopeOf) {
  const queries = new LoadoutsQueries(db);
  const scope = memoize(() => scopeOf(viewer));
  return {
    canEditLoadout: async (loadout: Loadout): Promise<boolean> =>
      canEdit(viewer, loadout, await scope()),
    canMakeOfficial: async (loadout: Pick<Loadout, 'companyKey'>): Promise<boolean> =>
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

type TakesOptions = ConstructorParameters<typeof LoadoutTakesService>[0];

interface Options extends Pick<TakesOptions, 'requestAccess' | 'disciplineOf'> {
  db: Knex;
  /** Withdraws own requests on a transaction. */
  withdrawOn(trx: Knex): (viewer: Viewer, requestIds: readonly number[]) => Promise<void>;
  /** Null when no language model is configured. */
  model: Parameters<typeof createLoadoutTranslation>[0]['model'];
  clock: Clock;
  log: Log;
}

/** Unmarks an item on a transaction, unless the person has use cases for it. */
const unmarkOn =
  (trx: Knex.Transaction, clock: Clock) =>
  async (userId: number, wanted: number): Promise<void> => {
    const items = new ItemsStore(trx);
    const itemId = await items.currentId(wanted);
    const useCases = await ownUseCasesOn(trx, clock).countOwnUseCases(userId, itemId);
    if (useCases === 0) await items.unlike(userId, itemId);
  };

export function createLoadoutsModule(options: Options) {
  const { db, requestAccess, withdrawOn, disciplineOf, model, clock, log } = options;
  const queries = new LoadoutsQueries(db);
  return {
    loadouts: new LoadoutsService({
      store: new LoadoutsStore(db),
      queries,
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            store: new LoadoutsStore(trx),
            queries: new LoadoutsQueries(trx),
            auditLog: auditLogOn(trx, clock),
            scopeOf: deciderScopeOn(trx),
            queueTranslation: () =>
              jobQueue(trx).enqueue('translateLoadouts', {}, { key: 'translateLoadouts' }),
          }),
        ),
      clock,
    }),
    loadoutTakes: new LoadoutTakesService({
      queries,
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            store: new LoadoutsStore(trx),
            queries: new LoadoutsQueries(trx),
            markAsUsed: markAsUsedOn(trx),
            unmark: unmarkOn(trx, clock),
            withdraw: withdrawOn(trx),
          }),
        ),
      storeOn: (on) => new LoadoutsStore(on),
      requestAccess,
      disciplineOf,
      clock,
    }),
    loadoutTranslation: createLoadoutTranslation({
      store: loadoutTranslationsStore(db),
      attempts: loadoutAttemptsOn(db),
      toDomainError: asDomainError,
      model,
      clock,
      log: log.child({ part: 'translation' }),
    }),
    loadoutLoadersFor: (viewer: Viewer) => loadoutsLoaders(db, viewer, deciderScopeOn(db)),
  };
}
