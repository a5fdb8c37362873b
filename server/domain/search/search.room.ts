// The search, composed: what admins teach it, and its index in memory.
import type { Knex } from 'knex';
import { inTransaction } from '../../database/transaction.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { activityOn } from '../activity/activity.room.ts';
import type { HealthProbe } from '../system/health.ts';
import { tokens } from './engine/analyse.ts';
import { conceptCalled, conceptsNamed } from './engine/suggest.ts';
import type { Thesaurus } from './engine/thesaurus.ts';
import { conceptsIn, type NamedConcept } from './lessons.ts';
import { createLessons, type LessonRooms, type SettleWish } from './lessons.service.ts';
import { lessonsStore } from './lessons.store.ts';
import { createSearch } from './search.service.ts';
import { searchStore } from './search.store.ts';
import { searchFacts } from './searchFacts.search.ts';
import { createSearchIndex, type SearchIndex } from './searchIndex.ts';

/** Not vital: without the index pages are answered as long as nobody searches for words. */
export const searchProbe = (index: Pick<SearchIndex, 'state'>): HealthProbe => ({
  name: 'search',
  isVital: false,
  check: async () => {
    if (index.state === 'there') return 'ok';
    return index.state === 'building'
      ? { state: 'off', detail: 'its index is being built: searches for words wait for it' }
      : { state: 'failing', detail: 'its index could not be built; tried again every second' };
  },
});

interface Options {
  db: Knex;
  clock: Clock;
  log: Log;
  /** Settles the wish that something is taught for, on the transaction of the lesson. */
  settleWishOn(on: Knex): SettleWish;
}

export function createSearchRoom({ db, clock, log, settleWishOn }: Options) {
  const facts = searchFacts(db);
  const searchIndex = createSearchIndex({ facts, log: log.child({ part: 'searchIndex' }) });
  const inThesaurus = <Answer>(ask: (thesaurus: Thesaurus) => Answer): Promise<Answer> =>
    searchIndex.answerAlone(({ index }) => ask(index.thesaurus));
  /** A store, and what else one transaction of a lesson needs. */
  const on =
    <Store>(storeOn: (trx: Knex) => Store) =>
    <Result>(work: (rooms: LessonRooms<Store>) => Promise<Result>): Promise<Result> =>
      inTransaction(db, (trx) =>
        work({
          store: storeOn(trx),
          activity: activityOn(trx, clock),
          settleWish: settleWishOn(trx),
        }),
      );
  return {
    search: createSearch({ store: searchStore(db), clock, inTransaction: on(searchStore) }),
    lessons: createLessons({
      store: lessonsStore(db),
      inTransaction: on(lessonsStore),
      thesaurus: {
        byIds: (ids) => inThesaurus((thesaurus) => conceptsIn(thesaurus, ids)),
        named: (text, most) =>
          inThesaurus((thesaurus) => conceptsIn(thesaurus, conceptsNamed(thesaurus, text, most))),
        says: (text, id) =>
          inThesaurus((thesaurus) => {
            const place = thesaurus.places.get(id);
            return thesaurus.mentions(tokens(text)).some(({ concept }) => concept === place);
          }),
      },
    }),
    /** The concept that is called so, for each of these names; null where there is none. */
    conceptsCalled: (names: readonly string[]): Promise<(NamedConcept | null)[]> =>
      inThesaurus((thesaurus) =>
        names.map((name) => {
          const id = conceptCalled(thesaurus, name);
          return id === null ? null : (conceptsIn(thesaurus, [id])[0] ?? null);
        }),
      ),
    /** Deletes what every process has read long ago. */
    forgetSearchChanges: () => facts.forgetChanges(),
    searchIndex,
  };
}
