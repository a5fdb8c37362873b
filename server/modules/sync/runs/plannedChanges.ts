// The changes that a rehearsal found, in words for people.
import type { FindingsPlan } from './inconsistencyDetection.service.ts';
import type { InconsistencyType, SideValue } from '../inconsistencies.ts';
import { normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { DuplicateItem } from './importPreview.ts';
import type { SettledAs } from '../comparison/runDecision.ts';
import type { PartPlan } from './applyRun.ts';
import type { DeletionPlan } from './removedBookmarks.ts';
import type { Removals } from './removals.ts';

/** One thing that a run would do. */
export interface PlannedChange {
  what: 'added' | SettledAs | 'raised' | 'refreshed' | 'closed' | 'replacedDemoItem';
  itemId: number | null;
  /** Title and address, where they are known. */
  title: string;
  url: string;
  /** Of a difference. */
  type: InconsistencyType | null;
  oldValue: SideValue;
  newValue: SideValue;
}

interface Named {
  title: string;
  url: string;
}

const unnamed: Named = { title: '', url: '' };

function ofFindings(
  { raised, refreshed, closed }: FindingsPlan,
  names: ReadonlyMap<number, Named>,
): PlannedChange[] {
  const nameOf = (itemId: number): Named => names.get(itemId) ?? unnamed;
  return [
    ...raised.map(({ itemId, type, oldValue, newValue }): PlannedChange => ({
      what: 'raised',
      itemId,
      ...nameOf(itemId),
      type,
      oldValue,
      newValue,
    })),
    ...refreshed.map(({ open, difference }): PlannedChange => ({
      what: 'refreshed',
      itemId: open.itemId,
      ...nameOf(open.itemId),
      type: open.type,
      oldValue: difference.oldValue,
      newValue: difference.newValue,
    })),
    ...closed.map(({ itemId, type, oldValue, newValue }): PlannedChange => ({
      what: 'closed',
      itemId,
      ...nameOf(itemId),
      type,
      oldValue,
      newValue,
    })),
  ];
}

export const plannedChanges = {
  ofPart({ decisions, findings }: PartPlan): PlannedChange[] {
    const names = new Map<number, Named>();
    const done = decisions.flatMap((decision): PlannedChange[] => {
      if (decision.what === 'leave') return [];
      const { title, link: url } = decision.bookmark;
      const plain = { title, url, type: null, oldValue: null, newValue: null };
      if (decision.what === 'add') return [{ what: 'added', itemId: null, ...plain }];
      names.set(decision.item.id, { title, url });
      return decision.as.map((what) => ({ what, itemId: decision.item.id, ...plain }));
    });
    return [...done, ...ofFindings(findings, names)];
  },

  ofGone({ findings }: DeletionPlan, removals: Removals): PlannedChange[] {
    return ofFindings(
      findings,
      new Map(removals.gone.map(({ itemId, title, url }) => [itemId, { title, url }])),
    );
  },

  /** Which services of the demo give way to what these changes add. */
  ofDemo(demoItems: readonly DuplicateItem[], changes: readonly PlannedChange[]): PlannedChange[] {
    if (demoItems.length === 0) return [];
    const added = changes.filter(({ what }) => what === 'added');
    const urlOf = new Map(added.map(({ url }) => [normaliseAddress(url), url]));
    return demoItems.flatMap(({ id, titleRu, titleEn, normalisedUrl }): PlannedChange[] => {
      const url = urlOf.get(normalisedUrl);
      if (url === undefined) return [];
      const title = titleEn ?? titleRu ?? '';
      return [
        {
          what: 'replacedDemoItem',
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
