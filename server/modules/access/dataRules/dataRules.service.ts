// Data rules (usage policy) of companies: reading, changing and undoing them, with rights.
import type { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import { refuseCredentials } from '../../../shared/credentials.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import type { ApproverLookup } from '../requests/accessRequests.ts';
import {
  isAdmin,
  requireMember,
  type Company,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';
import {
  applyChange,
  dataClasses,
  isSameRule,
  type PlanTier,
  type Rule,
  type RuleKey,
  type RuleView,
} from './dataRules.ts';
import {
  toRuleChange,
  historyInput,
  itemsInput,
  ruleChangesInput,
  freeTexts,
  type CheckedChange,
  type RuleChangeInput,
} from './dataRulesInput.ts';
import type { DataRulesQueries, ListedItem, RuleHistoryRow } from './dataRules.queries.ts';
import type { ChangePart, DataRulesStore } from './dataRules.store.ts';
import {
  adminOnlyError,
  approverCompany,
  lockDecider,
  otherCompanyError,
  requireRuleReader,
} from './ruleDeciders.ts';
import type { RuleReader } from './ruleDeciders.ts';
import {
  formatRuleKey,
  restorePrevious,
  writeRules,
  type RuleTransaction,
  type WriteResult,
} from './ruleWrites.ts';

interface Options {
  queries: DataRulesQueries;
  approvers: Pick<ApproverLookup, 'isApprover'>;
  store: Pick<DataRulesStore, 'changeParts'>;
  inTransaction<Result>(work: (transaction: RuleTransaction) => Promise<Result>): Promise<Result>;
  /** The item as the viewer sees it. @throws DomainError NOT_FOUND */
  visibleItem(viewer: Viewer, id: number): Promise<{ id: number }>;
  clock: Clock;
}

/** A company, and whether the viewer decides for it. */
export interface RuleCompany {
  company: Company;
  mayDecide: boolean;
}

export interface SavedRules extends WriteResult {
  rules: RuleView[];
}

export interface ItemWithRules extends ListedItem {
  rules: RuleView;
}

const companyNotFound = () =>
  new DomainError('NOT_FOUND', 'This company does not exist. Check its key');
const itemNotFound = () => new DomainError('NOT_FOUND', 'This service is not in the catalogue');
const changeNotFound = () => new DomainError('NOT_FOUND', 'This change does not exist');

const duplicateRule = () => {
  const message = 'The same service and plan occurs twice. Send one change for each';
  return new DomainError('INVALID', message, {
    errors: [{ path: 'rules', code: 'repeated', message }],
  });
};

const conflict = (paths: readonly string[] = []) =>
  new DomainError('CONFLICT', 'Somebody else has changed these rules. Load them again', {
    reason: 'changedMeanwhile',
    errors: paths.map((path) => ({
      path,
      code: 'changedMeanwhile',
      message: `${path} was changed by somebody else`,
    })),
  });

/** True when a change sets a field of the AI Act, which only admins decide. */
const setsAiFields = ({ aiRole, aiTier }: CheckedChange): boolean =>
  aiRole !== undefined || aiTier !== undefined;
const changesAiFields = ({ before, after }: ChangePart): boolean =>
  before.aiRole !== after.aiRole || before.aiTier !== after.aiTier;

/**
 * The company whose rules are read: the viewer's own unless an admin names another.
 * @throws DomainError FORBIDDEN for another company
 */
export function readableCompany(viewer: Viewer, asked: string | null | undefined): string | null {
  const own = requireMember(viewer).company?.key ?? null;
  if (!asked || asked === own) return own;
  if (!isAdmin(viewer)) throw otherCompanyError();
  return asked;
}

export class DataRules {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /**
   * Companies whose rules the viewer may read to decide them: all for an admin, the own one for an approver, else none.
   */
  async companies(viewer: Viewer): Promise<RuleCompany[]> {
    const own = requireMember(viewer).company?.key ?? null;
    const approverOf = isAdmin(viewer) ? null : await approverCompany(viewer, this.deps.approvers);
    if (!isAdmin(viewer) && approverOf === null) return [];
    return (await this.deps.queries.companies(own))
      .filter(({ key }) => approverOf === null || key === approverOf)
      .map(({ mayDecide, ...company }) => ({ company, mayDecide }));
  }

  /** True when a viewer who is not an admin may import tables. */
  async canImportTables(viewer: Viewer): Promise<boolean> {
    return (await approverCompany(viewer, this.deps.approvers)) !== null;
  }

  /**
   * @throws DomainError FORBIDDEN (`approversOnly`, `otherCompany`) unless the viewer may read these rules to decide
   * them
   */
  requireReader(viewer: Viewer, companyKey: string): Promise<RuleReader> {
    return requireRuleReader(viewer, this.deps.approvers, [companyKey]);
  }

  /**
   * @throws DomainError NOT_FOUND, FORBIDDEN (`approversOnly`, `otherCompany`) unless the viewer decides for all of
   * these companies
   */
  async requireDecider(viewer: Viewer, keys: readonly string[]): Promise<RuleReader> {
    const reader = await requireRuleReader(viewer, this.deps.approvers, keys);
    const own = reader.member.company?.key ?? null;
    const known = new Map((await this.deps.queries.companies(own)).map((one) => [one.key, one]));
    for (const key of keys) {
      const company = known.get(key);
      if (!company) throw companyNotFound();
      if (!company.mayDecide) throw otherCompanyError();
    }
    return reader;
  }

  writeChanges(
    by: RuleReader,
    companyKey: string,
    changes: readonly CheckedChange[],
    kind: 'set' | 'import',
  ): Promise<WriteResult & { keys: RuleKey[] }> {
    return this.deps.inTransaction(async (transaction) => {
      await lockDecider(by, transaction.approvers);
      const ids = [...new Set(changes.map(({ itemId }) => itemId))];
      const currentIds = await this.lockItems(transaction, ids, by.isAdmin);
      const keys = changes.map(({ itemId, tier }) => ({
        itemId: currentIds.get(itemId)!,
        companyKey,
        tier,
      }));
      const indexes = new Map(keys.map((key, index) => [formatRuleKey(key), index]));
      // Two ids may refer to the same item after a merge.
      if (indexes.size < keys.length) throw duplicateRule();
      const conflicts: number[] = [];
      const written = await writeRules(
        transaction,
        keys,
        (present) => {
          const index = indexes.get(formatRuleKey(present))!;
          const rule = applyChange(present, toRuleChange(changes[index]!));
          const expected = changes[index]!.expectedVersion ?? present.version;
          // A change that is already applied is no conflict, so that calls can be repeated.
          if (expected !== present.version && !isSameRule(present, rule)) conflicts.push(index);
          return { rule };
        },
        { actorId: by.member.user.id, at: this.deps.clock(), kind },
      );
      if (conflicts.length > 0) throw conflict(conflicts.map((index) => `rules.${index}`));
      return { ...written, keys };
    });
  }

  /** Rules of items whose visibility has been checked. */
  views(keys: readonly RuleKey[]): Promise<RuleView[]> {
    return this.deps.queries.views(keys);
  }

  /**
   * The rule of one item; null when a viewer without a company names none.
   * @throws DomainError NOT_FOUND, FORBIDDEN for another company
   */
  async ofItem(
    viewer: Viewer,
    wanted: number,
    { company, tier }: { company?: string | null | undefined; tier: PlanTier },
  ): Promise<RuleView | null> {
    const companyKey = readableCompany(viewer, company);
    const { id } = await this.deps.visibleItem(viewer, wanted);
    if (companyKey === null) return null;
    const [rule] = await this.deps.queries.views([{ itemId: id, companyKey, tier }]);
    if (!rule) throw companyNotFound();
    return rule;
  }

  /**
   * Changes rules of one company, all or none. Missing fields stay unchanged, null clears; a repeated call changes
   * nothing.
   * @throws DomainError INVALID (`holdsKey`), NOT_FOUND, FORBIDDEN (`approversOnly`, `otherCompany`, `adminOnly`),
   * CONFLICT (`changedMeanwhile`)
   */
  async set(
    viewer: Viewer,
    companyKey: string,
    given: readonly RuleChangeInput[],
  ): Promise<SavedRules> {
    const by = await this.requireDecider(viewer, [companyKey]);
    const changes = parseInput(ruleChangesInput, given, 'rules');
    await refuseCredentials(
      Object.fromEntries(
        changes.flatMap((change, index) =>
          freeTexts(change).map(({ path, text }) => [`rules.${index}.${path}`, text]),
        ),
      ),
    );
    if (!by.isAdmin && changes.some(setsAiFields)) throw adminOnlyError();
    const { keys, ...written } = await this.writeChanges(by, companyKey, changes, 'set');
    const views = new Map(
      (await this.deps.queries.views(keys)).map((rule) => [formatRuleKey(rule), rule]),
    );
    return { ...written, rules: keys.flatMap((key) => views.get(formatRuleKey(key)) ?? []) };
  }

  /** One page of items with their rules, by title. @throws DomainError FORBIDDEN, NOT_FOUND for an unknown company, INVALID past a limit */
  async items(
    viewer: Viewer,
    asked: z.input<typeof itemsInput>,
  ): Promise<{ services: ItemWithRules[]; total: number }> {
    const { isAdmin: seesHidden } = await this.requireReader(viewer, asked.company);
    const { company, tier, page, perPage, ...wanted } = parseInput(itemsInput, asked);
    await this.requireCompany(company);
    const found = await this.deps.queries.items(
      {
        companyKey: company,
        tier,
        search: wanted.search?.trim() ?? '',
        undecidedOnly: wanted.waiting,
        toReviewOnly: wanted.toReview,
        soonDays: limits.dataRules.reviewSoonDays,
        seesHidden,
      },
      { page, perPage },
    );
    const keys = found.items.map(({ itemId }) => ({ itemId, companyKey: company, tier }));
    const rules = new Map((await this.deps.queries.views(keys)).map((rule) => [rule.itemId, rule]));
    return {
      total: found.total,
      services: found.items.flatMap((item) => {
        const rule = rules.get(item.itemId);
        return rule ? [{ ...item, rules: rule }] : [];
      }),
    };
  }

  /** Progress of a company on a plan. @throws DomainError FORBIDDEN, NOT_FOUND for an unknown company */
  async progress(
    viewer: Viewer,
    { company, tier }: { company: string; tier: PlanTier },
  ): Promise<{ decided: number; cells: number; toReview: number }> {
    const { isAdmin: seesHidden } = await this.requireReader(viewer, company);
    await this.requireCompany(company);
    const { items, ...counts } = await this.deps.queries.progress({
      companyKey: company,
      tier,
      seesHidden,
      soonDays: limits.dataRules.reviewSoonDays,
    });
    return { ...counts, cells: items * dataClasses.length };
  }

  /** The changes of one rule, newest first. @throws DomainError NOT_FOUND, FORBIDDEN, INVALID past a limit */
  async history(
    viewer: Viewer,
    { itemId, company, tier }: { itemId: number; company: string; tier: PlanTier },
    window: { page: number; perPage: number },
  ): Promise<{ entries: RuleHistoryRow[]; total: number }> {
    await requireRuleReader(viewer, this.deps.approvers, [company]);
    const wanted = parseInput(historyInput, window);
    const { id } = await this.deps.visibleItem(viewer, itemId);
    return this.deps.queries.history({ itemId: id, companyKey: company, tier }, wanted);
  }

  /**
   * Undoes a change, all of its rules or none; a repeated call changes nothing.
   * @throws DomainError NOT_FOUND, FORBIDDEN (`approversOnly`, `otherCompany`; `adminOnly` for fields that only admins
   * decide), CONFLICT (`changedMeanwhile`) when a rule was changed again
   */
  async undo(viewer: Viewer, changeId: number): Promise<SavedRules> {
    await requireRuleReader(viewer, this.deps.approvers, []);
    const parts = await this.deps.store.changeParts(changeId);
    if (parts.length === 0) throw changeNotFound();
    const keys = new Set(parts.map(({ companyKey }) => companyKey));
    const by = await this.requireDecider(viewer, [...keys]);
    if (!by.isAdmin && parts.some(changesAiFields)) throw adminOnlyError();
    const written = await this.deps.inTransaction(async (transaction) => {
      await lockDecider(by, transaction.approvers);
      if (!by.isAdmin && (await transaction.store.hasHidden(parts.map(({ itemId }) => itemId))))
        throw adminOnlyError();
      const conflicts: Rule[] = [];
      const done = await writeRules(
        transaction,
        parts,
        restorePrevious(parts, (present) => conflicts.push(present)),
        { actorId: by.member.user.id, at: this.deps.clock(), kind: 'undo', undoes: changeId },
      );
      if (conflicts.length > 0) throw conflict();
      return done;
    });
    return { ...written, rules: await this.deps.queries.views(parts) };
  }

  private async requireCompany(company: string): Promise<void> {
    const known = await this.deps.queries.companies(null);
    if (!known.some(({ key }) => key === company)) throw companyNotFound();
  }

  /** Locks items and maps their ids to current ones; retries once after a concurrent merge. */
  private async lockItems(
    { store }: RuleTransaction,
    ids: readonly number[],
    seesHidden: boolean,
  ): Promise<Map<number, number>> {
    const first = await store.lockItems(ids, seesHidden);
    const found = first.size < ids.length ? await store.lockItems(ids, seesHidden) : first;
    if (found.size < ids.length) throw itemNotFound();
    return found;
  }
}
