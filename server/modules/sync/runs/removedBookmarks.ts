// Settles what proving removals has shown: differences for bookmarks that are gone, a mark on those that live elsewhere.
import { readTypes, type FindingsPlan } from './inconsistencyDetection.service.ts';
import type { Difference } from '../inconsistencies.ts';
import type { MergeBase } from '../mergeBase.ts';
import type { DeletionKind, Removals } from './removals.ts';
import type { Settlement } from './applyRun.ts';

export interface DeletionPlan {
  gone: MergeBase[];
  moved: MergeBase[];
  findings: FindingsPlan;
}

const removal = (as: DeletionKind): Difference => ({
  type: 'item_removed',
  field: '',
  oldValue: null,
  newValue: as,
  changedOnBothSides: false,
});

/** What is to be done about bookmarks that are gone or elsewhere, unless an admin has decided about them meanwhile. */
export async function planDeletions(
  settlement: Settlement,
  removals: Removals,
): Promise<DeletionPlan> {
  const { rooms, readSince, clock, counts } = settlement;
  const now = clock();
  const ids = [...removals.gone, ...removals.moved].map((item) => item.itemId);
  const agreements = await rooms.agreements.of(ids);
  const busy = await rooms.findings.busyItems(ids);
  const free = (itemId: number): MergeBase[] => {
    const agreement = agreements.get(itemId);
    const isDecided =
      !agreement || agreement.goneAt || agreement.agreedAt >= readSince || busy.has(itemId);
    return isDecided ? [] : [agreement];
  };
  const gone = removals.gone.flatMap((item) =>
    free(item.itemId).map((agreement) => ({ agreement, as: item.as })),
  );
  const findings = await rooms.findings.plan(
    gone.map(({ agreement, as }) => ({ itemId: agreement.itemId, differences: [removal(as)] })),
    readTypes,
  );
  counts.removed += gone.length;
  return {
    gone: gone.map(({ agreement }) => ({ ...agreement, goneAt: now })),
    moved: removals.moved
      .flatMap((item) => free(item.itemId))
      .map((agreement) => ({ ...agreement, movedAt: now })),
    findings,
  };
}

export async function applyDeletions(
  { rooms, runId }: Settlement,
  { gone, moved, findings }: DeletionPlan,
): Promise<void> {
  await rooms.agreements.put([...gone, ...moved]);
  await rooms.findings.apply(findings, runId);
  await rooms.items.refreshStatus(gone.map((agreement) => agreement.itemId));
}
