// Events for data rules whose review is due, once for each review day.
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import type { RuleReviewsStore } from './ruleReviews.store.ts';

interface ReviewTransaction {
  store: RuleReviewsStore;
  outbox: Pick<Outbox, 'record'>;
}

interface Options {
  inTransaction<Result>(work: (transaction: ReviewTransaction) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

const batchSize = 200;

export class RuleReviews {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Records the reviews that are due soon or overdue; returns how many. */
  async recordDue(signal: AbortSignal): Promise<number> {
    let recorded = 0;
    for (let found = batchSize; found === batchSize; recorded += found) {
      signal.throwIfAborted();
      found = await this.deps.inTransaction(async ({ store, outbox }) => {
        const due = await store.take(this.deps.clock(), limits.dataRules.reviewSoonDays, batchSize);
        await outbox.record(
          ...due.map(({ itemId, companyKey, tier, reviewBy }) => ({
            kind: 'review_due' as const,
            subjectId: `${itemId}/${companyKey}/${tier}`,
            itemId,
            actorId: null,
            after: reviewBy,
          })),
        );
        return due.length;
      });
    }
    return recorded;
  }
}
