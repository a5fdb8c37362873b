// Complaints, composed: what is written goes into the record of changes in the same transaction.
import type { Knex } from 'knex';
import { inTransaction } from '../../database/transaction.ts';
import type { Clock } from '../../shared/clock.ts';
import { activityOn } from '../activity/activity.room.ts';
import { complaintsSearch } from './complaints.search.ts';
import { createComplaints } from './complaints.service.ts';
import { complaintsStore } from './complaints.store.ts';

interface Options extends Pick<Parameters<typeof createComplaints>[0], 'catalogue'> {
  db: Knex;
  clock: Clock;
}

export const createComplaintsRoom = ({ db, catalogue, clock }: Options) =>
  createComplaints({
    store: complaintsStore(db),
    search: complaintsSearch(db),
    catalogue,
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({ store: complaintsStore(trx), activity: activityOn(trx, clock) }),
      ),
    clock,
  });
