// Reports about items, and what was done about them.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table complaint_cures (
      id integer generated always as identity constraint complaint_cures_pk primary key,
      item_id integer not null constraint complaint_cures_item_fk references items on delete cascade,
      complaint_type text not null,
      act text not null constraint complaint_cures_act_ck
        check (act in ('replace_address', 'hide', 'merge', 'translate', 'set_tags', 'find_picture', 'edit',
          'link_back', 'translated', 'merged', 'picture_found')),
      -- Null for what was cured by itself.
      cured_by integer constraint complaint_cures_person_fk references users on delete set null,
      cured_at timestamptz not null,
      -- The entry of the record, or the merge, by which it is taken back.
      change_id bigint,
      merge_id integer constraint complaint_cures_merge_fk references item_merges on delete set null,
      undone_at timestamptz
    );
    create index complaint_cures_item_ix on complaint_cures (item_id, complaint_type);
    create index complaint_cures_merge_ix on complaint_cures (merge_id);
    create index complaint_cures_person_ix on complaint_cures (cured_by);

    create table complaints (
      id integer generated always as identity constraint complaints_pk primary key,
      item_id integer not null constraint complaints_item_fk references items on delete cascade,
      user_id integer constraint complaints_user_fk references users on delete cascade,
      user_ip text,
      complaint_type text not null constraint complaints_type_ck
        check (complaint_type in ('missing_media', 'broken_link', 'duplicate_content', 'bad_russian_translation',
          'bad_english_translation', 'missing_translation', 'wrong_tags', 'missing_tags', 'redundant_tags',
          'unclear_description', 'outdated_content', 'misleading_title', 'wrong_category', 'spam', 'other')),
      comment text,
      status text not null default 'new' constraint complaints_status_ck
        check (status in ('new', 'in_progress', 'resolved', 'rejected')),
      handled_by integer constraint complaints_handler_fk references users on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      resolved_at timestamptz,
      cure_id integer constraint complaints_cure_fk references complaint_cures on delete set null,
      -- Whether Loadout itself has seen what is reported: only then its end closes the report.
      seen boolean not null default false,
      -- The address that was reported; null for reports of before.
      reported_url text,
      word text,
      constraint complaints_resolved_ck check ((status = 'resolved') = (resolved_at is not null))
    );
    create index complaints_closed_address_ix on complaints (id)
      where status in ('resolved', 'rejected') and user_ip is not null;
    create index complaints_closed_ix on complaints (updated_at) where status in ('resolved', 'rejected');
    create index complaints_created_ix on complaints (created_at desc);
    create index complaints_cure_ix on complaints (cure_id);
    create index complaints_handler_ix on complaints (handled_by);
    -- A double submit stores once: one open report per person, item and type.
    create unique index complaints_open_uq on complaints (user_id, item_id, complaint_type)
      where status in ('new', 'in_progress');
    create index complaints_same_ix on complaints (item_id, complaint_type) where status in ('new', 'in_progress');
    create index complaints_status_ix on complaints (status, created_at desc);
    create trigger complaints_follow_merge before insert on complaints
      for each row execute function items_follow_merge();

    -- What is reported as it stands at that moment, by whichever way a report comes.
    create function complaint_as_reported() returns trigger language plpgsql as $$
    begin
      select items.source_url, case new.complaint_type
          when 'broken_link' then exists (select from link_checks where link_checks.item_id = items.id
            and link_checks.url = items.source_url and link_checks.state in ('failing', 'broken'))
          when 'missing_translation' then nullif(description_ru, '') is null or nullif(description_en, '') is null
          when 'missing_media' then coalesce(image_url, site_image_url) is null
          else false end
        into new.reported_url, new.seen from items where items.id = new.item_id;
      new.seen := coalesce(new.seen, false);
      return new;
    end $$;
    -- Behind complaints_follow_merge, which names the service that the report is about.
    create trigger complaints_reported before insert on complaints
      for each row execute function complaint_as_reported();
  `);
