// Detection of inconsistencies by runs and link checks: raises, refreshes and closes them.
import type { Clock } from '../../../shared/clock.ts';
import type { AuditLog, NewAuditLogEntry } from '../../people/auditLog/auditLog.module.ts';
import type {
  InconsistencyDetectionStore,
  NewInconsistency,
} from './inconsistencyDetection.store.ts';
import {
  inconsistencyTypes,
  sameValue,
  type Difference,
  type Inconsistency,
  type InconsistencyType,
} from '../inconsistencies.ts';

/** All current differences of an item; other open inconsistencies of it are closed. */
export interface ItemDifferences {
  itemId: number;
  differences: readonly Difference[];
}

export interface InconsistencyPlan {
  raised: NewInconsistency[];
  refreshed: { open: Inconsistency; difference: Difference }[];
  closed: Inconsistency[];
}

/** Types that reading a bookmark detects. */
export const bookmarkInconsistencyTypes: readonly InconsistencyType[] = inconsistencyTypes.filter(
  (type) => type !== 'link_broken',
);

interface Options {
  store: InconsistencyDetectionStore;
  auditLog: Pick<AuditLog, 'record'>;
  clock: Clock;
}

/** Ignoring applies to a provider value, or to the address of a broken link; a removal is raised every time. */
function isIgnored(difference: Difference, ignored: Inconsistency): boolean {
  if (difference.type === 'item_removed') return false;
  if (difference.type === 'link_broken') return sameValue(difference.oldValue, ignored.oldValue);
  return sameValue(difference.newValue, ignored.newValue);
}

const isSameKind = (
  one: Pick<Difference, 'type' | 'field'>,
  other: Pick<Difference, 'type' | 'field'>,
): boolean => one.type === other.type && one.field === other.field;

const isUnchanged = (open: Inconsistency, difference: Difference): boolean =>
  sameValue(open.oldValue, difference.oldValue) &&
  sameValue(open.newValue, difference.newValue) &&
  open.changedOnBothSides === difference.changedOnBothSides;

/** Plan for the inconsistencies of one item. Pure. */
export function planForItem(
  { itemId, differences }: ItemDifferences,
  rows: readonly Inconsistency[],
): InconsistencyPlan {
  const plan: InconsistencyPlan = { raised: [], refreshed: [], closed: [] };
  const ignored = rows.filter((row) => row.status === 'ignored');
  const open = rows.filter((row) => row.status === 'new');
  const news = differences.filter(
    (one) => !ignored.some((row) => isSameKind(row, one) && isIgnored(one, row)),
  );
  for (const difference of news) {
    const same = open.find((row) => isSameKind(row, difference));
    if (!same) plan.raised.push({ ...difference, itemId });
    else if (!isUnchanged(same, difference)) plan.refreshed.push({ open: same, difference });
  }
  plan.closed = open.filter((row) => !news.some((difference) => isSameKind(row, difference)));
  return plan;
}

export const createInconsistencyDetection = ({ store, auditLog, clock }: Options) => ({
  isBeingDecided: (itemId: number): Promise<boolean> => store.isBeingDecided(itemId),

  /** Items with a lease or an active write; they must not be changed. */
  busyItems: (itemIds: readonly number[]): Promise<Set<number>> => store.busyItems(itemIds),

  /** Plans what to raise, refresh and close; writes nothing. */
  async plan(
    found: readonly ItemDifferences[],
    types: readonly InconsistencyType[],
  ): Promise<InconsistencyPlan> {
    const rows = await store.openOrIgnored(
      found.map((one) => one.itemId),
      types,
    );
    const rowsOf = Map.groupBy(rows, (row) => row.itemId);
    const plans = found.map((one) => planForItem(one, rowsOf.get(one.itemId) ?? []));
    return {
      raised: plans.flatMap((plan) => plan.raised),
      refreshed: plans.flatMap((plan) => plan.refreshed),
      closed: plans.flatMap((plan) => plan.closed),
    };
  },

  /** Writes a plan with audit log entries. @param runId null for a link check */
  async apply(
    { raised, refreshed, closed }: InconsistencyPlan,
    runId: number | null,
  ): Promise<void> {
    const now = clock();
    const ids = await store.insert(raised, now);
    for (const { open, difference } of refreshed) await store.refresh(open.id, difference, now);
    if (closed.length > 0) {
      await store.close(
        closed.map((row) => row.id),
        now,
      );
    }
    const entry = (
      id: number,
      itemId: number,
      action: string,
    ): Omit<NewAuditLogEntry, 'before' | 'after'> => ({
      runId,
      action: `inconsistency.${action}`,
      subjectType: 'inconsistency',
      subjectId: String(id),
      itemId,
    });
    await auditLog.record(
      ...raised.map((one, at) => ({
        ...entry(ids[at] ?? 0, one.itemId, 'raised'),
        before: { type: one.type, catalogue: one.oldValue },
        after: { service: one.newValue },
      })),
      ...refreshed.map(({ open, difference }) => ({
        ...entry(open.id, open.itemId, 'refreshed'),
        before: { type: open.type, service: open.newValue },
        after: { service: difference.newValue },
      })),
      ...closed.map((row) => ({
        ...entry(row.id, row.itemId, 'closed'),
        before: { type: row.type, service: row.newValue },
        after: null,
      })),
    );
  },
});

export type InconsistencyDetection = ReturnType<typeof createInconsistencyDetection>;
