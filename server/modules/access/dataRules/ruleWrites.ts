// Writing of data rules by an edit, an import, a merge or an undo, with their history, audit log and events, and the events of due reviews.
import type { JsonValue } from '../../../shared/jsonValue.ts';
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { ApproverLookup } from '../requests/accessRequests.ts';
import {
  type ChangePart,
  type DataRulesStore,
  type RuleSnapshot,
  type StoredRule,
  toSnapshot,
} from './dataRules.store.ts';
import {
  emptyRule,
  isEmptyRule,
  isSameRule,
  mergeRules,
  type Rule,
  type RuleConflict,
  type RuleFacts,
  type RuleKey,
} from './dataRules.ts';

export interface RuleTransaction {
  store: DataRulesStore;
  approvers: Pick<ApproverLookup, 'lockApprover'>;
  auditLog: Pick<AuditLog, 'record'>;
  outbox: Pick<Outbox, 'record'>;
}

/** New content of a rule. Without `decision`, the author of the change decides it now. */
interface NewRule {
  rule: RuleFacts;
  decision?: Pick<RuleSnapshot, 'decidedBy' | 'decidedAt'>;
}

interface ChangeAuthor {
  actorId: number;
  at: Date;
  kind: 'set' | 'import' | 'merge' | 'undo';
  /** The change that this one undoes. */
  undoes?: number;
}

export interface WriteResult {
  /** The change to undo; null when nothing changed. */
  changeId: number | null;
  count: number;
}

export const formatRuleKey = ({ itemId, companyKey, tier }: RuleKey): string =>
  `${itemId}/${companyKey}/${tier}`;

/** The decided fields of a rule for the audit log; null for an empty rule. */
const auditValue = (key: RuleKey, rule: RuleFacts): JsonValue => {
  if (isEmptyRule(rule)) return null;
  const { companyKey: company, tier } = key;
  const said = Object.entries(rule).filter(
    ([, value]) => value !== null && (typeof value !== 'object' || Object.keys(value).length > 0),
  );
  return { company, tier, ...(Object.fromEntries(said) as Record<string, JsonValue>) };
};

const withoutDecision = ({ decidedBy: _by, decidedAt: _at, ...rule }: RuleSnapshot): RuleFacts =>
  rule;

/**
 * Writes the rules that `ruleFor` returns, in one step.
 * @param ruleFor new content of a locked rule; null leaves it unchanged
 */
export async function writeRules(
  { store, auditLog, outbox }: RuleTransaction,
  keys: readonly RuleKey[],
  ruleFor: (present: StoredRule) => NewRule | null,
  author: ChangeAuthor,
): Promise<WriteResult> {
  if (keys.length === 0) return { changeId: null, count: 0 };
  const locked = await store.lock(keys);
  const changes = locked.flatMap((present) => {
    const next = ruleFor(present);
    if (!next || isSameRule(present, next.rule)) return [];
    const decision = next.decision ?? {
      decidedBy: author.actorId,
      decidedAt: author.at.toISOString(),
    };
    const after: RuleSnapshot = { ...next.rule, ...decision };
    return [{ id: present.id, before: toSnapshot(present), after, key: present }];
  });
  await store.write(changes.map(({ id, after }) => ({ id, ...after })));
  await store.deleteEmpty(locked.map(({ id }) => id));
  if (changes.length === 0) return { changeId: null, count: 0 };
  const parts = changes.map(({ before, after, key }): ChangePart => {
    const { itemId, companyKey, tier } = key;
    return { itemId, companyKey, tier, before, after };
  });
  const changeId = await store.addChange(author, parts);
  await auditLog.record(
    ...parts.map((part) => ({
      actorId: author.actorId,
      action: author.kind === 'undo' ? 'rules.undone' : 'rules.changed',
      subjectType: 'item',
      subjectId: String(part.itemId),
      itemId: part.itemId,
      before: auditValue(part, withoutDecision(part.before)),
      after: auditValue(part, withoutDecision(part.after)),
    })),
  );
  // An undo of an undo counts as an ordinary change.
  const undone = author.undoes ?? null;
  const takesBack = undone !== null && !(await store.isUndo(undone)) ? undone : null;
  await outbox.record(
    ...parts.map(({ before, after, ...key }) => ({
      kind: 'data_rules_changed' as const,
      subjectId: formatRuleKey(key),
      itemId: key.itemId,
      actorId: author.actorId,
      before: before.status,
      after: after.status,
      changeId,
      takesBack,
    })),
  );
  return { changeId, count: parts.length };
}

