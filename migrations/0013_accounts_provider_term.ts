// Time of the provider's last confirmation of a person, companies with managed accounts only, and addresses compared
// without a plus suffix.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    -- Existing people start with the full term.
    alter table identities add column vouched_at timestamptz not null default now();
    -- Null when undecided; the first sign-in with a managed account turns it on.
    alter table companies add column managed_accounts_only boolean;
    update companies set managed_accounts_only = true where exists (
      select from company_domains join identities on hosted_domain = domain where company_key = companies.key);
    create function folded_email(email text) returns text language sql immutable parallel safe
      return regexp_replace(lower(email), '^([^+@]+)[+][^@]*@', '\\1@');
    create index users_disabled_email_ix on users (folded_email(email)) where disabled_at is not null;
  `);
