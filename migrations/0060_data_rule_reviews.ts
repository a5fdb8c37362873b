// Which reviews of data rules their owners have been told of: once for each rule and day.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table data_rule_reviews (
      item_id integer not null constraint data_rule_reviews_item_fk references items on delete cascade,
      company_key text not null constraint data_rule_reviews_company_fk references companies on delete cascade,
      tier text not null,
      review_by date not null,
      told_at timestamptz not null,
      constraint data_rule_reviews_pk primary key (item_id, company_key, tier, review_by)
    );
    create index data_rule_reviews_company_ix on data_rule_reviews (company_key);
    create index data_rules_review_ix on data_rules (review_by) where review_by is not null;
  `);

export const down = (db: Knex) =>
  db.raw('drop index data_rules_review_ix; drop table data_rule_reviews');
