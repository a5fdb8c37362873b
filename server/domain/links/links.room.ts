// The checks of links, composed: what they see becomes a difference in the same transaction.
import type { Knex } from 'knex';
import { inTransaction } from '../../database/transaction.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import { eventsOn } from '../events/events.room.ts';
import { findingsOn } from '../sync/sync.room.ts';
import { createLinks } from './links.service.ts';
import { linksStore } from './links.store.ts';
import type { LinkProbe } from './links.ts';

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
