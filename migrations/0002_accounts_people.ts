// Companies, people, how they sign in, their sessions, single-use tokens and tokens of other internal tools.
import type { Knex } from 'knex';

const companies = [
  { key: 'gdev', name: 'GDEV', approval_tag: 'gdevapproved', has_badge: true },
  { key: 'nexters', name: 'Nexters', approval_tag: 'nextersapproved', has_badge: true },
  { key: 'cubicgames', name: 'Cubic Games', approval_tag: 'cubicgamesapproved', has_badge: true },
  { key: 'gamegears', name: 'GameGears', approval_tag: 'gamegearsapproved', has_badge: true },
  {
    key: 'lighthourgames',
    name: 'Light Hour Games',
    approval_tag: 'lighthourgamesapproved',
    has_badge: false,
  },
  { key: 'royalark', name: 'RoyalArk', approval_tag: 'royalarkapproved', has_badge: false },
];

const domains = {
  'gdev.inc': 'gdev',
  'nexters.com': 'nexters',
  'cubicgames.com': 'cubicgames',
  'gamegears.online': 'gamegears',
  'lighthour.games': 'lighthourgames',
  'royalark.com': 'royalark',
};

export const up = async (db: Knex) => {
  await db.raw(`
    create table companies (
      key text constraint companies_pk primary key,
      name text not null,
      approval_tag text not null constraint companies_approval_tag_uq unique
        constraint companies_approval_tag_ck check (approval_tag ~ 'approved$'),
      has_badge boolean not null default false
    );

    create table company_domains (
      domain text constraint company_domains_pk primary key
        constraint company_domains_lower_ck check (domain = lower(domain)),
      company_key text not null constraint company_domains_company_fk references companies on delete cascade
    );
    create index company_domains_company_ix on company_domains (company_key);

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
      updated_at timestamptz not null default now()
    );
    create index users_email_ix on users (lower(email));
    create index users_company_ix on users (company_key);

    -- A person is issuer + subject, never an e-mail address.
    create table identities (
      id integer generated always as identity constraint identities_pk primary key,
      user_id integer not null constraint identities_user_fk references users on delete cascade,
      provider text not null constraint identities_provider_ck check (provider in ('google', 'telegram')),
      issuer text not null,
      subject text not null,
      created_at timestamptz not null default now(),
      constraint identities_subject_uq unique (issuer, subject)
    );
    create index identities_user_ix on identities (user_id);

    -- Admins named before their first sign-in; the right is taken up by a verified address.
    create table admin_invitations (
      email text constraint admin_invitations_pk primary key
        constraint admin_invitations_lower_ck check (email = lower(email)),
      created_at timestamptz not null default now()
    );

    create table sessions (
      token_hash bytea constraint sessions_pk primary key,
      user_id integer not null constraint sessions_user_fk references users on delete cascade,
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index sessions_user_ix on sessions (user_id);
    create index sessions_expires_ix on sessions (expires_at);

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
        check (purpose in ('direct_access', 'telegram_login', 'telegram_link')),
      user_id integer constraint one_time_tokens_user_fk references users on delete cascade,
      facts jsonb not null default '{}',
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index one_time_tokens_user_ix on one_time_tokens (user_id);
    create index one_time_tokens_expires_ix on one_time_tokens (expires_at);

    -- Messages that must be taken once: the login widget's hashes, the bot's update numbers.
    create table seen_messages (
      kind text not null,
      key text not null,
      seen_at timestamptz not null default now(),
      constraint seen_messages_pk primary key (kind, key)
    );
    create index seen_messages_seen_ix on seen_messages (seen_at);

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
      revoked_at timestamptz
    );
    create index api_tokens_creator_ix on api_tokens (created_by);
  `);
  await db('companies').insert(companies);
  await db('company_domains').insert(
    Object.entries(domains).map(([domain, company_key]) => ({ domain, company_key })),
  );
};

export const down = (db: Knex) =>
  db.raw(`
    drop table api_tokens, seen_messages, one_time_tokens, sign_in_attempts, sessions, admin_invitations,
      identities, users, company_domains, companies
  `);
