// Composition of the restore review: a decision and its audit log entry are one transaction.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import { RestoreReviewService, suspendRestored } from './restoreReview.service.ts';
import { type RestoreCounts, RestoreReviewStore } from './restoreReview.store.ts';

/** Hooks of a restore, on its transaction. */
export const restoreReviewOn = (clock: Clock, file: string) => ({
  before: (trx: Knex.Transaction, madeAt: Date): Promise<void> =>
    new RestoreReviewStore(trx).remember(madeAt),
  after: (trx: Knex.Transaction): Promise<RestoreCounts> =>
    suspendRestored(
      { store: new RestoreReviewStore(trx), auditLog: auditLogOn(trx, clock) },
      clock(),
      file,
    ),
});

export const createRestoreReviewModule = ({ db, clock }: { db: Knex; clock: Clock }) => ({
  restores: new RestoreReviewService({
    store: new RestoreReviewStore(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({ store: new RestoreReviewStore(trx), auditLog: auditLogOn(trx, clock) }),
      ),
    clock,
  }),
});
