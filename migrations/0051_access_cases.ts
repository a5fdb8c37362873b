// Requests for access as cases: how far one has come, who decides for a company, and one open case per person and service.
import type { Knex } from 'knex';

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');
const open = quoted(['requested', 'needs_answer', 'approved', 'granted']);
const classes = quoted([
  'public_material',
  'source_code',
  'unreleased_art',
  'player_data',
  'staff_data',
  'partner_material',
]);

export const up = (db: Knex) =>
  db.raw(`
    alter table access_requests
      -- How far the case has come; \`state\` is how far its mail has come.
      add column status text not null default 'requested' constraint access_requests_status_ck check (
        status in (${open}, 'declined', 'expired', 'revoked', 'withdrawn')),
      add column version integer not null default 0,
      add column data_classes text[] not null default '{}'
        constraint access_requests_classes_ck check (data_classes <@ array[${classes}]),
      add column due_at timestamptz,
      add column changed_at timestamptz,
      add column decided_by integer constraint access_requests_decider_fk references users on delete set null,
      -- What whoever decided has written: a reason, a question; and what the person answered.
      add column word text,
      add column answer text,
      add column expires_at timestamptz;
    -- Three working days, as for those that come.
    update access_requests set changed_at = created_at, due_at = created_at + make_interval(days =>
      case extract(isodow from created_at at time zone 'UTC') when 3 then 5 when 4 then 5 when 5 then 5 when 6 then 4 else 3 end);
    alter table access_requests alter column changed_at set not null, alter column due_at set not null,
      -- For a server of the version before, while it still runs.
      alter column changed_at set default now(), alter column due_at set default now() + interval '5 days';
    -- Who has asked for one service several times has asked for it last.
    update access_requests as former set status = 'withdrawn' where item_id is not null and exists (
      select from access_requests as later
      where later.user_id = former.user_id and later.item_id = former.item_id
        and (later.created_at, later.id) > (former.created_at, former.id));
    create unique index access_requests_open_uq on access_requests (user_id, item_id) where status in (${open});
    create index access_requests_due_ix on access_requests (due_at) where status in ('requested', 'approved');
    create index access_requests_expiry_ix on access_requests (expires_at) where status = 'granted';
    create index access_requests_decider_ix on access_requests (decided_by);

    -- Who decides for the people of a company, beside its admins.
    create table access_approvers (
      company_key text not null constraint access_approvers_company_fk references companies on delete cascade,
      user_id integer not null constraint access_approvers_user_fk references users on delete cascade,
      constraint access_approvers_pk primary key (company_key, user_id)
    );
    create index access_approvers_user_ix on access_approvers (user_id);
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop table access_approvers;
    drop index access_requests_open_uq, access_requests_due_ix, access_requests_expiry_ix;
    alter table access_requests drop column status, drop column version, drop column data_classes, drop column due_at,
      drop column changed_at, drop column decided_by, drop column word, drop column answer, drop column expires_at;
  `);
