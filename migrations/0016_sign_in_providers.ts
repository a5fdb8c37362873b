// Identities of any sign-in provider: the registry of the server knows their names, the database only their form.
import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(`
    alter table identities drop constraint identities_provider_ck;
    alter table identities add constraint identities_provider_ck check (provider ~ '^[a-z][a-z0-9]*$');
  `);
}
