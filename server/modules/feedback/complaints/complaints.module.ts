// Complaints, composed: what is written goes into the record of changes in the same transaction.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import { eventsOn } from '../../outbox/outbox.module.ts';
import { createMergedReports, type MoveRooms } from './complaintMergeHooks.ts';
import { createComplaintCases, type CaseRooms } from './complaintReview.service.ts';
import { complaintCasesStore } from './complaintReview.store.ts';
import { complaintsSearch } from './complaints.queries.ts';
import { createComplaints } from './complaints.service.ts';
import { complaintsStore } from './complaints.store.ts';
import type { MergedReports } from '../../curation/duplicates/merges.module.ts';
export type { ComplaintStatus } from './complaints.ts';

type Cases = Parameters<typeof createComplaintCases>[0];

interface Options extends Pick<Cases, 'edits' | 'merges' | 'pages' | 'translator'> {
  db: Knex;
  requestLinkLook: Parameters<typeof createComplaints>[0]['requestLinkLook'];
  catalogue: Parameters<typeof createComplaints>[0]['catalogue'] & Cases['catalogue'];
  /** Marks descriptions as a machine's, on the transaction of a cure. */
  markMachineOn(on: Knex): CaseRooms['markMachine'];
  clock: Clock;
}

const moveRoomsOn = (on: Knex, clock: Clock): MoveRooms => ({
  cases: complaintCasesStore(on),
  activity: auditLogOn(on, clock),
  events: eventsOn(on, clock),
});

/** Reports that a merge has closed, on the transaction that takes it back. */
export const mergedReportsOn = (on: Knex, clock: Clock): MergedReports =>
  createMergedReports(moveRoomsOn(on, clock));

export const createComplaintsRoom = ({
  db,
  catalogue,
  requestLinkLook,
  markMachineOn,
  clock,
  ...cures
}: Options) => {
  const caseRoomsOn = (on: Knex): CaseRooms => ({
    ...moveRoomsOn(on, clock),
    markMachine: markMachineOn(on),
  });
  return {
    complaints: createComplaints({
      search: complaintsSearch(db),
      catalogue,
      requestLinkLook,
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            store: complaintsStore(trx),
            activity: auditLogOn(trx, clock),
            events: eventsOn(trx, clock),
          }),
        ),
      clock,
    }),
    complaintCases: createComplaintCases({
      ...cures,
      cases: complaintCasesStore(db),
      search: complaintsSearch(db),
      catalogue,
      activity: auditLogOn(db, clock),
      inTransaction: (work) => inTransaction(db, (trx) => work(caseRoomsOn(trx))),
      roomsOn: caseRoomsOn,
      clock,
    }),
  };
};
