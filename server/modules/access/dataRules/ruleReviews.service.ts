// Says of each rule that its review is due, once for each day by which it is to be reviewed.
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import type { RuleReviewsStore } from './ruleReviews.store.ts';

/** The rooms of a portion, on its transaction. */
interface ReviewRooms {
  store: RuleReviewsStore;
  events: Pick<Outbox, 'record'>;
}

interface Options {
  inTransaction<Result>(work: (rooms: ReviewRooms) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

const atOnce = 200;

export const createRuleReviews = ({ inTransaction, clock }: Options) => ({
  /** Records what is due within days or past; answers how many rules. */
  async recordDue(signal: AbortSignal): Promise<number> {
    let recorded = 0;
    for (let found = atOnce; found === atOnce; recorded += found) {
      signal.throwIfAborted();
      found = await inTransaction(async ({ store, events }) => {
        const due = await store.take(clock(), limits.dataRules.reviewSoonDays, atOnce);
        await events.record(
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
  },
});
