// Requests for access, composed: the store, its transaction with the queue of mails, and the mail server.
import type { Knex } from 'knex';
import { jobQueue } from '../../database/jobQueue.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { createAccess } from './access.service.ts';
import { accessStore } from './access.store.ts';

interface Options extends Pick<Parameters<typeof createAccess>[0], 'mail'> {
  db: Knex;
  clock: Clock;
  log: Log;
}

export const createAccessRoom = ({ db, mail, clock, log }: Options) =>
  createAccess({
    store: accessStore(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({
          store: accessStore(trx),
          queueSending: () =>
            jobQueue(trx).enqueue('sendAccessRequests', {}, { key: 'sendAccessRequests' }),
        }),
      ),
    mail,
    clock,
    log: log.child({ part: 'access' }),
  });
