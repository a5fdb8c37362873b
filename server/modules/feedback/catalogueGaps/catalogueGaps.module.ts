// CatalogueGaps, composed.
import type { Knex } from 'knex';
import { jobQueue } from '../../../database/jobQueue.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import type { Language } from '../../../shared/language.ts';
import type { ProposalOutcomeOfAddress } from '../proposals/proposals.service.ts';
import { createSearchAlerts } from './searchAlerts.service.ts';
import { searchAlertsStore } from './searchAlerts.store.ts';
import { type GapLesson, type SearchAlertMessage } from './catalogueGaps.ts';
import { createCatalogueGaps, settleAsAdded, settleAsTaught } from './catalogueGaps.service.ts';
import { catalogueGapsQueries } from './catalogueGaps.queries.ts';
import { catalogueGapsStore } from './catalogueGaps.store.ts';

type SettleAddress = (on: Knex, url: string, outcome: ProposalOutcomeOfAddress) => Promise<void>;

interface Options {
  db: Knex;
  clock: Clock;
  settleAddress: SettleAddress;
  refusalsOf(viewer: Viewer): Promise<{ itemId: number | null; decisionMessage: string | null }[]>;
  forget(viewer: Viewer, lesson: GapLesson, id: number): Promise<void>;
  surelyFound(text: string, language: Language): Promise<number | null>;
}

/** Asks for a look at what those who wait can be told, on a transaction of another room. */
export const requestSearchAlertsOn = (on: Knex): Promise<void> =>
  jobQueue(on).enqueue('sendSearchAlerts', {}, { key: 'sendSearchAlerts' });

const roomsOn = (on: Knex, settleAddress: SettleAddress) => ({
  store: catalogueGapsStore(on),
  requestTelling: () => requestSearchAlertsOn(on),
  settleAddress: (url: string, outcome: ProposalOutcomeOfAddress) =>
    settleAddress(on, url, outcome),
});

/** What the search was taught for a wish, on the transaction of the lesson. */
export const closeTaughtGapOn =
  (on: Knex, clock: Clock) =>
  (id: number, taught: { lesson: GapLesson; lessonId: number; by: number }): Promise<void> =>
    settleAsTaught(
      { store: catalogueGapsStore(on), requestTelling: () => requestSearchAlertsOn(on) },
      id,
      {
        ...taught,
        at: clock(),
      },
    );

export function createCatalogueGapsModule(options: Options) {
  const { db, clock, settleAddress } = options;
  const tellOn =
    (on: Knex) =>
    async (tidings: SearchAlertMessage): Promise<void> => {
      await outboxOn(on, clock).record({
        kind: 'wish_told',
        subjectId: `${tidings.gapId}/${tidings.userId}`,
        itemId: tidings.itemId,
        actorId: null,
        after: tidings.what,
      });
    };
  return {
    wishes: createCatalogueGaps({
      search: catalogueGapsQueries(db),
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({ ...roomsOn(trx, settleAddress), activity: auditLogOn(trx, clock) }),
        ),
      refusalsOf: options.refusalsOf,
      forget: options.forget,
      clock,
    }),
    watches: createSearchAlerts({
      store: searchAlertsStore(db),
      inTransaction: (work) =>
        inTransaction(db, (trx) => work({ store: searchAlertsStore(trx), tell: tellOn(trx) })),
      surelyFound: options.surelyFound,
      clock,
    }),
    /** What an admin has added settles the wish that it was made of, on its transaction. */
    settleAddedWish: (
      on: Knex,
      added: { itemId: number; gapId: number | null; adminId: number },
    ): Promise<void> =>
      settleAsAdded(roomsOn(on, settleAddress), added.gapId, {
        itemId: added.itemId,
        by: added.adminId,
        at: clock(),
      }),
  };
}
