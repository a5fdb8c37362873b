// The review of a restored backup, composed: what is decided and the record of it are one transaction.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import { createRestoreReview, suspendRestored } from './restoreReview.service.ts';
import type { RestoreCounts } from './restoreReview.ts';
import { restoreReviewStore } from './restoreReview.store.ts';

/** The two ends of a restore, on its transaction. */
export const restoreReviewOn = (clock: Clock, file: string) => ({
  before: (trx: Knex.Transaction, madeAt: Date): Promise<void> =>
    restoreReviewStore(trx).remember(madeAt),
  after: (trx: Knex.Transaction): Promise<RestoreCounts> =>
    suspendRestored(
      { store: restoreReviewStore(trx), activity: auditLogOn(trx, clock) },
      clock(),
      file,
    ),
});

export const createRestoreReviewModule = ({ db, clock }: { db: Knex; clock: Clock }) => ({
  restores: createRestoreReview({
    store: restoreReviewStore(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({ store: restoreReviewStore(trx), activity: auditLogOn(trx, clock) }),
      ),
    clock,
  }),
});
