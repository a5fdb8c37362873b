// Source watch: the pages that facts of data rules quote, changes of their texts, and who has confirmed a rule since.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table source_pages (
      id integer generated always as identity constraint source_pages_pk primary key,
      -- Without its fragment.
      address text not null,
      -- Of the sentences; null until the page was read.
      text_hash text,
      sentences text[] not null default '{}',
      next_read_at timestamptz not null,
      -- Readings in a row that found no page, or too little of its text.
      misses integer not null default 0,
      is_gone boolean not null default false
    );
    create unique index source_pages_address_uq on source_pages (md5(address));
    create index source_pages_due_ix on source_pages (next_read_at);

    create table source_changes (
      id integer generated always as identity constraint source_changes_pk primary key,
      page_id integer not null constraint source_changes_page_fk references source_pages on delete cascade,
      kind text not null constraint source_changes_kind_ck check (kind in ('changed', 'gone')),
      found_at timestamptz not null,
      removed text[] not null,
      added text[] not null,
      -- Changed sentences beyond those.
      more integer not null
    );
    create index source_changes_page_ix on source_changes (page_id, found_at);

    -- A rule that was decided after a change needs none.
    create table source_confirmations (
      change_id integer not null constraint source_confirmations_change_fk references source_changes on delete cascade,
      item_id integer not null constraint source_confirmations_item_fk references items on delete cascade,
      company_key text not null constraint source_confirmations_company_fk references companies on delete cascade,
      tier text not null,
      confirmed_by integer constraint source_confirmations_person_fk references users on delete set null,
      confirmed_at timestamptz not null,
      constraint source_confirmations_pk primary key (change_id, item_id, company_key, tier)
    );
    create index source_confirmations_item_ix on source_confirmations (item_id);
    create index source_confirmations_company_ix on source_confirmations (company_key);
    create index source_confirmations_person_ix on source_confirmations (confirmed_by);
  `);
