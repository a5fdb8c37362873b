// Complaints, composed: what is written goes into the record of changes in the same transaction.
import type { Knex } from 'knex';
import { inTransaction } from '../../database/transaction.ts';
import type { Clock } from '../../shared/clock.ts';
import { activityOn } from '../activity/activity.room.ts';
import { eventsOn } from '../events/events.room.ts';
import { createComplaintCases } from './complaintCases.service.ts';
import { complaintCasesStore } from './complaintCases.store.ts';
import { complaintsSearch } from './complaints.search.ts';
import { createComplaints } from './complaints.service.ts';
import { complaintsStore } from './complaints.store.ts';

type Cases = Parameters<typeof createComplaintCases>[0];

interface Options extends Pick<Cases, 'edits' | 'merges' | 'pages' | 'translator' | 'markMachine'> {
  db: Knex;
  requestLinkLook: Parameters<typeof createComplaints>[0]['requestLinkLook'];
  catalogue: Parameters<typeof createComplaints>[0]['catalogue'] & Cases['catalogue'];
  clock: Clock;
}

export const createComplaintsRoom = ({
  db,
  catalogue,
  requestLinkLook,
  clock,
  ...cures
}: Options) => ({
  complaints: createComplaints({
    search: complaintsSearch(db),
    catalogue,
    requestLinkLook,
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({
          store: complaintsStore(trx),
          activity: activityOn(trx, clock),
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
    activity: activityOn(db, clock),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({
          cases: complaintCasesStore(trx),
          activity: activityOn(trx, clock),
          events: eventsOn(trx, clock),
        }),
      ),
    clock,
  }),
});
