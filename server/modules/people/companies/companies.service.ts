// Companies and their e-mail domains, changed by admins and recorded in the audit log.
import type { RunInTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import { adminInBrowser, requireAdmin, type Viewer } from '../accounts/accounts.ts';
import type { AccountStatus } from '../accounts/accountStatus.store.ts';
import type { AuditLog } from '../auditLog/auditLog.module.ts';
import type { CompaniesStore } from './companies.store.ts';
import {
  companyInput,
  freeKey,
  isSame,
  isSameName,
  keysInput,
  newCompanyInput,
  readableDomain,
  recorded,
  tagOf,
  type CompanyFacts,
  type CompanyInput,
  type CompanyRecord,
  type NewCompany,
  type NewCompanyInput,
} from './companies.ts';

interface CompanyStores {
  companies: CompaniesStore;
  auditLog: Pick<AuditLog, 'record'>;
  accountStatusOf(userId: number): Promise<AccountStatus>;
}

interface Options {
  store: CompaniesStore;
  inTransaction: RunInTransaction<CompanyStores>;
  clock: Clock;
}

export interface CompanyChange {
  company: CompanyRecord;
  hasChanged: boolean;
  movedPeople: number;
}

const noCompany = () => new DomainError('NOT_FOUND', 'There is no such company');
const nameTaken = (name: string) =>
  new DomainError('CONFLICT', `There is a company called ${name} already`, {
    reason: 'companyKnown',
  });

const refuseField = (path: string, message: string, code: 'taken' | 'too_big' = 'taken') => {
  throw new DomainError('INVALID', message, { errors: [{ path, code, message }] });
};

/** Refuses a name, an approval tag or a domain of another company. */
async function refuseTaken(
  { companies }: CompanyStores,
  key: string,
  facts: CompanyFacts,
): Promise<void> {
  const all = await companies.all();
  const others = all.filter((one) => one.key !== key);
  const namesake = others.find(({ name }) => isSameName(name, facts.name));
  if (namesake) throw nameTaken(namesake.name);
  const approver = others.find(({ approvalTag }) => approvalTag === facts.approvalTag);
  if (approver)
    refuseField(
      'approvalTag',
      `The tag ${facts.approvalTag} approves for ${approver.name} already`,
    );
  const owner = (await companies.ownersOf(facts.domains)).find((one) => one.key !== key);
  if (owner)
    refuseField('domains', `${readableDomain(owner.domain)} belongs to ${owner.name} already`);
}

/** A key that no company has; an approval tag made from it must be free too. */
const newKey = (
  { name, domains, approvalTag }: NewCompany,
  all: readonly CompanyRecord[],
): string =>
  freeKey({ name, domains }, (candidate) =>
    all.some(
      (one) => one.key === candidate || (!approvalTag && one.approvalTag === tagOf(candidate)),
    ),
  );

/** Nobody may remove their own access, since the last admin might lose it. */
async function refuseOwnExit(
  { accountStatusOf }: CompanyStores,
  actorId: number | null,
): Promise<void> {
  if (actorId === null || (await accountStatusOf(actorId)) === 'active') return;
  throw new DomainError('CONFLICT', 'This change would take away your own access', {
    reason: 'ownDomain',
  });
}

const auditEntry = (
  action: 'company.added' | 'company.changed' | 'company.removed' | 'company.kept',
  key: string,
  actorId: number | null,
  [before, after]: [CompanyFacts | null, CompanyFacts | null],
) => ({
  actorId,
  action,
  subjectType: 'company',
  subjectId: key,
  before: before && recorded(before),
  after: after && recorded(after),
});

const unchanged = (company: CompanyRecord): CompanyChange => ({
  company,
  hasChanged: false,
  movedPeople: 0,
});

async function changed(
  companies: CompaniesStore,
  key: string,
  movedPeople: number,
): Promise<CompanyChange> {
  const company = await companies.byKey(key);
  if (!company) throw noCompany();
  return { company, hasChanged: true, movedPeople };
}

/** Actions without a check of rights: for the command line (no actor) and for `CompaniesService`. */
class CompanyCommands {
  private readonly options: Options;

  constructor(options: Options) {
    this.options = options;
  }

  list(): Promise<CompanyRecord[]> {
    return this.options.store.all();
  }

  async add(given: NewCompanyInput, actorId: number | null = null): Promise<CompanyChange> {
    const input = parseInput(newCompanyInput, given);
    return this.options.inTransaction(async (stores) => {
      const { companies } = stores;
      await companies.lock();
      const all = await companies.all();
      const namesake = all.find(({ name }) => isSameName(name, input.name));
      const key = input.key ?? namesake?.key ?? newKey(input, all);
      const facts = { ...input, approvalTag: input.approvalTag ?? tagOf(key) };
      if (namesake && namesake.key === key && isSame(namesake, facts)) return unchanged(namesake);
      if (namesake) throw nameTaken(namesake.name);
      const owner = all.find((one) => one.key === key);
      if (owner) refuseField('key', `The key ${key} belongs to ${owner.name} already`);
      if (all.length >= limits.lists.companies)
        refuseField('name', `There may be at most ${limits.lists.companies} companies`, 'too_big');
      await refuseTaken(stores, key, facts);
      const now = this.options.clock();
      await companies.insert(key, facts, now);
      await companies.setDomains(key, facts.domains);
      const movedPeople = await companies.move(facts.domains, now);
      await stores.auditLog.record(auditEntry('company.added', key, actorId, [null, facts]));
      return changed(companies, key, movedPeople);
    });
  }

  async change(
    key: string,
    given: CompanyInput,
    actorId: number | null = null,
    expectedUpdatedAt?: Date | null,
  ): Promise<CompanyChange> {
    const input = parseInput(companyInput, given);
    return this.options.inTransaction(async (stores) => {
      const { companies } = stores;
      await companies.lock();
      await companies.hold(key);
      const former = await companies.byKey(key);
      if (!former) throw noCompany();
      const facts = {
        name: input.name ?? former.name,
        approvalTag: input.approvalTag ?? former.approvalTag,
        hasBadge: input.hasBadge ?? former.hasBadge,
        badgeTone: input.badgeTone ?? former.badgeTone,
        managedAccountsOnly: input.managedAccountsOnly ?? former.managedAccountsOnly,
        domains: input.domains ?? former.domains,
      };
      // A repeated call, as after a lost response, is no conflict.
      if (isSame(former, facts)) return unchanged(former);
      if (expectedUpdatedAt && expectedUpdatedAt.getTime() !== former.updatedAt.getTime())
        throw new DomainError(
          'CONFLICT',
          'Somebody has changed this company meanwhile. Reload it and try again',
          { reason: 'changedMeanwhile' },
        );
      await refuseTaken(stores, key, facts);
      const now = this.options.clock();
      // Two changes within one millisecond must have different versions.
      const at = new Date(Math.max(now.getTime(), former.updatedAt.getTime() + 1));
      await companies.update(key, facts, at);
      await companies.setDomains(key, facts.domains);
      const movedPeople = await companies.move([...former.domains, ...facts.domains], now);
      await refuseOwnExit(stores, actorId);
      await stores.auditLog.record(auditEntry('company.changed', key, actorId, [former, facts]));
      return changed(companies, key, movedPeople);
    });
  }

  remove(key: string, actorId: number | null = null): Promise<void> {
    return this.options.inTransaction(async (stores) => {
      await stores.companies.lock();
      const former = await stores.companies.byKey(key);
      if (!former) throw noCompany();
      const { name, people, services, rules } = former;
      if (people > 0 || services > 0 || rules > 0)
        throw new DomainError(
          'CONFLICT',
          `${name} cannot be removed: it has ${people} people, approves ${services} services by its tag and ${rules} by data rules`,
          { reason: 'companyInUse', facts: { people, services, rules } },
        );
      await stores.companies.remove(key);
      await refuseOwnExit(stores, actorId);
      await stores.auditLog.record(auditEntry('company.removed', key, actorId, [former, null]));
    });
  }

  /** Marks companies that came with Loadout as the installation's own; returns all companies. */
  confirm(keys: readonly string[], actorId: number): Promise<CompanyRecord[]> {
    const chosen = parseInput(keysInput, keys, 'keys');
    return this.options.inTransaction(async ({ companies, auditLog }) => {
      await companies.lock();
      const confirmed = await companies.confirm(chosen, this.options.clock());
      const all = await companies.all();
      const entries = all
        .filter(({ key }) => confirmed.includes(key))
        .map((one) => auditEntry('company.kept', one.key, actorId, [one, one]));
      await auditLog.record(...entries);
      return all;
    });
  }
}

export class CompaniesService {
  readonly onCommandLine: CompanyCommands;

  constructor(options: Options) {
    this.onCommandLine = new CompanyCommands(options);
  }

  /** Companies by name. */
  async list(viewer: Viewer): Promise<CompanyRecord[]> {
    requireAdmin(viewer);
    return this.onCommandLine.list();
  }

  /**
   * Adds a company; a repeated call changes nothing.
   * @throws DomainError INVALID for an invalid or taken domain or tag, CONFLICT (`companyKnown`)
   */
  async add(viewer: Viewer, given: NewCompanyInput): Promise<CompanyChange> {
    return this.onCommandLine.add(given, adminInBrowser(viewer).user.id);
  }

  /**
   * Changes a company; people with its domains move at once.
   * @throws DomainError NOT_FOUND, INVALID, CONFLICT (`changedMeanwhile`, `companyKnown`, `ownDomain`)
   */
  async change(
    viewer: Viewer,
    key: string,
    given: CompanyInput,
    expectedUpdatedAt?: Date | null,
  ): Promise<CompanyChange> {
    const actorId = adminInBrowser(viewer).user.id;
    return this.onCommandLine.change(key, given, actorId, expectedUpdatedAt);
  }

  /** Marks companies that came with Loadout as the installation's own; returns all companies. */
  async confirm(viewer: Viewer, keys: readonly string[]): Promise<CompanyRecord[]> {
    return this.onCommandLine.confirm(keys, adminInBrowser(viewer).user.id);
  }

  /** Removes an unused company. @throws DomainError NOT_FOUND, CONFLICT (`companyInUse`, `ownDomain`) */
  async remove(viewer: Viewer, key: string): Promise<void> {
    return this.onCommandLine.remove(key, adminInBrowser(viewer).user.id);
  }
}
