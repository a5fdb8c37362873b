// Requests for access, who decides on them, and what the bot has written about them.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table access_requests (
      id integer generated always as identity constraint access_requests_pk primary key,
      user_id integer constraint access_requests_user_fk references users on delete cascade,
      item_id integer constraint access_requests_item_fk references items on delete set null,
      service text not null,
      subscription_type text not null constraint access_requests_subscription_ck
        check (subscription_type in ('basic', 'pro', 'enterprise')),
      features text not null,
      needs_testing boolean not null default false,
      idempotency_key text,
      state text not null default 'queued' constraint access_requests_state_ck
        check (state in ('queued', 'sent', 'failed')),
      attempts integer not null default 0,
      last_error text,
      created_at timestamptz not null default now(),
      sent_at timestamptz,
      delivered_to text[] not null default '{}',
      -- How far the case has come; "state" is how far its mail has come.
      status text not null default 'requested' constraint access_requests_status_ck
        check (status in ('requested', 'needs_answer', 'approved', 'granted', 'declined', 'expired', 'revoked',
          'withdrawn')),
      version integer not null default 0,
      data_classes text[] not null default '{}' constraint access_requests_classes_ck
        check (data_classes <@ array['public_material', 'source_code', 'unreleased_art', 'player_data',
          'staff_data', 'partner_material']),
      due_at timestamptz not null default now() + interval '5 days',
      changed_at timestamptz not null default now(),
      decided_by integer constraint access_requests_decider_fk references users on delete set null,
      -- What whoever decided has written: a reason, a question; and what the person answered.
      word text,
      answer text,
      expires_at timestamptz,
      -- Whose company decided it, as soon as there is nobody who belongs to one.
      former_company_key text constraint access_requests_former_company_fk references companies on delete set null
    );
    create index access_requests_closed_ix on access_requests (changed_at)
      where status in ('declined', 'expired', 'revoked', 'withdrawn');
    create index access_requests_decider_ix on access_requests (decided_by);
    create index access_requests_due_ix on access_requests (due_at) where status in ('requested', 'approved');
    create index access_requests_expiry_ix on access_requests (expires_at) where status = 'granted';
    create index access_requests_former_company_ix on access_requests (former_company_key)
      where former_company_key is not null;
    create unique index access_requests_idempotency_uq on access_requests (user_id, idempotency_key);
    create index access_requests_item_ix on access_requests (item_id);
    create unique index access_requests_open_uq on access_requests (user_id, item_id)
      where status in ('requested', 'needs_answer', 'approved', 'granted');
    create index access_requests_queued_ix on access_requests (created_at) where state = 'queued';
    create index access_requests_user_ix on access_requests (user_id, created_at desc);

    -- Who decides for the people of a company, beside its admins.
    create table access_approvers (
      company_key text not null constraint access_approvers_company_fk references companies on delete cascade,
      user_id integer not null constraint access_approvers_user_fk references users on delete cascade,
      constraint access_approvers_pk primary key (company_key, user_id)
    );
    create index access_approvers_user_ix on access_approvers (user_id);

    create table access_messages (
      id integer generated always as identity constraint access_messages_pk primary key,
      request_id integer not null constraint access_messages_request_fk references access_requests on delete cascade,
      user_id integer not null constraint access_messages_user_fk references users on delete cascade,
      -- The chat, and whose presses count.
      telegram_id bigint not null,
      -- The request as the buttons were offered with it.
      version integer not null,
      -- As Telegram numbers it in the chat; null until it is sent, and where the chat is closed.
      message_id bigint,
      -- The request as the message shows it; null until it was tried.
      shown_version integer,
      -- What of the person a word is waited for.
      asked text constraint access_messages_asked_ck check (asked in ('ask', 'decline')),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      constraint access_messages_person_uq unique (request_id, user_id, version)
    );
    create index access_messages_expiry_ix on access_messages (expires_at);
    create index access_messages_user_ix on access_messages (user_id);
    create trigger access_requests_follow_merge before insert on access_requests
      for each row
      when (new.item_id is not null)
      execute function items_follow_merge();
  `);
