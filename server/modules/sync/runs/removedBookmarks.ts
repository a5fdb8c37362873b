// Inconsistencies for removed bookmarks and marks on moved ones.
import {
  bookmarkInconsistencyTypes,
  type InconsistencyPlan,
} from './inconsistencyDetection.service.ts';
import type { Difference } from '../inconsistencies.ts';
import type { MergeBase } from '../mergeBase.ts';
import type { DeletionKind, Removals } from './removals.ts';
import type { RunContext } from './applyRun.ts';

export interface DeletionPlan {
  gone: MergeBase[];
  moved: MergeBase[];
  detection: InconsistencyPlan;
}

const removedDifference = (as: DeletionKind): Difference => ({
  type: 'item_removed',
  field: '',
  oldValue: null,
  newValue: as,
  changedOnBothSides: false,
});

/** Plans inconsistencies for removed and marks for moved bookmarks, except for items that were decided meanwhile. */
export async function planDeletions(
  context: RunContext,
  removals: Removals,
): Promise<DeletionPlan> {
  const { tx, readStartedAt, clock, counts } = context;
  const now = clock();
  const ids = [...removals.gone, ...removals.moved].map((item) => item.itemId);
  const mergeBases = await tx.mergeBases.of(ids);
  const busy = await tx.detection.busyItems(ids);
  const free = (itemId: number): MergeBase[] => {
    const mergeBase = mergeBases.get(itemId);
    const isDecided =
      !mergeBase || mergeBase.goneAt || mergeBase.agreedAt >= readStartedAt || busy.has(itemId);
    return isDecided ? [] : [mergeBase];
  };
  const gone = removals.gone.flatMap((item) =>
    free(item.itemId).map((mergeBase) => ({ agreement: mergeBase, as: item.as })),
  );
  const detection = await tx.detection.plan(
    gone.map(({ agreement: mergeBase, as }) => ({
      itemId: mergeBase.itemId,
      differences: [removedDifference(as)],
    })),
    bookmarkInconsistencyTypes,
  );
  counts.removed += gone.length;
  return {
    gone: gone.map(({ agreement: mergeBase }) => ({ ...mergeBase, goneAt: now })),
    moved: removals.moved
      .flatMap((item) => free(item.itemId))
      .map((mergeBase) => ({ ...mergeBase, movedAt: now })),
    detection: detection,
  };
}

export async function applyDeletions(
  { tx, runId }: RunContext,
  { gone, moved, detection }: DeletionPlan,
): Promise<void> {
  await tx.mergeBases.put([...gone, ...moved]);
  await tx.detection.apply(detection, runId);
  await tx.items.refreshStatus(gone.map((mergeBase) => mergeBase.itemId));
}
