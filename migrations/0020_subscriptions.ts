// Subscriptions of companies, their reminders, and reviews of granted access.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create table subscriptions (
      id integer generated always as identity constraint subscriptions_pk primary key,
      item_id integer constraint subscriptions_item_fk references items on delete set null,
      -- Title of the item when the subscription was added: it is paid for also when the item is gone.
      service text not null,
      company_key text not null constraint subscriptions_company_fk references companies on delete cascade,
      plan text not null,
      seats integer not null constraint subscriptions_seats_ck check (seats >= 0),
      -- In minor units of the currency.
      price_per_seat integer not null constraint subscriptions_price_ck check (price_per_seat >= 0),
      currency text not null constraint subscriptions_currency_ck check (currency ~ '^[A-Z]{3}$'),
      period text not null constraint subscriptions_period_ck check (period in ('month', 'year')),
      owner_id integer constraint subscriptions_owner_fk references users on delete set null,
      renews_on date,
      notice_days integer not null constraint subscriptions_notice_ck check (notice_days >= 0),
      contract_url text,
      note text,
      version integer not null default 1,
      updated_at timestamptz not null,
      is_demo boolean not null default false,
      constraint subscriptions_uq unique (item_id, company_key)
    );
    create index subscriptions_company_ix on subscriptions (company_key);
    create index subscriptions_owner_ix on subscriptions (owner_id);
    create index subscriptions_notice_ix on subscriptions ((renews_on - notice_days)) where renews_on is not null;
    create trigger subscriptions_follow_merge before insert on subscriptions
      for each row
      when (new.item_id is not null)
      execute function items_follow_merge();

    -- The key lets each reminder be sent once, by any number of processes.
    create table subscription_reminders (
      subscription_id integer not null constraint subscription_reminders_subscription_fk
        references subscriptions on delete cascade,
      notice_ends_on date not null,
      days smallint not null,
      sent_at timestamptz not null,
      constraint subscription_reminders_pk primary key (subscription_id, notice_ends_on, days)
    );

    -- The last question whether granted access is still needed.
    create table access_reviews (
      request_id integer constraint access_reviews_pk primary key
        constraint access_reviews_request_fk references access_requests on delete cascade,
      asked_by integer constraint access_reviews_asker_fk references users on delete set null,
      asked_at timestamptz not null,
      reminders smallint not null default 0,
      -- Of the question or of its last reminder.
      told_at timestamptz not null,
      is_needed boolean,
      answered_at timestamptz
    );
    create index access_reviews_asker_ix on access_reviews (asked_by);
    create index access_reviews_waiting_ix on access_reviews (told_at) where is_needed is null;
  `);
