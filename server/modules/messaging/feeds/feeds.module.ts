// Feeds, composed.
import type { Knex } from 'knex';
import type { Clock } from '../../../shared/clock.ts';
import type { EntryRules } from '../../people/accounts/accounts.module.ts';
import type { ItemsService } from '../../catalogue/items/items.module.ts';
import { createFeeds, type Feeds } from './feeds.service.ts';
import { feedsQueries } from './feeds.queries.ts';
import { feedsStore, removeFeedAddress } from './feeds.store.ts';

interface Options {
  db: Knex;
  clock: Clock;
  catalogue: Pick<ItemsService, 'findNewest'>;
  publicUrl: string;
  entryRules: EntryRules;
}

/** Ends a person's feeds, on a transaction of another room. */
export const endFeedsOn =
  (on: Knex) =>
  (userId: number): Promise<void> =>
    removeFeedAddress(on, userId);

export const createFeedsModule = ({ db, entryRules, ...options }: Options): Feeds =>
  createFeeds({ store: feedsStore(db, entryRules), search: feedsQueries(db), ...options });
