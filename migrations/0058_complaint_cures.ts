// What was done about reports of one kind on one service, so that each who reported sees it, and it can be taken back.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table complaint_cures (
      id integer generated always as identity constraint complaint_cures_pk primary key,
      item_id integer not null constraint complaint_cures_item_fk references items on delete cascade,
      complaint_type text not null,
      act text not null constraint complaint_cures_act_ck check (act in (
        'replace_address', 'hide', 'merge', 'translate', 'set_tags', 'find_picture', 'edit',
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
    create index complaint_cures_person_ix on complaint_cures (cured_by);
    create index complaint_cures_merge_ix on complaint_cures (merge_id);
    alter table complaints
      add column cure_id integer constraint complaints_cure_fk references complaint_cures on delete set null,
      -- Whether Loadout itself has seen what is reported: only then its end closes the report.
      add column seen boolean not null default false,
      -- The address that was reported; null for reports of before.
      add column reported_url text;
    create index complaints_cure_ix on complaints (cure_id);

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

export const down = (db: Knex) =>
  db.raw(`
    drop trigger complaints_reported on complaints;
    drop function complaint_as_reported;
    alter table complaints drop column cure_id, drop column seen, drop column reported_url;
    drop table complaint_cures;
  `);
