// Writing of data rules by an edit, an import, a merge or an undo, with their history, audit log and events.
import type { ApproverLookup } from '../requests/accessRequests.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { JsonValue } from '../../../shared/jsonValue.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import { isEmptyRule, isSameRule, type Rule, type RuleFacts, type RuleKey } from './dataRules.ts';
import { toSnapshot, type RuleSnapshot } from './dataRules.rows.ts';
import type { ChangePart, DataRulesStore, StoredRule } from './dataRules.store.ts';

export interface RuleTransaction {
  store: DataRulesStore;
  approvers: Pick<ApproverLookup, 'lockApprover'>;
  auditLog: Pick<AuditLog, 'record'>;
  outbox: Pick<Outbox, 'record'>;
}

/** New content of a rule. Without `decision`, the author of the change decides it now. */
export interface NewRule {
  rule: RuleFacts;
  decision?: Pick<RuleSnapshot, 'decidedBy' | 'decidedAt'>;
}

export interface ChangeAuthor {
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
