// Events for data rules whose review is due, once for each review day.
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { formatRuleKey, type RuleTransaction } from './ruleWrites.ts';

interface Options {
  inTransaction<Result>(work: (transaction: RuleTransaction) => Promise<Result>): Promise<Result>;
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
        const due = await store.claimDueReviews(
          this.deps.clock(),
          limits.dataRules.reviewSoonDays,
          batchSize,
        );
        await outbox.record(
          ...due.map(({ reviewBy, ...key }) => ({
            kind: 'review_due' as const,
            subjectId: formatRuleKey(key),
            itemId: key.itemId,
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
