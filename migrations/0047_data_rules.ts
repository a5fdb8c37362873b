// What may go into a service: one rule for each company and plan tier, and what was changed of them. A class of data without a
// verdict is not decided.
import type { Knex } from 'knex';

const classes = [
  'public_material',
  'source_code',
  'unreleased_art',
  'player_data',
  'staff_data',
  'partner_material',
];
const verdicts = ['yes', 'yes_if', 'ask', 'no'];
const either = (path: string, words: readonly string[]) =>
  words.map((word) => `${path} == "${word}"`).join(' || ');

export const up = (db: Knex) =>
  db.raw(`
    -- Whose admins decide for the other companies too: the group's own. Admins of the others decide for theirs.
    alter table companies add column decides_for_all boolean not null default false;
    update companies set decides_for_all = true where key = 'gdev';

    create table data_rules (
      id integer generated always as identity constraint data_rules_pk primary key,
      item_id integer not null constraint data_rules_item_fk references items on delete cascade,
      company_key text not null constraint data_rules_company_fk references companies on delete cascade,
      tier text not null constraint data_rules_tier_ck check (tier in ('free', 'team', 'enterprise')),
      -- By class: {"verdict": …, "ru": …, "en": …}; the texts say the condition of a yes_if.
      verdicts jsonb not null default '{}' constraint data_rules_verdicts_ck check (
        jsonb_typeof(verdicts) = 'object'
        and not jsonb_path_exists(verdicts, '$.keyvalue() \\? (!(${either('@.key', classes)}))')
        and not jsonb_path_exists(verdicts, '$.* \\? (!(${either('@.verdict', verdicts)}))')
        and not jsonb_path_exists(verdicts, '$.* \\? (@.verdict == "yes_if" && !(@.ru != "" || @.en != ""))')),
      result text constraint data_rules_result_ck check (result in ('may_ship', 'inside_only', 'must_be_disclosed')),
      account text constraint data_rules_account_ck check (account in ('company', 'any')),
      status text constraint data_rules_status_ck
        check (status in ('approved', 'restricted', 'under_review', 'not_allowed')),
      -- [{"kind": …, "ru": …, "en": …, "sourceUrl": …, "sourceDate": …}]: nothing is said without its source.
      facts jsonb not null default '[]' constraint data_rules_facts_ck check (
        jsonb_typeof(facts) = 'array'
        and not jsonb_path_exists(facts, '$[*] \\? (!(@.sourceUrl like_regex "^https\\?://" && @.sourceDate != ""))')),
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

    create table data_rule_changes (
      id integer generated always as identity constraint data_rule_changes_pk primary key,
      at timestamptz not null,
      actor_id integer constraint data_rule_changes_actor_fk references users on delete set null,
      kind text not null constraint data_rule_changes_kind_ck check (kind in ('set', 'import', 'merge', 'undo'))
    );
    create index data_rule_changes_actor_ix on data_rule_changes (actor_id);

    create table data_rule_change_parts (
      change_id integer not null constraint data_rule_change_parts_change_fk
        references data_rule_changes on delete cascade,
      item_id integer not null constraint data_rule_change_parts_item_fk references items on delete cascade,
      company_key text not null constraint data_rule_change_parts_company_fk
        references companies on delete cascade,
      tier text not null,
      -- The whole rule.
      before jsonb not null,
      after jsonb not null,
      constraint data_rule_change_parts_pk primary key (change_id, item_id, company_key, tier)
    );
    create index data_rule_change_parts_rule_ix on data_rule_change_parts (item_id, company_key, tier);
    create index data_rule_change_parts_company_ix on data_rule_change_parts (company_key);

    -- Every process keeps what is allowed in memory, to filter by, and reads it anew before it answers the next search (0039).
    alter table search_changes drop constraint search_changes_kind_ck,
      add constraint search_changes_kind_ck check (kind in ('item', 'likes', 'taught', 'rules', 'all'));
    create function search_on_rules() returns trigger language plpgsql as $$
    begin
      insert into search_changes (kind) values ('rules');
      return null;
    end $$;
    create trigger data_rules_search after insert or update or delete or truncate on data_rules
      for each statement execute function search_on_rules();
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop table data_rule_change_parts, data_rule_changes, data_rules;
    drop function search_on_rules;
    delete from search_changes where kind = 'rules';
    alter table search_changes drop constraint search_changes_kind_ck,
      add constraint search_changes_kind_ck check (kind in ('item', 'likes', 'taught', 'all'));
    alter table companies drop column decides_for_all;
  `);
