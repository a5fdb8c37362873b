// SQL that finds due reviews of data rules and remembers which were reported.
import type { Knex } from 'knex';
import type { RuleKey } from './dataRules.ts';

export interface DueReview extends RuleKey {
  reviewBy: string;
}

export const ruleReviewsStore = (db: Knex) => ({
  /** Marks at most `most` due reviews as reported, each once across processes, and returns them. */
  async take(at: Date, days: number, most: number): Promise<DueReview[]> {
    const { rows } = await db.raw<{ rows: DueReview[] }>(
      `insert into data_rule_reviews (item_id, company_key, tier, review_by, told_at)
       select rule.item_id, rule.company_key, rule.tier, rule.review_by, :at from data_rules as rule
       join items on items.id = rule.item_id and items.removed_at is null
       where rule.review_by <= (:at::timestamptz at time zone 'UTC')::date + :days::integer
         and not exists (select from data_rule_reviews as told where told.item_id = rule.item_id
           and told.company_key = rule.company_key and told.tier = rule.tier and told.review_by = rule.review_by)
       order by rule.item_id, rule.company_key, rule.tier limit :most
       on conflict do nothing
       returning item_id as "itemId", company_key as "companyKey", tier, to_char(review_by, 'YYYY-MM-DD') as "reviewBy"`,
      { at, days, most },
    );
    return rows;
  },
});

export type RuleReviewsStore = ReturnType<typeof ruleReviewsStore>;
