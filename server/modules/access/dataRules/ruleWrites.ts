// Writes rules, whoever asks: an edit, an import, a merge, an undo. Each is kept with what stood there before, and recorded.
import type { ChosenPeople } from '../requests/accessRequests.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { JsonValue } from '../../../shared/jsonValue.ts';
import type { Outbox } from '../../outbox/outbox.module.ts';
import { saysNothing, sayTheSame, type Rule, type RuleFacts, type RulePlace } from './dataRules.ts';
import { keptOf, type KeptRule } from './dataRules.rows.ts';
import type { ChangePart, DataRulesStore, HeldRule } from './dataRules.store.ts';

/** The rooms of a change of rules, on its transaction. */
export interface RuleTransaction {
  store: DataRulesStore;
  approvers: Pick<ChosenPeople, 'holdChosen'>;
  activity: Pick<AuditLog, 'record'>;
  events: Pick<Outbox, 'record'>;
}

/** What one rule shall say; `null` leaves it. With `keepers`, who has decided it and when; else the author of the change, now. */
export interface CatalogueGap {
  rule: RuleFacts;
  keepers?: Pick<KeptRule, 'decidedBy' | 'decidedAt'>;
}

export interface Author {
  actorId: number;
  at: Date;
  kind: 'set' | 'import' | 'merge' | 'undo';
  /** With `undo`: the change that it takes back. */
  takesBack?: number;
}

export interface Written {
  /** By which the change is taken back; null where nothing has changed. */
  changeId: number | null;
  /** Rules that say something else now. */
  count: number;
}

export const keyOf = ({ itemId, companyKey, tier }: RulePlace): string =>
  `${itemId}/${companyKey}/${tier}`;

/** What the record shows of a rule: what is said, and nothing of what is not. */
const recorded = (place: RulePlace, rule: RuleFacts): JsonValue => {
  if (saysNothing(rule)) return null;
  const { companyKey: company, tier } = place;
  const said = Object.entries(rule).filter(
    ([, value]) => value !== null && (typeof value !== 'object' || Object.keys(value).length > 0),
  );
  return { company, tier, ...(Object.fromEntries(said) as Record<string, JsonValue>) };
};

const withoutKeepers = ({ decidedBy: _by, decidedAt: _at, ...rule }: KeptRule): RuleFacts => rule;

/**
 * Makes rules say what `wishOf` wants of them, in one go.
 * @param wishOf what a rule shall say; asked with the rule as it stands, locked; null leaves it
 */
export async function writeRules(
  { store, activity, events }: RuleTransaction,
  places: readonly RulePlace[],
  wishOf: (present: HeldRule) => CatalogueGap | null,
  author: Author,
): Promise<Written> {
  if (places.length === 0) return { changeId: null, count: 0 };
  const locked = await store.lock(places);
  const changes = locked.flatMap((present) => {
    const wish = wishOf(present);
    if (!wish || sayTheSame(present, wish.rule)) return [];
    const keepers = wish.keepers ?? {
      decidedBy: author.actorId,
      decidedAt: author.at.toISOString(),
    };
    const after: KeptRule = { ...wish.rule, ...keepers };
    return [{ id: present.id, before: keptOf(present), after, place: present }];
  });
  await store.write(changes.map(({ id, after }) => ({ id, ...after })));
  await store.dropBlank(locked.map(({ id }) => id));
  if (changes.length === 0) return { changeId: null, count: 0 };
  const parts = changes.map(({ before, after, place }): ChangePart => {
    const { itemId, companyKey, tier } = place;
    return { itemId, companyKey, tier, before, after };
  });
  const changeId = await store.addChange(author, parts);
  await activity.record(
    ...parts.map((part) => ({
      actorId: author.actorId,
      action: author.kind === 'undo' ? 'rules.undone' : 'rules.changed',
      subjectType: 'item',
      subjectId: String(part.itemId),
      itemId: part.itemId,
      before: recorded(part, withoutKeepers(part.before)),
      after: recorded(part, withoutKeepers(part.after)),
    })),
  );
  // What takes an undo back is news like any change.
  const undone = author.takesBack ?? null;
  const takesBack = undone !== null && !(await store.isUndo(undone)) ? undone : null;
  await events.record(
    ...parts.map(({ before, after, ...place }) => ({
      kind: 'data_rules_changed' as const,
      subjectId: keyOf(place),
      itemId: place.itemId,
      actorId: author.actorId,
      before: before.status,
      after: after.status,
      changeId,
      takesBack,
    })),
  );
  return { changeId, count: parts.length };
}

/** How the rules that a change has touched stand by now: as it left them, as they were before, or otherwise. */
function standsAs(part: ChangePart, present: Rule): 'after' | 'before' | 'otherwise' {
  if (sayTheSame(present, withoutKeepers(part.after))) return 'after';
  return sayTheSame(present, withoutKeepers(part.before)) ? 'before' : 'otherwise';
}

/** The wish that brings back what stood there before a change, as far as nobody has changed it since. */
export const wishBefore =
  (parts: readonly ChangePart[], refuse: (present: Rule) => void) =>
  (present: Rule): CatalogueGap | null => {
    const part = parts.find((one) => keyOf(one) === keyOf(present));
    if (!part) return null;
    const stands = standsAs(part, present);
    if (stands === 'otherwise') refuse(present);
    if (stands !== 'after') return null;
    const { decidedBy, decidedAt } = part.before;
    return { rule: withoutKeepers(part.before), keepers: { decidedBy, decidedAt } };
  };
