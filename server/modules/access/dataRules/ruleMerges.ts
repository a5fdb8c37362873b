// What becomes of the rules of two services that are merged into one: the stricter word of both. Those of the merged service stay
// with it, so that the undo of the merge finds them there. What the demo has made up says nothing about a service of ours.
import {
  nothingDecided,
  saysNothing,
  strictest,
  type RuleConflict,
  type RulePlace,
} from './dataRules.ts';
import { keyOf, wishBefore, writeRules, type RuleTransaction } from './ruleWrites.ts';

/** Two verdicts of a merge that said otherwise. */
export interface MergedConflict extends RuleConflict {
  companyKey: string;
  tier: RulePlace['tier'];
}

export interface MergedRules {
  changeId: number | null;
  conflicts: MergedConflict[];
}

export const createRuleMerges = (rooms: RuleTransaction) => ({
  /** The kept service takes over what the merged one was allowed, as far as it is not stricter itself. */
  async merge(
    { from, to }: { from: number; to: number },
    by: { actorId: number; at: Date },
  ): Promise<MergedRules> {
    const others = (await rooms.store.ofItem(from)).filter(
      (rule) => !saysNothing(rule) && !rule.isDemo,
    );
    const byKey = new Map(others.map((rule) => [keyOf({ ...rule, itemId: to }), rule]));
    const conflicts: MergedConflict[] = [];
    const { changeId } = await writeRules(
      rooms,
      others.map(({ companyKey, tier }) => ({ itemId: to, companyKey, tier })),
      (present) => {
        const other = byKey.get(keyOf(present));
        if (!other) return null;
        const { companyKey, tier } = present;
        if (present.version === 0 || present.isDemo) {
          const decidedAt = other.decidedAt?.toISOString() ?? null;
          const keepers = { decidedBy: other.decidedBy, decidedAt };
          return { rule: strictest(nothingDecided, other).rule, keepers };
        }
        const merged = strictest(present, other);
        conflicts.push(...merged.conflicts.map((one) => ({ ...one, companyKey, tier })));
        return { rule: merged.rule };
      },
      { ...by, kind: 'merge' },
    );
    return { changeId, conflicts };
  },

  /** Takes that back where nobody has decided anything since. */
  async unmerge(changeId: number | null, by: { actorId: number; at: Date }): Promise<void> {
    if (changeId === null) return;
    const parts = await rooms.store.partsOf(changeId);
    await writeRules(
      rooms,
      parts,
      wishBefore(parts, () => undefined),
      { ...by, kind: 'undo', takesBack: changeId },
    );
  },
});

export type RuleMerges = ReturnType<typeof createRuleMerges>;
