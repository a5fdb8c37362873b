// Composition of Atom feeds.
import type { Knex } from 'knex';
import type { Clock } from '../../../shared/clock.ts';
import type { EntryRules } from '../../people/accounts/accounts.module.ts';
import type { ItemsService } from '../../catalogue/items/items.module.ts';
import type { LoadoutsService } from '../../loadouts/loadouts.module.ts';
import { Feeds } from './feeds.service.ts';
import { FeedsStore, deleteFeedAddress } from './feeds.store.ts';

interface Options {
  db: Knex;
  clock: Clock;
  catalogue: Pick<ItemsService, 'findNewest' | 'itemsById'>;
  loadouts: Pick<LoadoutsService, 'withItems'>;
  publicUrl: string;
  entryRules: EntryRules;
}

/** Deletes a person's feed address, on a transaction of another module. */
export const deleteFeedsOn =
  (on: Knex) =>
  (userId: number): Promise<void> =>
    deleteFeedAddress(on, userId);

export const createFeedsModule = ({ db, entryRules, ...options }: Options): Feeds =>
  new Feeds({ store: new FeedsStore(db, entryRules), ...options });
