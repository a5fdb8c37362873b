// Companies, people, how they sign in, their sessions and tokens.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Trigram similarity, for typing errors; it may be shared with others in the same database.
    create extension if not exists pg_trgm;

    create table companies (
      key text constraint companies_pk primary key,
      name text not null,
      approval_tag text not null constraint companies_approval_tag_uq unique constraint companies_approval_tag_ck
        check (approval_tag ~ 'approved$'),
      has_badge boolean not null default false,
      badge_tone text not null default 'ember' constraint companies_badge_tone_ck
        check (badge_tone in ('accent', 'ember', 'info', 'success', 'warning', 'danger')),
      -- Came with Loadout, and no admin has said yet that it is one of theirs.
      is_given boolean not null default false,
      updated_at timestamptz(3) not null default now(),
      -- Whose admins decide for the other companies too: the group's own. Admins of the others decide for theirs.
      decides_for_all boolean not null default false
    );

    create table company_domains (
      domain text constraint company_domains_pk primary key constraint company_domains_lower_ck
        check (domain = lower(domain)),
      company_key text not null constraint company_domains_company_fk references companies on delete cascade
    );
    create index company_domains_company_ix on company_domains (company_key);

    insert into companies (key, name, approval_tag, has_badge, badge_tone, is_given, decides_for_all) values
      ('gdev', 'GDEV', 'gdevapproved', true, 'accent', true, true),
      ('nexters', 'Nexters', 'nextersapproved', true, 'ember', true, false),
      ('cubicgames', 'Cubic Games', 'cubicgamesapproved', true, 'info', true, false),
      ('gamegears', 'GameGears', 'gamegearsapproved', true, 'warning', true, false),
      ('lighthourgames', 'Light Hour Games', 'lighthourgamesapproved', false, 'ember', true, false),
      ('royalark', 'RoyalArk', 'royalarkapproved', false, 'ember', true, false);
    insert into company_domains (domain, company_key) values
      ('gdev.inc', 'gdev'),
      ('nexters.com', 'nexters'),
      ('cubicgames.com', 'cubicgames'),
      ('gamegears.online', 'gamegears'),
      ('lighthour.games', 'lighthourgames'),
      ('royalark.com', 'royalark');

    create table users (
      id integer generated always as identity constraint users_pk primary key,
      name text not null,
      email text,
      avatar_url text,
      is_admin boolean not null default false,
      company_key text constraint users_company_fk references companies,
      telegram_id bigint constraint users_telegram_id_uq unique,
      telegram_username text,
      is_demo boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      disabled_at timestamptz,
      disabled_by integer constraint users_disabled_by_fk references users on delete set null,
      disabled_reason text,
      last_seen_at timestamptz,
      is_tool boolean not null default false,
      -- Nothing by which somebody could sign in, or be let in as a person.
      constraint users_tool_ck
        check (not is_tool or (email is null and telegram_id is null and telegram_username is null and not is_admin
          and not is_demo))
    );
    create index users_avatar_url_ix on users using hash (avatar_url) where avatar_url is not null;
    create index users_company_ix on users (company_key);
    create index users_disabled_by_ix on users (disabled_by) where disabled_by is not null;
    create index users_email_ix on users (lower(email));

    -- A person is issuer + subject, never an e-mail address.
    create table identities (
      id integer generated always as identity constraint identities_pk primary key,
      user_id integer not null constraint identities_user_fk references users on delete cascade,
      provider text not null constraint identities_provider_ck check (provider in ('google', 'telegram')),
      issuer text not null,
      subject text not null,
      created_at timestamptz not null default now(),
      -- Unknown for those who signed in before: who is here by the Workspace's domain alone signs in with Google once more.
      hosted_domain text constraint identities_hosted_domain_ck check (hosted_domain = lower(hosted_domain)),
      constraint identities_subject_uq unique (issuer, subject)
    );
    create index identities_user_ix on identities (user_id);

    create table sessions (
      token_hash bytea constraint sessions_pk primary key,
      user_id integer not null constraint sessions_user_fk references users on delete cascade,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null,
      id integer generated always as identity constraint sessions_id_uq unique,
      user_agent text
    );
    create index sessions_expires_ix on sessions (expires_at);
    create index sessions_user_ix on sessions (user_id);

    -- A sign-in that began in a browser: what binds its end to that browser.
    create table sign_in_attempts (
      token_hash bytea constraint sign_in_attempts_pk primary key,
      provider text not null,
      state text not null,
      nonce text not null,
      code_verifier text not null,
      redirect_to text,
      telegram_token text,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index sign_in_attempts_expires_ix on sign_in_attempts (expires_at);

    create table one_time_tokens (
      token_hash bytea constraint one_time_tokens_pk primary key,
      purpose text not null constraint one_time_tokens_purpose_ck
        check (purpose in ('direct_access', 'telegram_login', 'telegram_link', 'telegram_return')),
      user_id integer constraint one_time_tokens_user_fk references users on delete cascade,
      facts jsonb not null default '{}',
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index one_time_tokens_expires_ix on one_time_tokens (expires_at);
    create index one_time_tokens_user_ix on one_time_tokens (user_id);

    -- Admins named before their first sign-in; the right is taken up by a verified address.
    create table admin_invitations (
      email text constraint admin_invitations_pk primary key constraint admin_invitations_lower_ck
        check (email = lower(email)),
      created_at timestamptz not null default now()
    );

    create table api_tokens (
      id integer generated always as identity constraint api_tokens_pk primary key,
      name text not null,
      prefix text not null,
      token_hash bytea not null constraint api_tokens_hash_uq unique,
      scope text not null constraint api_tokens_scope_ck check (scope in ('read', 'write', 'admin')),
      created_by integer constraint api_tokens_creator_fk references users on delete set null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      last_used_at timestamptz,
      revoked_at timestamptz,
      -- Of a service token: the admin who made it. It acts for the tool, which stands in created_by.
      made_by integer constraint api_tokens_maker_fk references users on delete set null,
      -- Null: made by a command, or before this was kept.
      language text constraint api_tokens_language_ck check (language in ('ru', 'en')),
      constraint api_tokens_service_ck check (made_by is null or scope <> 'admin')
    );
    create index api_tokens_creator_ix on api_tokens (created_by);
    create index api_tokens_maker_ix on api_tokens (made_by);

    create table telegram_links (
      id integer generated always as identity constraint telegram_links_pk primary key,
      user_id integer not null constraint telegram_links_user_uq unique constraint telegram_links_user_fk
        references users on delete cascade,
      telegram_id bigint not null,
      telegram_name text,
      telegram_username text,
      -- In which the bot speaks to the person.
      language text not null constraint telegram_links_language_ck check (language in ('ru', 'en')),
      page_agreed_at timestamptz,
      bot_agreed_at timestamptz,
      -- Whether the account's former Telegram gives way: only after a fresh sign-in.
      may_replace boolean not null default false,
      -- Null while somebody is still asked.
      outcome text constraint telegram_links_outcome_ck check (outcome in ('connected', 'declined')),
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index telegram_links_expires_ix on telegram_links (expires_at);
    create index telegram_links_telegram_ix on telegram_links (telegram_id);

    create table feed_addresses (
      user_id integer constraint feed_addresses_pk primary key constraint feed_addresses_user_fk
        references users on delete cascade,
      secret_hash bytea not null constraint feed_addresses_secret_uq unique,
      created_at timestamptz not null
    );

    -- Messages that must be taken once: the login widget's hashes, the bot's update numbers.
    create table seen_messages (
      kind text not null,
      key text not null,
      seen_at timestamptz not null default now(),
      constraint seen_messages_pk primary key (kind, key)
    );
    create index seen_messages_seen_ix on seen_messages (seen_at);
  `);
