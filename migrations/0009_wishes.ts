// Proposals, catalogue gaps and search alerts.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table proposed_services (
      id integer generated always as identity constraint proposed_services_pk primary key,
      user_id integer constraint proposed_services_user_fk references users on delete cascade,
      address text not null,
      -- By which it is found to be a service of the catalogue (sync/normaliseAddress.ts).
      normalised_url text not null,
      comment text,
      state text not null default 'open' constraint proposed_services_state_ck
        check (state in ('open', 'added', 'declined')),
      -- What the admin who declined it has written.
      answer text,
      -- What it became.
      item_id integer constraint proposed_services_item_fk references items on delete set null,
      handled_by integer constraint proposed_services_handler_fk references users on delete set null,
      created_at timestamptz not null,
      settled_at timestamptz,
      constraint proposed_services_settled_ck check ((state = 'open') = (settled_at is null))
    );
    create index proposed_services_address_ix on proposed_services using hash (normalised_url);
    create index proposed_services_handler_ix on proposed_services (handled_by);
    create index proposed_services_item_ix on proposed_services (item_id);
    -- A double submit stores once: one open proposal per person and address.
    create unique index proposed_services_open_uq on proposed_services (user_id, md5(normalised_url))
      where state = 'open';
    create index proposed_services_settled_ix on proposed_services (settled_at) where settled_at is not null;
    create index proposed_services_state_ix on proposed_services (state, created_at desc);
    create index proposed_services_user_ix on proposed_services (user_id, created_at desc);

    create table wishes (
      id integer generated always as identity constraint wishes_pk primary key,
      kind text not null,
      -- Of a search alone.
      language text,
      -- What was searched, or the address that was proposed, as it is compared.
      text text,
      -- The service that was refused.
      about_item_id integer constraint wishes_about_fk references items on delete cascade,
      state text not null default 'open',
      -- By which lesson the search was taught it; the lesson's table says which row.
      lesson text,
      lesson_id integer,
      answer text,
      -- What serves it.
      item_id integer constraint wishes_item_fk references items on delete set null,
      merged_into integer constraint wishes_merged_fk references wishes on delete set null,
      settled_by integer constraint wishes_settler_fk references users on delete set null,
      settled_at timestamptz,
      constraint wishes_about_ck check ((kind = 'refusal') = (about_item_id is not null)),
      constraint wishes_itself_ck check (merged_into <> id),
      constraint wishes_kind_ck check (kind in ('search', 'proposal', 'refusal')),
      constraint wishes_language_ck check (language in ('ru', 'en')),
      constraint wishes_lesson_ck check (lesson in ('synonym', 'word', 'concept')),
      constraint wishes_lesson_id_ck
        check (((state = 'taught') = (lesson is not null)) and ((lesson is null) = (lesson_id is null))),
      constraint wishes_search_ck check ((kind = 'search') = (language is not null)),
      constraint wishes_settled_ck check ((state = 'open') = (settled_at is null)),
      constraint wishes_state_ck check (state in ('open', 'taught', 'added', 'declined', 'merged')),
      constraint wishes_text_ck check ((kind = 'refusal') = (text is null))
    );
    create unique index wishes_about_uq on wishes (about_item_id) where kind = 'refusal';
    create index wishes_item_ix on wishes (item_id);
    create index wishes_lesson_ix on wishes (lesson, lesson_id) where lesson is not null;
    create index wishes_merged_ix on wishes (merged_into) where merged_into is not null;
    create index wishes_settler_ix on wishes (settled_by);
    create index wishes_state_ix on wishes (state, settled_at desc);
    create unique index wishes_text_uq on wishes (kind, coalesce(language, ''), md5(text)) where kind <> 'refusal';

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
    create index wish_watchers_item_ix on wish_watchers (item_id);
    create index wish_watchers_user_ix on wish_watchers (user_id, created_at desc);
    create index wish_watchers_waiting_ix on wish_watchers (looked_at nulls first)
      where told is distinct from 'served';

    -- A merged wish whose other one has gone waits for itself again.
    create function wish_without_target() returns trigger language plpgsql as $$
    begin
      if new.state = 'merged' and new.merged_into is null then
        new.state := 'open'; new.settled_at := null; new.settled_by := null;
      end if;
      return new;
    end $$;
    create trigger wishes_without_target before update on wishes for each row execute function wish_without_target();

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
      for each row
      when (new.status = 'declined' and new.item_id is not null)
      execute function wish_on_refusal();

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
  `);
