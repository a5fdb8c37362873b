// Data rules: one per company and plan tier, with their changes.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table data_rules (
      id integer generated always as identity constraint data_rules_pk primary key,
      item_id integer not null constraint data_rules_item_fk references items on delete cascade,
      company_key text not null constraint data_rules_company_fk references companies on delete cascade,
      tier text not null constraint data_rules_tier_ck check (tier in ('free', 'team', 'enterprise')),
      -- By class: {"verdict": …, "ru": …, "en": …}; the texts say the condition of a yes_if.
      verdicts jsonb not null default '{}' constraint data_rules_verdicts_ck
        check (
          jsonb_typeof(verdicts) = 'object'
          and not jsonb_path_exists(verdicts, '$.keyvalue() \\? (!(@.key == "public_material" || @.key == "source_code"
            || @.key == "unreleased_art" || @.key == "player_data" || @.key == "staff_data" || @.key == "partner_material"))')
          and not jsonb_path_exists(verdicts, '$.* \\? (!(@.verdict == "yes" || @.verdict == "yes_if"
            || @.verdict == "ask" || @.verdict == "no"))')
          and not jsonb_path_exists(verdicts, '$.* \\? (@.verdict == "yes_if" && !(@.ru != "" || @.en != ""))')
        ),
      result text constraint data_rules_result_ck check (result in ('may_ship', 'inside_only', 'must_be_disclosed')),
      account text constraint data_rules_account_ck check (account in ('company', 'any')),
      status text constraint data_rules_status_ck
        check (status in ('approved', 'restricted', 'under_review', 'not_allowed')),
      -- [{"kind": …, "ru": …, "en": …, "sourceUrl": …, "sourceDate": …}]: nothing is said without its source.
      facts jsonb not null default '[]' constraint data_rules_facts_ck
        check (
          jsonb_typeof(facts) = 'array'
          and not jsonb_path_exists(facts, '$[*] \\? (!(@.sourceUrl like_regex "^https\\?://" && @.sourceDate != ""))')
        ),
      owner text,
      ai_role text constraint data_rules_ai_role_ck
        check (ai_role in ('provider', 'deployer', 'importer', 'distributor')),
      ai_tier text constraint data_rules_ai_tier_ck check (ai_tier in ('prohibited', 'high', 'limited', 'minimal')),
      decided_by integer constraint data_rules_decider_fk references users on delete set null,
      decided_at timestamptz,
      -- The last day on which the verdicts hold.
      review_by date,
      -- 0 only inside the transaction that makes it.
      version integer not null default 0,
      is_demo boolean not null default false,
      constraint data_rules_uq unique (item_id, company_key, tier)
    );
    create index data_rules_company_ix on data_rules (company_key, tier);
    create index data_rules_decider_ix on data_rules (decided_by);
    create index data_rules_review_ix on data_rules (review_by) where review_by is not null;

    create table data_rule_changes (
      id integer generated always as identity constraint data_rule_changes_pk primary key,
      at timestamptz not null,
      actor_id integer constraint data_rule_changes_actor_fk references users on delete set null,
      kind text not null constraint data_rule_changes_kind_ck check (kind in ('set', 'import', 'merge', 'undo')),
      is_by_demo boolean not null default false
    );
    create index data_rule_changes_actor_ix on data_rule_changes (actor_id);

    create table data_rule_change_parts (
      change_id integer not null constraint data_rule_change_parts_change_fk
        references data_rule_changes on delete cascade,
      item_id integer not null constraint data_rule_change_parts_item_fk references items on delete cascade,
      company_key text not null constraint data_rule_change_parts_company_fk references companies on delete cascade,
      tier text not null,
      -- The whole rule.
      before jsonb not null,
      after jsonb not null,
      constraint data_rule_change_parts_pk primary key (change_id, item_id, company_key, tier)
    );
    create index data_rule_change_parts_company_ix on data_rule_change_parts (company_key);
    create index data_rule_change_parts_rule_ix on data_rule_change_parts (item_id, company_key, tier);

    create table data_rule_reviews (
      item_id integer not null constraint data_rule_reviews_item_fk references items on delete cascade,
      company_key text not null constraint data_rule_reviews_company_fk references companies on delete cascade,
      tier text not null,
      review_by date not null,
      told_at timestamptz not null,
      constraint data_rule_reviews_pk primary key (item_id, company_key, tier, review_by)
    );
    create index data_rule_reviews_company_ix on data_rule_reviews (company_key);
  `);
