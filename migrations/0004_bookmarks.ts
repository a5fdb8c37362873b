// Runs of the synchronisation, what both sides agreed on, their differences, merges, and the record of changes.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table sync_runs (
      id integer generated always as identity constraint sync_runs_pk primary key,
      source text not null,
      state text not null default 'running' constraint sync_runs_state_ck
        check (state in ('running', 'finished', 'failed')),
      started_by text not null,
      started_by_user integer constraint sync_runs_user_fk references users on delete set null,
      started_at timestamptz not null default now(),
      heartbeat_at timestamptz not null default now(),
      finished_at timestamptz,
      expected integer,
      counts jsonb not null default '{}',
      failures jsonb not null default '[]',
      error text,
      needs_confirmation boolean not null default false,
      error_reason text,
      undone_at timestamptz
    );
    -- One run at a time, over any number of servers.
    create unique index sync_runs_running_uq on sync_runs ((true)) where state = 'running';
    create index sync_runs_user_ix on sync_runs (started_by_user);

    create table staged_bookmarks (
      run_id integer not null constraint staged_bookmarks_run_fk references sync_runs on delete cascade,
      bookmark_id bigint not null,
      bookmark jsonb not null,
      constraint staged_bookmarks_pk primary key (run_id, bookmark_id)
    );

    -- What both sides last agreed on: the base of every comparison.
    create table agreed_bookmarks (
      item_id integer constraint agreed_bookmarks_pk primary key constraint agreed_bookmarks_item_fk
        references items on delete cascade,
      title text not null,
      excerpt text not null,
      note text not null,
      link text not null,
      tags text[] not null,
      media_type text not null,
      media_source text not null,
      cover text not null,
      agreed_at timestamptz not null default now(),
      source text not null default 'raindrop' constraint agreed_bookmarks_source_ck
        check (source in ('raindrop', 'file')),
      -- The language of the catalogue that each text of the bookmark stands for; null where there is none.
      title_language text not null default 'en' constraint agreed_bookmarks_title_language_ck
        check (title_language in ('ru', 'en')),
      excerpt_language text constraint agreed_bookmarks_excerpt_language_ck check (excerpt_language in ('ru', 'en')),
      note_language text constraint agreed_bookmarks_note_language_ck check (note_language in ('ru', 'en')),
      -- When the bookmark was proven to be gone.
      gone_at timestamptz,
      -- When the bookmark was last seen alive outside the collection that is read.
      moved_at timestamptz,
      unwritten text[] not null default '{}' constraint agreed_bookmarks_unwritten_ck
        check (unwritten <@ array['title', 'excerpt', 'note', 'link', 'tags', 'type', 'cover']),
      writing_until timestamptz
    );
    create index agreed_bookmarks_source_ix on agreed_bookmarks (source, item_id) where gone_at is null;
    create index agreed_bookmarks_unwritten_ix on agreed_bookmarks (item_id) where unwritten <> '{}';

    create table inconsistencies (
      id integer generated always as identity constraint inconsistencies_pk primary key,
      item_id integer not null constraint inconsistencies_item_fk references items on delete cascade,
      type text not null constraint inconsistencies_type_ck
        check (type in ('title_changed', 'description_changed', 'tags_changed', 'media_type_changed',
          'media_source_changed', 'image_url_changed', 'source_url_changed', 'link_broken', 'item_removed')),
      status text not null default 'new' constraint inconsistencies_status_ck
        check (status in ('new', 'resolved', 'ignored')),
      -- What the catalogue says and what the service says, by type.
      old_value jsonb not null,
      new_value jsonb not null,
      changed_on_both_sides boolean not null default false,
      resolution text,
      -- What both sides said before a resolution, so that it can be undone.
      undo jsonb,
      error text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      resolved_at timestamptz,
      resolved_by integer constraint inconsistencies_resolver_fk references users on delete set null,
      -- Which field of the bookmark, where a type has several: a description is an excerpt or a note.
      field text not null default '',
      -- Until when somebody is writing its resolution to the bookmarks service.
      busy_until timestamptz,
      error_reason text,
      claimed_by uuid,
      intent jsonb,
      not_written text constraint inconsistencies_not_written_ck
        check (not_written in ('setByService', 'noService', 'notInService', 'bookmarkGone'))
    );
    create index inconsistencies_busy_ix on inconsistencies (item_id) where busy_until is not null;
    create index inconsistencies_item_ix on inconsistencies (item_id, type, status);
    create unique index inconsistencies_open_uq on inconsistencies (item_id, type, field) where status = 'new';
    create index inconsistencies_resolver_ix on inconsistencies (resolved_by);
    create index inconsistencies_status_ix on inconsistencies (status, type, created_at desc);

    create table item_merges (
      id integer generated always as identity constraint item_merges_pk primary key,
      kept_id integer not null constraint item_merges_kept_fk references items on delete cascade,
      merged_id integer not null constraint item_merges_merged_fk references items on delete cascade,
      merged_at timestamptz not null,
      merged_by integer constraint item_merges_merger_fk references users on delete set null,
      -- What becomes of the other bookmark: kept as a second one of the same service, or trashed in the bookmarks service.
      bookmark text not null constraint item_merges_bookmark_ck check (bookmark in ('keep', 'trash')),
      bookmark_state text not null default 'left' constraint item_merges_state_ck
        check (bookmark_state in ('left', 'trashWanted', 'trashed', 'restoreWanted', 'restored')),
      -- The bookmark as it was before it went to the trash, and what was moved.
      trashed jsonb,
      moved jsonb not null,
      -- The entry of the record that holds what the kept item's texts were.
      change_id bigint,
      undone_at timestamptz,
      undone_by integer constraint item_merges_undoer_fk references users on delete set null
    );
    create index item_merges_kept_ix on item_merges (kept_id);
    create index item_merges_merger_ix on item_merges (merged_by);
    create unique index item_merges_standing_uq on item_merges (merged_id) where undone_at is null;
    create index item_merges_undoer_ix on item_merges (undone_by);

    create table activity (
      id bigint generated always as identity constraint activity_pk primary key,
      at timestamptz not null default now(),
      actor_id integer constraint activity_actor_fk references users on delete set null,
      run_id integer constraint activity_run_fk references sync_runs on delete set null,
      action text not null,
      subject_type text not null,
      subject_id text not null,
      item_id integer constraint activity_item_fk references items on delete set null,
      before jsonb,
      after jsonb,
      is_automatic boolean not null default false,
      is_by_person boolean not null default false,
      -- True once the account is gone; before, the account says it.
      is_by_demo boolean not null default false
    );
    create index activity_actor_ix on activity (actor_id, id desc);
    create index activity_at_ix on activity (id desc, action);
    create index activity_item_ix on activity (item_id);
    create index activity_run_ix on activity (run_id);
    create index activity_subject_ix on activity (subject_type, subject_id, id desc);
  `);
