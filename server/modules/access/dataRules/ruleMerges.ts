// Merge of the data rules of two items; the merged item keeps its own for an undo.
import {
  emptyRule,
  isEmptyRule,
  mergeRules,
  type RuleConflict,
  type RuleKey,
} from './dataRules.ts';
import { toSnapshot } from './dataRules.rows.ts';
import type { StoredRule } from './dataRules.store.ts';
import { formatRuleKey, restorePrevious, writeRules, type RuleTransaction } from './ruleWrites.ts';

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
