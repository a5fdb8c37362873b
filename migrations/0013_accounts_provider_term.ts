// When the provider last vouched for a person, companies that admit managed accounts only, and addresses compared without what follows a plus.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- People who are here already have the whole term from now on.
    alter table identities add column vouched_at timestamptz not null default now();
    -- Null: nobody has decided; the first sign-in with a managed account turns it on.
    alter table companies add column managed_accounts_only boolean;
    update companies set managed_accounts_only = true where exists (
      select from company_domains join identities on hosted_domain = domain where company_key = companies.key);
    create function folded_email(email text) returns text language sql immutable parallel safe
      return regexp_replace(lower(email), '^([^+@]+)[+][^@]*@', '\\1@');
    create index users_disabled_email_ix on users (folded_email(email)) where disabled_at is not null;
  `);
