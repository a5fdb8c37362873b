// Composition of complaints.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import {
  createMergedReports,
  type ComplaintTransaction,
  ComplaintReview,
  type ReviewTransaction,
} from './complaintReview.service.ts';
import { ComplaintReviewStore } from './complaintReview.store.ts';
import { ComplaintsQueries, ComplaintsStore } from './complaints.store.ts';
import { Complaints } from './complaints.service.ts';
import type { MergedComplaints } from '../../curation/duplicates/duplicateMerges.module.ts';
export type { ComplaintStatus } from './complaints.ts';

type Cases = ConstructorParameters<typeof ComplaintReview>[0];

interface Options extends Pick<Cases, 'edits' | 'merges' | 'pages' | 'translator'> {
  db: Knex;
  requestLinkCheck: ConstructorParameters<typeof Complaints>[0]['requestLinkCheck'];
  catalogue: ConstructorParameters<typeof Complaints>[0]['catalogue'] & Cases['catalogue'];
  /** Marks descriptions as machine translations, on the transaction of a fix. */
  markMachineOn(on: Knex): ReviewTransaction['markMachine'];
  clock: Clock;
}

const complaintTransaction = (on: Knex, clock: Clock): ComplaintTransaction => ({
  store: new ComplaintReviewStore(on),
  auditLog: auditLogOn(on, clock),
  outbox: outboxOn(on, clock),
});

/** Port for reopening complaints when a merge is undone. */
export const mergedComplaintsOn = (on: Knex, clock: Clock): MergedComplaints =>
  createMergedReports(complaintTransaction(on, clock));

export const createComplaintsModule = ({
  db,
  catalogue,
  requestLinkCheck,
  markMachineOn,
  clock,
  ...review
}: Options) => {
  const reviewTransactionOn = (on: Knex): ReviewTransaction => ({
    ...complaintTransaction(on, clock),
    markMachine: markMachineOn(on),
  });
  return {
    complaints: new Complaints({
      queries: new ComplaintsQueries(db),
      catalogue,
      requestLinkCheck,
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            store: new ComplaintsStore(trx),
            activity: auditLogOn(trx, clock),
            events: outboxOn(trx, clock),
          }),
        ),
      clock,
    }),
    complaintReview: new ComplaintReview({
      ...review,
      store: new ComplaintReviewStore(db),
      queries: new ComplaintsQueries(db),
      catalogue,
      auditLog: auditLogOn(db, clock),
      inTransaction: (work) => inTransaction(db, (trx) => work(reviewTransactionOn(trx))),
      transactionOn: reviewTransactionOn,
      clock,
    }),
  };
};
