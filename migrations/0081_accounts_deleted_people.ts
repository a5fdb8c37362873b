// What was decided stays once the account of whoever asked, reported or proposed is deleted: it names nobody then.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    alter table complaints alter column user_id drop not null;
    alter table proposed_services alter column user_id drop not null;
    alter table access_requests alter column user_id drop not null,
      -- Whose company decided it, as soon as there is nobody who belongs to one.
      add column former_company_key text
        constraint access_requests_former_company_fk references companies on delete set null;
    create index access_requests_former_company_ix on access_requests (former_company_key)
      where former_company_key is not null;
    create index access_requests_closed_ix on access_requests (changed_at)
      where status in ('declined', 'expired', 'revoked', 'withdrawn');
    create index use_cases_deleted_ix on use_cases (deleted_at) where deleted_at is not null;
  `);

export const down = (db: Knex) =>
  db.raw(`
    delete from complaints where user_id is null;
    delete from proposed_services where user_id is null;
    delete from access_requests where user_id is null;
    drop index use_cases_deleted_ix, access_requests_closed_ix, access_requests_former_company_ix;
    alter table complaints alter column user_id set not null;
    alter table proposed_services alter column user_id set not null;
    alter table access_requests alter column user_id set not null, drop column former_company_key;
  `);
