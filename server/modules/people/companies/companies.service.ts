// Which companies there are, and which domains let people in: decided by admins, one change at a time, recorded.
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import { limits } from '../../../config/limits.ts';
import { adminInBrowser, requireAdmin, type Viewer } from '../accounts/accounts.ts';
import type { AccountStatus } from '../accounts/accountStatus.ts';
import type { AuditLog } from '../auditLog/auditLog.service.ts';
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

interface CompanyRooms {
  companies: CompaniesStore;
  activity: Pick<AuditLog, 'record'>;
  standingOf(userId: number): Promise<AccountStatus>;
}

interface Options {
  store: CompaniesStore;
  inTransaction<Result>(work: (rooms: CompanyRooms) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

export interface CompanyChange {
  company: CompanyRecord;
  hasChanged: boolean;
  movedPeople: number;
}

const noCompany = () => new DomainError('NOT_FOUND', 'There is no such company');
const known = (name: string) =>
  new DomainError('CONFLICT', `There is the company ${name} already`, { reason: 'companyKnown' });

const refuseField = (path: string, message: string, code: 'taken' | 'too_big' = 'taken') => {
  throw new DomainError('INVALID', message, { errors: [{ path, code, message }] });
};

/** What belongs to one company only belongs to no other. */
async function refuseWhatOthersHave(
  { companies }: CompanyRooms,
  key: string,
  facts: CompanyFacts,
): Promise<void> {
  const all = await companies.all();
  const others = all.filter((one) => one.key !== key);
  const namesake = others.find(({ name }) => isSameName(name, facts.name));
  if (namesake) throw known(namesake.name);
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

/** A key that no company has; where the tag is made of it, the tag is nobody's either. */
const keyFor = (
  { name, domains, approvalTag }: NewCompany,
  all: readonly CompanyRecord[],
): string =>
  freeKey({ name, domains }, (candidate) =>
    all.some(
      (one) => one.key === candidate || (!approvalTag && one.approvalTag === tagOf(candidate)),
    ),
  );

/** Nobody takes away what lets themselves in: the last admin might go with it. */
async function refuseOwnExit({ standingOf }: CompanyRooms, actorId: number | null): Promise<void> {
  if (actorId === null || (await standingOf(actorId)) === 'active') return;
  throw new DomainError('CONFLICT', 'After this change you could not be here yourself', {
    reason: 'ownDomain',
  });
}

const wanted = <Value>(given: Value | null | undefined, former: Value): Value => given ?? former;

export function createCompanies({ store, inTransaction, clock }: Options) {
  const entry = (
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

  const add = (given: NewCompanyInput, actorId: number | null): Promise<CompanyChange> => {
    const input = parseInput(newCompanyInput, given);
    return inTransaction(async (rooms) => {
      const { companies } = rooms;
      await companies.lock();
      const all = await companies.all();
      const standing = all.find(({ name }) => isSameName(name, input.name));
      const key = input.key ?? standing?.key ?? keyFor(input, all);
      const facts = { ...input, approvalTag: input.approvalTag ?? tagOf(key) };
      if (standing && standing.key === key && isSame(standing, facts))
        return { company: standing, hasChanged: false, movedPeople: 0 };
      if (standing) throw known(standing.name);
      const owner = all.find((one) => one.key === key);
      if (owner) refuseField('key', `The key ${key} belongs to ${owner.name} already`);
      if (all.length >= limits.lists.companies)
        refuseField('name', `There may be at most ${limits.lists.companies} companies`, 'too_big');
      await refuseWhatOthersHave(rooms, key, facts);
      const now = clock();
      await companies.insert(key, facts, now);
      await companies.setDomains(key, facts.domains);
      const movedPeople = await companies.move(facts.domains, now);
      await rooms.activity.record(entry('company.added', key, actorId, [null, facts]));
      const company = await companies.byKey(key);
      if (!company) throw noCompany();
      return { company, hasChanged: true, movedPeople };
    });
  };

  const change = (
    key: string,
    given: CompanyInput,
    actorId: number | null,
    expectedUpdatedAt?: Date | null,
  ): Promise<CompanyChange> => {
    const input = parseInput(companyInput, given);
    return inTransaction(async (rooms) => {
      const { companies } = rooms;
      await companies.lock();
      await companies.hold(key);
      const former = await companies.byKey(key);
      if (!former) throw noCompany();
      const facts = {
        name: wanted(input.name, former.name),
        approvalTag: wanted(input.approvalTag, former.approvalTag),
        hasBadge: wanted(input.hasBadge, former.hasBadge),
        badgeTone: wanted(input.badgeTone, former.badgeTone),
        managedAccountsOnly: wanted(input.managedAccountsOnly, former.managedAccountsOnly),
        domains: wanted(input.domains, former.domains),
      };
      // The same again, as after an answer that was lost, is no conflict.
      if (isSame(former, facts)) return { company: former, hasChanged: false, movedPeople: 0 };
      if (expectedUpdatedAt && expectedUpdatedAt.getTime() !== former.updatedAt.getTime())
        throw new DomainError('CONFLICT', 'Somebody has changed this company meanwhile', {
          reason: 'changedMeanwhile',
        });
      await refuseWhatOthersHave(rooms, key, facts);
      const now = clock();
      // Two changes within one millisecond must not look like one.
      const at = new Date(Math.max(now.getTime(), former.updatedAt.getTime() + 1));
      await companies.update(key, facts, at);
      await companies.setDomains(key, facts.domains);
      const movedPeople = await companies.move([...former.domains, ...facts.domains], now);
      await refuseOwnExit(rooms, actorId);
      await rooms.activity.record(entry('company.changed', key, actorId, [former, facts]));
      const company = await companies.byKey(key);
      if (!company) throw noCompany();
      return { company, hasChanged: true, movedPeople };
    });
  };

  const remove = (key: string, actorId: number | null): Promise<void> =>
    inTransaction(async (rooms) => {
      await rooms.companies.lock();
      const former = await rooms.companies.byKey(key);
      if (!former) throw noCompany();
      if (former.people > 0 || former.services > 0 || former.rules > 0) {
        throw new DomainError(
          'CONFLICT',
          `${former.name} has ${former.people} people and approves ${former.services} services by its tag and ${former.rules} by data rules: it cannot be removed`,
          {
            reason: 'companyInUse',
            facts: { people: former.people, services: former.services, rules: former.rules },
          },
        );
      }
      await rooms.companies.remove(key);
      await refuseOwnExit(rooms, actorId);
      await rooms.activity.record(entry('company.removed', key, actorId, [former, null]));
    });

  return {
    /** By name. */
    async list(viewer: Viewer): Promise<CompanyRecord[]> {
      requireAdmin(viewer);
      return store.all();
    },

    /**
     * Adds a company; the same again changes nothing.
     * @throws DomainError INVALID for a bad domain or tag and one that another company has, CONFLICT (`companyKnown`)
     */
    add: async (viewer: Viewer, given: NewCompanyInput): Promise<CompanyChange> =>
      add(given, adminInBrowser(viewer).user.id),

    /**
     * Changes a company; people follow their domains at once.
     * @throws DomainError NOT_FOUND, INVALID, CONFLICT (`changedMeanwhile`, `companyKnown`, `ownDomain`)
     */
    change: async (
      viewer: Viewer,
      key: string,
      given: CompanyInput,
      expectedUpdatedAt?: Date | null,
    ): Promise<CompanyChange> =>
      change(key, given, adminInBrowser(viewer).user.id, expectedUpdatedAt),

    /** Says that companies which came with Loadout are one's own; answers all companies. */
    async keep(viewer: Viewer, keys: readonly string[]): Promise<CompanyRecord[]> {
      const admin = adminInBrowser(viewer);
      const chosen = parseInput(keysInput, keys, 'keys');
      return inTransaction(async ({ companies, activity }) => {
        await companies.lock();
        const kept = await companies.keep(chosen, clock());
        const all = await companies.all();
        const entries = all
          .filter(({ key }) => kept.includes(key))
          .map((one) => entry('company.kept', one.key, admin.user.id, [one, one]));
        await activity.record(...entries);
        return all;
      });
    },

    /** Removes a company that nothing hangs on. @throws DomainError NOT_FOUND, CONFLICT (`companyInUse`, `ownDomain`) */
    remove: async (viewer: Viewer, key: string): Promise<void> =>
      remove(key, adminInBrowser(viewer).user.id),

    /** The same without a browser: for whoever has the command line. */
    onCommandLine: {
      list: (): Promise<CompanyRecord[]> => store.all(),
      add: (given: NewCompanyInput): Promise<CompanyChange> => add(given, null),
      change: (key: string, given: CompanyInput): Promise<CompanyChange> =>
        change(key, given, null),
      remove: (key: string): Promise<void> => remove(key, null),
    },
  };
}
