// People and companies of the demo.
import type { Knex } from 'knex';
import { readDemoData } from './seedData.ts';

interface DemoPerson {
  key: string;
  name: string;
  email: string;
  company: string;
  telegramUsername: string | null;
  isAdmin: boolean;
  /** Null when the person skipped the question; missing when it is still to be asked. */
  discipline?: string | null;
}

interface DemoCompany {
  key: string;
  name: string;
  approvalTag: string;
  badgeTone: string;
  hasBadge: boolean;
}

/** People of the demo; the first two are for the developer sign-in. */
export const demoPeople = (): DemoPerson[] => readDemoData<DemoPerson[]>('people');

/**
 * Adds missing companies of the demo people, without domains; existing ones stay unchanged.
 * Returns the keys of the existing ones, because another company may have the approval tag of one.
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
 * Adds missing people; returns their number.
 * @param withAdmin true to make the demo admin an admin: only in an empty database
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
      discipline: person.discipline ?? null,
      discipline_asked_at: person.discipline === undefined ? null : db.fn.now(),
    })),
  );
  return fresh.length;
}

/** Ids of existing demo people by key, locked against deletion until the end of the transaction. */
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
