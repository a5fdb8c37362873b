// The people of the demo and their companies. Who has deleted one of them finds them again only where somebody loads the whole demo.
import type { Knex } from 'knex';
import { readDemoData } from './seedData.ts';

interface DemoPerson {
  key: string;
  name: string;
  email: string;
  company: string;
  telegramUsername: string | null;
  isAdmin: boolean;
}

interface DemoCompany {
  key: string;
  name: string;
  approvalTag: string;
  badgeTone: string;
  hasBadge: boolean;
}

/** As the demo has them; the developer sign-in offers the first two above all. */
export const demoPeople = (): DemoPerson[] => readDemoData<DemoPerson[]>('people');

/**
 * The companies of the demo's people, which an admin may have removed or changed: what is there stays, what is missing comes
 * without domains. Answers those that are there; another company may have the tag of one that is not.
 */
async function loadCompanies(db: Knex, people: readonly DemoPerson[]): Promise<Set<string>> {
  const keys = new Set(people.map(({ company }) => company));
  const companies = readDemoData<DemoCompany[]>('companies').filter(({ key }) => keys.has(key));
  await db('companies')
    .insert(
      companies.map((company) => ({
        key: company.key,
        name: company.name,
        approval_tag: company.approvalTag,
        badge_tone: company.badgeTone,
        has_badge: company.hasBadge,
        is_given: true,
      })),
    )
    .onConflict()
    .ignore();
  return new Set<string>(
    await db('companies')
      .whereIn('key', [...keys])
      .pluck('key'),
  );
}

/**
 * Adds those of these people who are not there; answers how many.
 * @param withAdmin whether the demo's admin is one: only where nobody else is there yet, never where somebody may have deleted them
 */
export async function addPeople(
  db: Knex,
  people: readonly DemoPerson[],
  { withAdmin }: { withAdmin: boolean },
): Promise<number> {
  const known = new Set<string>(
    await db('users').where({ is_demo: true }).whereNotNull('email').pluck('email'),
  );
  const fresh = people.filter(({ email }) => !known.has(email));
  if (fresh.length === 0) return 0;
  const companies = await loadCompanies(db, fresh);
  await db('users').insert(
    fresh.map((person) => ({
      name: person.name,
      email: person.email,
      is_admin: withAdmin && person.isAdmin,
      company_key: companies.has(person.company) ? person.company : null,
      telegram_username: person.telegramUsername,
      is_demo: true,
    })),
  );
  return fresh.length;
}

/** The ids of those of the demo's people who are there, by their keys. Nobody deletes one of them until the end of the transaction. */
export async function findDemoPeople(db: Knex): Promise<Map<string, number>> {
  const rows: { id: number; email: string | null }[] = await db('users')
    .where({ is_demo: true })
    .orderBy('id')
    .forKeyShare()
    .select('id', 'email');
  const byEmail = new Map(rows.map((row) => [row.email, row.id]));
  return new Map(
    demoPeople().flatMap(({ key, email }) => {
      const id = byEmail.get(email);
      return id === undefined ? [] : [[key, id] as const];
    }),
  );
}
