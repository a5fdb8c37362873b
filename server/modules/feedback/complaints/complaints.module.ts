// Complaints, composed: what is written goes into the record of changes in the same transaction.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import { createMergedReports, type MoveTransaction } from './complaintMergeHooks.ts';
import { createComplaintReview, type CaseTransaction } from './complaintReview.service.ts';
import { complaintReviewStore } from './complaintReview.store.ts';
import { complaintsQueries } from './complaints.queries.ts';
import { createComplaints } from './complaints.service.ts';
import { complaintsStore } from './complaints.store.ts';
import type { MergedComplaints } from '../../curation/duplicates/duplicateMerges.module.ts';
export type { ComplaintStatus } from './complaints.ts';

type Cases = Parameters<typeof createComplaintReview>[0];

interface Options extends Pick<Cases, 'edits' | 'merges' | 'pages' | 'translator'> {
  db: Knex;
  requestLinkLook: Parameters<typeof createComplaints>[0]['requestLinkLook'];
  catalogue: Parameters<typeof createComplaints>[0]['catalogue'] & Cases['catalogue'];
  /** Marks descriptions as a machine's, on the transaction of a cure. */
  markMachineOn(on: Knex): CaseTransaction['markMachine'];
  clock: Clock;
}

const moveRoomsOn = (on: Knex, clock: Clock): MoveTransaction => ({
  cases: complaintReviewStore(on),
  activity: auditLogOn(on, clock),
  events: outboxOn(on, clock),
});

/** Reports that a merge has closed, on the transaction that takes it back. */
export const mergedReportsOn = (on: Knex, clock: Clock): MergedComplaints =>
  createMergedReports(moveRoomsOn(on, clock));

export const createComplaintsModule = ({
  db,
  catalogue,
  requestLinkLook,
  markMachineOn,
  clock,
  ...cures
}: Options) => {
  const caseRoomsOn = (on: Knex): CaseTransaction => ({
    ...moveRoomsOn(on, clock),
    markMachine: markMachineOn(on),
  });
  return {
    complaints: createComplaints({
      search: complaintsQueries(db),
      catalogue,
      requestLinkLook,
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            store: complaintsStore(trx),
            activity: auditLogOn(trx, clock),
            events: outboxOn(trx, clock),
          }),
        ),
      clock,
    }),
    complaintGroups: createComplaintReview({
      ...cures,
      cases: complaintReviewStore(db),
      search: complaintsQueries(db),
      catalogue,
      activity: auditLogOn(db, clock),
      inTransaction: (work) => inTransaction(db, (trx) => work(caseRoomsOn(trx))),
      roomsOn: caseRoomsOn,
      clock,
    }),
  };
};
