// Finds what was closed long enough ago to be deleted. Some databases have these already: migration 0081 once made them.
import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`
    create index if not exists complaints_closed_ix on complaints (updated_at) where status in ('resolved', 'rejected');
    create index if not exists complaints_closed_address_ix on complaints (id)
      where status in ('resolved', 'rejected') and user_ip is not null;
    create index if not exists proposed_services_settled_ix on proposed_services (settled_at) where settled_at is not null;
  `);

export const down = (db: Knex) =>
  db.raw(`
    drop index complaints_closed_ix, complaints_closed_address_ix, proposed_services_settled_ix;
  `);
