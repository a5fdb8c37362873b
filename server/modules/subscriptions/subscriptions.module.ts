// Composition of subscriptions and access reviews.
import type { Knex } from 'knex';
import { inTransaction } from '../../database/transaction.ts';
import type { Clock } from '../../shared/clock.ts';
import type { TableFiles } from '../../shared/tableRows.ts';
import {
  approversOn,
  type AccessWorkflow,
  type TelegramAccounts,
} from '../access/requests/accessRequests.module.ts';
import type { Viewer } from '../people/accounts/accounts.module.ts';
import { auditLogOn } from '../people/auditLog/auditLog.module.ts';
import { outboxOn } from '../outbox/outbox.module.ts';
import { AccessReviews, createReviewButtons } from './accessReviews.service.ts';
import { AccessReviewsStore } from './accessReviews.store.ts';
import { SubscriptionsQueries } from './subscriptions.queries.ts';
import { Subscriptions } from './subscriptions.service.ts';
import { SubscriptionsStore } from './subscriptions.store.ts';
import { SubscriptionsTable } from './subscriptionsTable.service.ts';
export { reviewButtons } from './accessReviews.service.ts';
export { termsInput } from './subscriptions.ts';

interface Options {
  db: Knex;
  clock: Clock;
  visibleItem(viewer: Viewer, id: number): Promise<{ id: number }>;
  accessWorkflow: Pick<AccessWorkflow, 'deciderScope'>;
  telegramAccountsOn(on: Knex): Pick<TelegramAccounts, 'isUnconfirmed' | 'member'>;
  files: TableFiles;
}

export function createSubscriptionsModule(options: Options) {
  const { db, clock, visibleItem, accessWorkflow, telegramAccountsOn, files } = options;
  const queries = new SubscriptionsQueries(db);
  const approvers = approversOn(db);
  const sharedOn = (trx: Knex) => ({
    approvers: approversOn(trx),
    auditLog: auditLogOn(trx, clock),
    outbox: outboxOn(trx, clock),
  });
  const subscriptions = new Subscriptions({
    queries,
    approvers,
    inTransaction: (work) =>
      inTransaction(db, (trx) => work({ store: new SubscriptionsStore(trx), ...sharedOn(trx) })),
    visibleItem,
    clock,
  });
  const accessReviews = new AccessReviews({
    queries,
    store: new AccessReviewsStore(db),
    approvers,
    inTransaction: (work) =>
      inTransaction(db, (trx) => work({ store: new AccessReviewsStore(trx), ...sharedOn(trx) })),
    visibleItem,
    deciderScope: (viewer) => accessWorkflow.deciderScope(viewer),
    clock,
  });
  return {
    subscriptions,
    subscriptionsTable: new SubscriptionsTable({ queries, subscriptions, files }),
    accessReviews,
    reviewButtons: createReviewButtons({
      reviews: accessReviews,
      accounts: telegramAccountsOn(db),
    }),
  };
}
