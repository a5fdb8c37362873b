// Composition of catalogue gaps and search alerts.
import type { Knex } from 'knex';
import { jobQueue } from '../../../database/jobQueue.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import type { Language } from '../../../shared/language.ts';
import type { AddressOutcome } from '../proposals/proposals.service.ts';
import { SearchAlerts } from './searchAlerts.service.ts';
import { SearchAlertsStore } from './searchAlerts.store.ts';
import { type VocabularyKind, type SearchAlertMessage } from './catalogueGaps.ts';
import { CatalogueGaps, closeAsAdded, closeAsAnswered } from './catalogueGaps.service.ts';
import { CatalogueGapsQueries, CatalogueGapsStore } from './catalogueGaps.store.ts';

type CloseProposals = (on: Knex, url: string, outcome: AddressOutcome) => Promise<void>;

interface Options {
  db: Knex;
  clock: Clock;
  closeProposals: CloseProposals;
  refusalsOf(viewer: Viewer): Promise<{ itemId: number | null; decisionMessage: string | null }[]>;
  forget(viewer: Viewer, kind: VocabularyKind, id: number): Promise<void>;
  surelyFound(text: string, language: Language): Promise<number | null>;
}

/** Queues the check of search alerts, on a transaction of another module. */
export const requestSearchAlertsOn = (on: Knex): Promise<void> =>
  jobQueue(on).enqueue('sendSearchAlerts', {}, { key: 'sendSearchAlerts' });

const gapTransaction = (on: Knex, closeProposals: CloseProposals) => ({
  store: new CatalogueGapsStore(on),
  requestAlerts: () => requestSearchAlertsOn(on),
  closeProposals: (url: string, outcome: AddressOutcome) => closeProposals(on, url, outcome),
});

/** Closes the gap for which a custom synonym, word or concept was added, on its transaction. */
export const closeAnsweredGapOn =
  (on: Knex, clock: Clock) =>
  (id: number, vocabulary: { kind: VocabularyKind; id: number; by: number }): Promise<void> =>
    closeAsAnswered(
      { store: new CatalogueGapsStore(on), requestAlerts: () => requestSearchAlertsOn(on) },
      id,
      {
        ...vocabulary,
        at: clock(),
      },
    );

export function createCatalogueGapsModule(options: Options) {
  const { db, clock, closeProposals } = options;
  const notifyOn =
    (on: Knex) =>
    ({ gapId, userId, itemId, outcome }: SearchAlertMessage): Promise<void> =>
      outboxOn(on, clock).record({
        kind: 'wish_told',
        subjectId: `${gapId}/${userId}`,
        itemId,
        actorId: null,
        after: outcome,
      });
  return {
    catalogueGaps: new CatalogueGaps({
      queries: new CatalogueGapsQueries(db),
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({ ...gapTransaction(trx, closeProposals), auditLog: auditLogOn(trx, clock) }),
        ),
      refusalsOf: options.refusalsOf,
      forget: options.forget,
      clock,
    }),
    searchAlerts: new SearchAlerts({
      store: new SearchAlertsStore(db),
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({ store: new SearchAlertsStore(trx), notify: notifyOn(trx) }),
        ),
      surelyFound: options.surelyFound,
      clock,
    }),
    /** Closes the gap for which an item was added, on its transaction. */
    closeAddedGap: (
      on: Knex,
      added: { itemId: number; gapId: number | null; adminId: number },
    ): Promise<void> =>
      closeAsAdded(gapTransaction(on, closeProposals), added.gapId, {
        itemId: added.itemId,
        by: added.adminId,
        at: clock(),
      }),
  };
}
