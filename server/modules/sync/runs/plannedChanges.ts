// Readable list of the changes that a rehearsed run would make.
import type { InconsistencyPlan } from './inconsistencyDetection.service.ts';
import type { InconsistencyType, SideValue } from '../inconsistencies.ts';
import { normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { DuplicateItem } from './importPreview.ts';
import type { UpdateReason } from '../comparison/runDecision.ts';
import type { BatchPlan } from './applyRun.ts';
import type { DeletionPlan } from './runSteps.ts';
import type { Removals } from './removals.ts';

export interface PlannedChange {
  kind: 'added' | UpdateReason | 'raised' | 'refreshed' | 'closed' | 'replacedDemoItem';
  itemId: number | null;
  title: string;
  url: string;
  /** Null for changes other than inconsistencies. */
  type: InconsistencyType | null;
  oldValue: SideValue;
  newValue: SideValue;
}

interface TitleAndUrl {
  title: string;
  url: string;
}

const unknownItem: TitleAndUrl = { title: '', url: '' };

function inconsistencyChanges(
  { raised, refreshed, closed }: InconsistencyPlan,
  names: ReadonlyMap<number, TitleAndUrl>,
): PlannedChange[] {
  const nameOf = (itemId: number): TitleAndUrl => names.get(itemId) ?? unknownItem;
  return [
    ...raised.map(({ itemId, type, oldValue, newValue }): PlannedChange => ({
      kind: 'raised',
      itemId,
      ...nameOf(itemId),
      type,
      oldValue,
      newValue,
    })),
    ...refreshed.map(({ open, difference }): PlannedChange => ({
      kind: 'refreshed',
      itemId: open.itemId,
      ...nameOf(open.itemId),
      type: open.type,
      oldValue: difference.oldValue,
      newValue: difference.newValue,
    })),
    ...closed.map(({ itemId, type, oldValue, newValue }): PlannedChange => ({
      kind: 'closed',
      itemId,
      ...nameOf(itemId),
      type,
      oldValue,
      newValue,
    })),
  ];
}

export const plannedChanges = {
  ofBatch({ decisions, detection }: BatchPlan): PlannedChange[] {
    const names = new Map<number, TitleAndUrl>();
    const done = decisions.flatMap((decision): PlannedChange[] => {
      if (decision.kind === 'leave') return [];
      const { title, link: url } = decision.bookmark;
      const plain = { title, url, type: null, oldValue: null, newValue: null };
      if (decision.kind === 'add') return [{ kind: 'added', itemId: null, ...plain }];
      names.set(decision.item.id, { title, url });
      return decision.reasons.map((kind) => ({ kind, itemId: decision.item.id, ...plain }));
    });
    return [...done, ...inconsistencyChanges(detection, names)];
  },

  ofDeletions({ detection }: DeletionPlan, removals: Removals): PlannedChange[] {
    return inconsistencyChanges(
      detection,
      new Map(removals.gone.map(({ itemId, title, url }) => [itemId, { title, url }])),
    );
  },

  /** Demo items that these changes would replace. */
  ofDemo(demoItems: readonly DuplicateItem[], changes: readonly PlannedChange[]): PlannedChange[] {
    if (demoItems.length === 0) return [];
    const added = changes.filter(({ kind }) => kind === 'added');
    const urlOf = new Map(added.map(({ url }) => [normaliseAddress(url), url]));
    return demoItems.flatMap(({ id, titleRu, titleEn, normalisedUrl }): PlannedChange[] => {
      const url = urlOf.get(normalisedUrl);
      if (url === undefined) return [];
      const title = titleEn ?? titleRu ?? '';
      return [
        {
          kind: 'replacedDemoItem',
          itemId: id,
          title,
          url,
          type: null,
          oldValue: null,
          newValue: null,
        },
      ];
    });
  },
};
