// SQL for the state of the set-up.
import type { Knex } from 'knex';
import type { SetupFacts } from './setup.ts';

interface NeedsRow {
  with_domain: boolean;
  given: boolean;
  own_items: boolean;
  demo_items: boolean;
  seen_items: boolean;
}

interface FactsRow {
  with_domain: number;
  given: number;
  own_items: number;
  backup_at: Date | null;
}

export const setupQueries = (db: Knex) => ({
  /** Facts for every first page of an admin; checks existence, because counts take long on a large catalogue. */
  async needs() {
    const { rows } = await db.raw<{ rows: NeedsRow[] }>(
      `select
         exists (select from company_domains) as with_domain,
         exists (select from companies where is_given) as given,
         exists (select from items where not is_demo and removed_at is null) as own_items,
         exists (select from items where is_demo and removed_at is null) as demo_items,
         exists (select from items where removed_at is null and admin_visibility = 'visible') as seen_items`,
    );
    const [row] = rows;
    return {
      companiesWithDomain: Number(row?.with_domain ?? 0),
      predefinedCompanies: Number(row?.given ?? 0),
      ownItems: Number(row?.own_items ?? 0),
      backupAt: null,
      isDemo: row?.demo_items ?? false,
      isEmpty: !row?.seen_items,
    };
  },

  async facts(): Promise<Omit<SetupFacts, 'admins'>> {
    const { rows } = await db.raw<{ rows: FactsRow[] }>(
      `select
         (select count(distinct company_key)::integer from company_domains) as with_domain,
         (select count(*)::integer from companies where is_given) as given,
         (select count(*)::integer from items where not is_demo and removed_at is null) as own_items,
         (select max(at) from activity where action = 'backup.made') as backup_at`,
    );
    const [row] = rows;
    return {
      companiesWithDomain: row?.with_domain ?? 0,
      predefinedCompanies: row?.given ?? 0,
      ownItems: row?.own_items ?? 0,
      backupAt: row?.backup_at ?? null,
    };
  },
});

export type SetupQueries = ReturnType<typeof setupQueries>;
