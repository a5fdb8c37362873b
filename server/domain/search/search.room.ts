// The search, composed: what admins teach it, and its index in memory.
import type { Knex } from 'knex';
import { inTransaction } from '../../database/transaction.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { activityOn } from '../activity/activity.room.ts';
import { createSearch } from './search.service.ts';
import { searchStore } from './search.store.ts';
import { searchFacts } from './searchFacts.search.ts';
import { createSearchIndex } from './searchIndex.ts';

export function createSearchRoom({ db, clock, log }: { db: Knex; clock: Clock; log: Log }) {
  const facts = searchFacts(db);
  return {
    search: createSearch({
      store: searchStore(db),
      clock,
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({ store: searchStore(trx), activity: activityOn(trx, clock) }),
        ),
    }),
    /** Deletes what every process has read long ago. */
    forgetSearchChanges: () => facts.forgetChanges(),
    searchIndex: createSearchIndex({ facts, log: log.child({ part: 'searchIndex' }) }),
  };
}
