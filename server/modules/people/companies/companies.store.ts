// SQL for companies, their domains and their people.
import type { Knex } from 'knex';
import { limits } from '../../../config/limits.ts';
import {
  readableDomain,
  type BadgeTone,
  type CompanyFacts,
  type CompanyRecord,
} from './companies.ts';

interface CompanyRow {
  key: string;
  name: string;
  approval_tag: string;
  has_badge: boolean;
  badge_tone: BadgeTone;
  managed_accounts_only: boolean | null;
  is_given: boolean;
  updated_at: Date;
  domains: string[];
  people: number;
  services: number;
  rules: number;
}

const toRecord = (row: CompanyRow): CompanyRecord => ({
  key: row.key,
  name: row.name,
  approvalTag: row.approval_tag,
  hasBadge: row.has_badge,
  badgeTone: row.badge_tone,
  managedAccountsOnly: row.managed_accounts_only,
  domains: row.domains,
  unicodeDomains: row.domains.map(readableDomain),
  isPredefined: row.is_given,
  people: row.people,
  services: row.services,
  rules: row.rules,
  updatedAt: row.updated_at,
});

const toRow = (facts: CompanyFacts, now: Date) => ({
  name: facts.name,
  approval_tag: facts.approvalTag,
  has_badge: facts.hasBadge,
  badge_tone: facts.badgeTone,
  managed_accounts_only: facts.managedAccountsOnly,
  is_given: false,
  updated_at: now,
});

export class CompaniesStore {
  private readonly db: Knex;

  constructor(db: Knex) {
    this.db = db;
  }

  /** Serialises changes of companies until the transaction ends. */
  async lock(): Promise<void> {
    await this.db.raw(`select pg_advisory_xact_lock(hashtextextended('companies', 0))`);
  }

  async all(): Promise<CompanyRecord[]> {
    const rows = await this.companies()
      .orderByRaw('lower(name), key')
      .limit(limits.lists.companies);
    return rows.map(toRecord);
  }

  async byKey(key: string): Promise<CompanyRecord | null> {
    const [row] = await this.companies().where({ key });
    return row ? toRecord(row) : null;
  }

  async ownersOf(
    domains: readonly string[],
  ): Promise<{ domain: string; key: string; name: string }[]> {
    return this.db('company_domains')
      .join('companies', 'companies.key', 'company_key')
      .whereIn('domain', [...domains])
      .orderBy('domain')
      .select('domain', 'key', 'name');
  }

  async insert(key: string, facts: CompanyFacts, now: Date): Promise<void> {
    await this.db('companies').insert({ key, ...toRow(facts, now) });
  }

  async update(key: string, facts: CompanyFacts, now: Date): Promise<void> {
    await this.db('companies').where({ key }).update(toRow(facts, now));
  }

  /** Marks given companies as the installation's own; returns the keys of those that were not marked before. */
  async confirm(keys: readonly string[], now: Date): Promise<string[]> {
    const rows: { key: string }[] = await this.db('companies')
      .whereIn('key', [...keys])
      .where({ is_given: true })
      .update({ is_given: false, updated_at: now })
      .returning('key');
    return rows.map((row) => row.key).sort();
  }

  async setDomains(key: string, domains: readonly string[]): Promise<void> {
    await this.db('company_domains')
      .where({ company_key: key })
      .whereNotIn('domain', [...domains])
      .delete();
    if (domains.length > 0)
      await this.db('company_domains')
        .insert(domains.map((domain) => ({ domain, company_key: key })))
        .onConflict('domain')
        .ignore();
  }

  /** Locks the row against sign-ins that would change `managed_accounts_only`, until the transaction ends. */
  async hold(key: string): Promise<void> {
    await this.db('companies').where({ key }).forUpdate().first('key');
  }

  /**
   * Moves people with these domains to the companies that own them: by proven address first, then by Workspace domain,
   * as at a sign-in.
   * @returns the number of people whose company has changed
   */
  async move(domains: readonly string[], now: Date): Promise<number> {
    const { rows } = await this.db.raw<{ rows: unknown[] }>(
      `with admitted as (
         select users.id, coalesce(
           (select company_key from company_domains as own join companies on companies.key = company_key
            where domain = substring(lower(email) from '[^@]+$') and (managed_accounts_only is not true or exists (
              select from identities join company_domains as hosted on hosted.domain = hosted_domain
              where identities.user_id = users.id and hosted.company_key = own.company_key))),
           (select min(company_key) from identities join company_domains on domain = hosted_domain
            where identities.user_id = users.id)) as key
         from users
         where not is_demo and (substring(lower(email) from '[^@]+$') = any(:domains)
           or exists (select from identities where user_id = users.id and hosted_domain = any(:domains)))
       )
       update users set company_key = admitted.key, updated_at = :now from admitted
       where admitted.id = users.id and admitted.key is not null and users.company_key is distinct from admitted.key
       returning users.id`,
      { domains: [...domains], now },
    );
    return rows.length;
  }

  /** Removes a company; its demo people and tools stay without one. */
  async remove(key: string): Promise<void> {
    await this.db('users')
      .where({ company_key: key })
      .whereRaw('(is_demo or is_tool)')
      .update({ company_key: null });
    await this.db('companies').where({ key }).delete();
  }

  private companies() {
    return this.db('companies').select<CompanyRow[]>(
      'companies.*',
      this.db.raw(`array(select domain from company_domains where company_key = companies.key
        order by domain collate "C") as domains`),
      this.db.raw(
        `(select count(*)::integer from users where company_key = companies.key and not is_demo and not is_tool) as people`,
      ),
      this.db
        .raw(`(select count(distinct item_id)::integer from item_tags join tags on tags.id = tag_id
        join items on items.id = item_id
        where lower(original_name) = approval_tag and removed_at is null) as services`),
      this.db.raw(
        `(select count(*)::integer from data_rules where company_key = companies.key and not is_demo) as rules`,
      ),
    );
  }
}
