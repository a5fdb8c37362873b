// Composition of link checks.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Log } from '../../../shared/log.ts';
import { outboxOn } from '../../outbox/outbox.module.ts';
import { inconsistencyDetectionOn } from '../../sync/sync.module.ts';
import { LinkChecksService } from './linkChecks.service.ts';
import { linkChecksStore } from './linkChecks.store.ts';
import type { LinkProbe } from './linkChecks.ts';
export { findUncheckedReason, type LinkCheck } from './linkChecks.ts';

interface Options {
  db: Knex;
  probe: LinkProbe;
  clock: Clock;
  log: Log;
}

export const createLinkChecksModule = ({ db, probe, clock, log }: Options) =>
  new LinkChecksService({
    store: linkChecksStore(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({
          store: linkChecksStore(trx),
          findings: inconsistencyDetectionOn(trx, clock),
          events: outboxOn(trx, clock),
        }),
      ),
    probe,
    clock,
    log: log.child({ part: 'links' }),
  });
