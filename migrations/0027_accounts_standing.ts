// Who may still be here: an account that an admin has disabled, the Workspace domain that Google vouched for, and when
// somebody was last seen.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table users
      add column disabled_at timestamptz,
      add column disabled_by integer constraint users_disabled_by_fk references users on delete set null,
      add column disabled_reason text,
      add column last_seen_at timestamptz;
    create index users_disabled_by_ix on users (disabled_by) where disabled_by is not null;
    update users set last_seen_at = seen.at
      from (select user_id, max(last_seen_at) as at from sessions group by user_id) as seen
      where seen.user_id = users.id;

    -- Unknown for those who signed in before: who is here by the Workspace's domain alone signs in with Google once more.
    alter table identities add column hosted_domain text
      constraint identities_hosted_domain_ck check (hosted_domain = lower(hosted_domain));
  `);

export const down = (db: Knex) =>
  db.raw(`
    alter table identities drop column hosted_domain;
    alter table users
      drop column last_seen_at, drop column disabled_reason, drop column disabled_by, drop column disabled_at;
  `);
