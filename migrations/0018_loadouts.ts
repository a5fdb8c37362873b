// Loadouts, who has taken them, disciplines of people, and requests for access that were made together.
import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table users
      add column discipline text constraint users_discipline_ck check (discipline ~ '^[a-z][a-z0-9_]*$'),
      -- When the person chose one or skipped the question.
      add column discipline_asked_at timestamptz;
    create index users_discipline_ix on users (discipline) where discipline is not null;

    -- The id of the first request of those that were made together; null for a single one.
    alter table access_requests add column batch_id integer
      constraint access_requests_batch_fk references access_requests on delete set null;
    create index access_requests_batch_ix on access_requests (batch_id) where batch_id is not null;

    create table loadouts (
      id integer generated always as identity constraint loadouts_pk primary key,
      kind text not null constraint loadouts_kind_ck check (kind in ('personal', 'team', 'official')),
      owner_id integer constraint loadouts_owner_fk references users on delete cascade,
      -- Null for all companies.
      company_key text constraint loadouts_company_fk references companies on delete cascade,
      title_ru text,
      title_en text,
      description_ru text,
      description_en text,
      -- The language whose texts follow an older version of the other ones.
      stale_language text constraint loadouts_stale_language_ck check (stale_language in ('ru', 'en')),
      discipline text constraint loadouts_discipline_ck check (discipline ~ '^[a-z][a-z0-9_]*$'),
      version integer not null default 0,
      idempotency_key text,
      is_demo boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz,
      constraint loadouts_title_ck check (title_ru is not null or title_en is not null)
    );
    create index loadouts_company_ix on loadouts (company_key, kind) where deleted_at is null;
    create index loadouts_discipline_ix on loadouts (discipline) where discipline is not null;
    create index loadouts_deleted_ix on loadouts (deleted_at) where deleted_at is not null;
    create unique index loadouts_idempotency_uq on loadouts (owner_id, idempotency_key);

    create table loadout_items (
      loadout_id integer not null constraint loadout_items_loadout_fk references loadouts on delete cascade,
      -- Read through item_now, so that a merge and its undo change no loadout.
      item_id integer not null constraint loadout_items_item_fk references items on delete cascade,
      place smallint not null,
      reason_ru text,
      reason_en text,
      stale_language text constraint loadout_items_stale_language_ck check (stale_language in ('ru', 'en')),
      added_at timestamptz not null default now(),
      constraint loadout_items_pk primary key (loadout_id, item_id)
    );
    create index loadout_items_item_ix on loadout_items (item_id);
    create trigger loadout_items_follow_merge before insert on loadout_items
      for each row execute function items_follow_merge();

    create table loadout_takes (
      loadout_id integer not null constraint loadout_takes_loadout_fk references loadouts on delete cascade,
      user_id integer not null constraint loadout_takes_user_fk references users on delete cascade,
      -- Null for a loadout whose offer was hidden.
      taken_at timestamptz,
      hidden_at timestamptz,
      -- What taking it has marked and requested, so that it can be taken back.
      marked integer[] not null default '{}',
      requested integer[] not null default '{}',
      constraint loadout_takes_pk primary key (user_id, loadout_id)
    );
    create index loadout_takes_loadout_ix on loadout_takes (loadout_id);

    create table loadout_translation_tries (
      loadout_id integer constraint loadout_translation_tries_pk primary key
        constraint loadout_translation_tries_loadout_fk references loadouts on delete cascade,
      texts text not null,
      attempts integer not null constraint loadout_translation_tries_attempts_ck check (attempts > 0),
      next_try_at timestamptz not null
    );

    -- The dictionary for Russian stems words in Latin letters as English ones.
    create function loadout_words(ru text, en text) returns tsvector language sql immutable parallel safe as $$
      select to_tsvector('pg_catalog.russian', translate(coalesce(ru, '') || ' ' || coalesce(en, ''), 'Ёё', 'Ее'))
    $$;
    create index loadouts_title_ix on loadouts using gin (loadout_words(title_ru, title_en));
    create index loadout_items_reason_ix on loadout_items using gin (loadout_words(reason_ru, reason_en));

    -- Official loadouts outlive the account of their owner; all others go with it.
    create function loadouts_outlive_owner() returns trigger language plpgsql as $$
    begin
      update loadouts set owner_id = null, idempotency_key = null where owner_id = old.id and kind = 'official';
      return old;
    end $$;
    create trigger loadouts_outlive_owner before delete on users
      for each row execute function loadouts_outlive_owner();
  `);
}
