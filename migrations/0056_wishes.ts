// What people wish for as one list: searches that found nothing, proposed services, refused access. And who wants to be told.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table wishes (
      id integer generated always as identity constraint wishes_pk primary key,
      kind text not null constraint wishes_kind_ck check (kind in ('search', 'proposal', 'refusal')),
      -- Of a search alone.
      language text constraint wishes_language_ck check (language in ('ru', 'en')),
      -- What was searched, or the address that was proposed, as it is compared.
      text text,
      -- The service that was refused.
      about_item_id integer constraint wishes_about_fk references items on delete cascade,
      state text not null default 'open'
        constraint wishes_state_ck check (state in ('open', 'taught', 'added', 'declined', 'merged')),
      -- By which lesson the search was taught it; the lesson's table says which row.
      lesson text constraint wishes_lesson_ck check (lesson in ('synonym', 'word', 'concept')),
      lesson_id integer,
      answer text,
      -- What serves it.
      item_id integer constraint wishes_item_fk references items on delete set null,
      merged_into integer constraint wishes_merged_fk references wishes on delete set null,
      settled_by integer constraint wishes_settler_fk references users on delete set null,
      settled_at timestamptz,
      constraint wishes_search_ck check ((kind = 'search') = (language is not null)),
      constraint wishes_text_ck check ((kind = 'refusal') = (text is null)),
      constraint wishes_about_ck check ((kind = 'refusal') = (about_item_id is not null)),
      constraint wishes_settled_ck check ((state = 'open') = (settled_at is null)),
      constraint wishes_lesson_id_ck check ((state = 'taught') = (lesson is not null) and (lesson is null) = (lesson_id is null)),
      constraint wishes_itself_ck check (merged_into <> id)
    );
    create unique index wishes_text_uq on wishes (kind, coalesce(language, ''), md5(text)) where kind <> 'refusal';
    create unique index wishes_about_uq on wishes (about_item_id) where kind = 'refusal';
    create index wishes_state_ix on wishes (state, settled_at desc);
    create index wishes_lesson_ix on wishes (lesson, lesson_id) where lesson is not null;
    create index wishes_merged_ix on wishes (merged_into) where merged_into is not null;
    create index wishes_item_ix on wishes (item_id);
    create index wishes_settler_ix on wishes (settled_by);
    create index zero_result_searches_text_ix on zero_result_searches (language, text);

    -- Who wants to be told when something appears; nobody is shown them.
    create table wish_watchers (
      wish_id integer not null constraint wish_watchers_wish_fk references wishes on delete cascade,
      user_id integer not null constraint wish_watchers_user_fk references users on delete cascade,
      created_at timestamptz not null,
      told text constraint wish_watchers_told_ck check (told in ('served', 'declined')),
      told_at timestamptz,
      item_id integer constraint wish_watchers_item_fk references items on delete set null,
      looked_at timestamptz,
      constraint wish_watchers_pk primary key (wish_id, user_id)
    );
    create index wish_watchers_user_ix on wish_watchers (user_id, created_at desc);
    create index wish_watchers_waiting_ix on wish_watchers (looked_at nulls first) where told is distinct from 'served';
    create index wish_watchers_item_ix on wish_watchers (item_id);

    -- A merged wish whose other one has gone waits for itself again.
    create function wish_without_target() returns trigger language plpgsql as $$
    begin
      if new.state = 'merged' and new.merged_into is null then
        new.state := 'open'; new.settled_at := null; new.settled_by := null;
      end if;
      return new;
    end $$;
    create trigger wishes_without_target before update on wishes
      for each row execute function wish_without_target();

    create function wish_on_search() returns trigger language plpgsql as $$
    begin
      insert into wishes (kind, language, text) values ('search', new.language, new.text) on conflict do nothing;
      return null;
    end $$;
    create trigger zero_result_searches_wish after insert on zero_result_searches
      for each row execute function wish_on_search();

    -- What becomes of the proposals of an address, becomes of their wish; a new one opens it.
    create function wish_on_proposal() returns trigger language plpgsql as $$
    begin
      if new.state = 'open' then
        insert into wishes (kind, text) values ('proposal', new.normalised_url) on conflict do nothing;
        update wishes set state = 'open', answer = null, item_id = null, settled_by = null, settled_at = null
        where kind = 'proposal' and md5(text) = md5(new.normalised_url) and coalesce(language, '') = ''
          and state in ('added', 'declined');
      elsif not exists (
        select from proposed_services where normalised_url = new.normalised_url and state = 'open'
      ) then
        update wishes set state = new.state, answer = new.answer, item_id = new.item_id,
          settled_by = new.handled_by, settled_at = new.settled_at
        where kind = 'proposal' and md5(text) = md5(new.normalised_url) and coalesce(language, '') = '' and state = 'open';
      end if;
      return null;
    end $$;
    create trigger proposed_services_wish after insert or update of state on proposed_services
      for each row execute function wish_on_proposal();

    create function wish_on_refusal() returns trigger language plpgsql as $$
    begin
      insert into wishes (kind, about_item_id) values ('refusal', new.item_id) on conflict do nothing;
      return null;
    end $$;
    create trigger access_requests_wish after insert or update of status, item_id on access_requests
      for each row when (new.status = 'declined' and new.item_id is not null) execute function wish_on_refusal();

    -- What the search forgets is wished for again.
    create function wish_on_forgotten_lesson() returns trigger language plpgsql as $$
    begin
      update wishes set state = 'open', lesson = null, lesson_id = null, settled_by = null, settled_at = null
      where lesson = tg_argv[0] and lesson_id = old.id;
      return null;
    end $$;
    create trigger search_synonyms_wish after delete on search_synonyms
      for each row execute function wish_on_forgotten_lesson('synonym');
    create trigger search_words_wish after delete on search_words
      for each row execute function wish_on_forgotten_lesson('word');
    create trigger search_concepts_wish after delete on search_concepts
      for each row execute function wish_on_forgotten_lesson('concept');

    insert into wishes (kind, language, text) select distinct 'search', language, text from zero_result_searches;
    insert into wishes (kind, text, state, answer, item_id, settled_by, settled_at)
      select distinct on (normalised_url) 'proposal', normalised_url, state, answer, item_id, handled_by, settled_at
      from proposed_services order by normalised_url, state <> 'open', settled_at desc;
    insert into wishes (kind, about_item_id)
      select distinct 'refusal', item_id from access_requests where status = 'declined' and item_id is not null;
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop trigger zero_result_searches_wish on zero_result_searches;
    drop trigger proposed_services_wish on proposed_services;
    drop trigger access_requests_wish on access_requests;
    drop trigger search_synonyms_wish on search_synonyms;
    drop trigger search_words_wish on search_words;
    drop trigger search_concepts_wish on search_concepts;
    drop index zero_result_searches_text_ix;
    drop table wish_watchers, wishes;
    drop function wish_without_target, wish_on_search, wish_on_proposal, wish_on_refusal, wish_on_forgotten_lesson;
  `);
