// The checks of links, composed: what they see becomes a difference in the same transaction.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Log } from '../../../shared/log.ts';
import { eventsOn } from '../../outbox/outbox.module.ts';
import { findingsOn } from '../../sync/sync.module.ts';
import { createLinks } from './linkChecks.service.ts';
import { linksStore } from './linkChecks.store.ts';
import type { LinkProbe } from './linkChecks.ts';
export { linksStore } from './linkChecks.store.ts';

interface Options {
  db: Knex;
  probe: LinkProbe;
  clock: Clock;
  log: Log;
}

export const createLinksRoom = ({ db, probe, clock, log }: Options) =>
  createLinks({
    store: linksStore(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({
          store: linksStore(trx),
          findings: findingsOn(trx, clock),
          events: eventsOn(trx, clock),
        }),
      ),
    probe,
    clock,
    log: log.child({ part: 'links' }),
  });