function compareWithPart(part: ChangePart, present: Rule): 'after' | 'before' | 'otherwise' {
  if (isSameRule(present, withoutDecision(part.after))) return 'after';
  return isSameRule(present, withoutDecision(part.before)) ? 'before' : 'otherwise';
}

/** Restores the rules before a change; calls `refuse` with those that were changed again. */
export const restorePrevious =
  (parts: readonly ChangePart[], refuse: (present: Rule) => void) =>
  (present: Rule): NewRule | null => {
    const part = parts.find((one) => formatRuleKey(one) === formatRuleKey(present));
    if (!part) return null;
    const state = compareWithPart(part, present);
    if (state === 'otherwise') refuse(present);
    if (state !== 'after') return null;
    const { decidedBy, decidedAt } = part.before;
    return { rule: withoutDecision(part.before), decision: { decidedBy, decidedAt } };
  };

export interface MergedConflict extends RuleConflict {
  companyKey: string;
  tier: RuleKey['tier'];
}

export interface MergedRules {
  changeId: number | null;
  conflicts: MergedConflict[];
}

/** Author and time of a rule's decision, which a merge preserves. */
function decisionOf(rule: StoredRule) {
  const { decidedBy, decidedAt } = toSnapshot(rule);
  return { decidedBy, decidedAt };
}

export class RuleMerges {
  private transaction: RuleTransaction;

  constructor(transaction: RuleTransaction) {
    this.transaction = transaction;
  }

  /** Gives the kept item the stricter rule of both; demo rules are ignored. */
  async merge(
    { from, to }: { from: number; to: number },
    by: { actorId: number; at: Date },
  ): Promise<MergedRules> {
    const others = (await this.transaction.store.ofItem(from)).filter(
      (rule) => !isEmptyRule(rule) && !rule.isDemo,
    );
    const byKey = new Map(others.map((rule) => [formatRuleKey({ ...rule, itemId: to }), rule]));
    const conflicts: MergedConflict[] = [];
    const passedOn: RuleKey[] = [];
    const { changeId } = await writeRules(
      this.transaction,
      others.map(({ companyKey, tier }) => ({ itemId: to, companyKey, tier })),
      (present) => {
        const other = byKey.get(formatRuleKey(present));
        if (!other) return null;
        const { companyKey, tier } = present;
        if (isEmptyRule(present) || present.isDemo) {
          passedOn.push(present);
          return { rule: mergeRules(emptyRule, other).rule, decision: decisionOf(other) };
        }
        const merged = mergeRules(present, other);
        conflicts.push(...merged.conflicts.map((one) => ({ ...one, companyKey, tier })));
        // The earlier decision counts, so that source changes since then still need a review; a missing one is the
        // earliest.
        const isOtherEarlier = Number(other.decidedAt) < Number(present.decidedAt);
        return { rule: merged.rule, decision: decisionOf(isOtherEarlier ? other : present) };
      },
      { ...by, kind: 'merge' },
    );
    await this.transaction.store.copyConfirmations(from, passedOn);
    return { changeId, conflicts };
  }

  /** Undoes a merge of rules, except for rules that were changed again. */
  async unmerge(changeId: number | null, by: { actorId: number; at: Date }): Promise<void> {
    if (changeId === null) return;
    const parts = await this.transaction.store.changeParts(changeId);
    await writeRules(
      this.transaction,
      parts,
      restorePrevious(parts, () => undefined),
      { ...by, kind: 'undo', undoes: changeId },
    );
  }
}

interface Options {
  inTransaction<Result>(work: (transaction: RuleTransaction) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

const batchSize = 200;

export class RuleReviews {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Records the reviews that are due soon or overdue; returns how many. */
  async recordDue(signal: AbortSignal): Promise<number> {
    let recorded = 0;
    for (let found = batchSize; found === batchSize; recorded += found) {
      signal.throwIfAborted();
      found = await this.deps.inTransaction(async ({ store, outbox }) => {
        const due = await store.claimDueReviews(
          this.deps.clock(),
          limits.dataRules.reviewSoonDays,
          batchSize,
        );
        await outbox.record(
          ...due.map(({ reviewBy, ...key }) => ({
            kind: 'review_due' as const,
            subjectId: formatRuleKey(key),
            itemId: key.itemId,
            actorId: null,
            after: reviewBy,
          })),
        );
        return due.length;
      });
    }
    return recorded;
  }
}
