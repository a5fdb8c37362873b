// Open reports folded into cases, each with the fix that is proposed.
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { proposeTags } from '../../curation/addItem/addItem.module.ts';
import type { ItemsService } from '../../catalogue/items/items.module.ts';
import { normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { CaseKey, ComplaintReviewStore } from './complaintReview.store.ts';
import { addressesIn, proposeFix, serviceIdsIn, type ComplaintFix } from './complaintFixes.ts';
import type { Complaint, ComplaintStatus } from './complaints.ts';

interface Options {
  cases: Pick<ComplaintReviewStore, 'items' | 'duplicates' | 'named'>;
  catalogue: Pick<ItemsService, 'tags'>;
  /** Null when no language model is configured. */
  translator: object | null;
}

/** A fix with the service as it stood when it was proposed: a later change of it stands in the way. */
export interface ProposedFix extends ComplaintFix {
  itemUpdatedAt: Date;
}

/** Open reports of one kind on one service. */
export interface ComplaintGroup extends CaseKey {
  key: string;
  status: ComplaintStatus;
  /** Newest first. */
  complaints: Complaint[];
  /** Null where only a person knows. */
  fix: ProposedFix | null;
}

const tagsLookedThrough = 500;

export const keyOf = ({ itemId, type }: CaseKey): string => `${itemId}-${type}`;

/** Plain addresses of those that stand in a text. */
const plainAddressesIn = (text: string): string[] =>
  addressesIn(text).flatMap((address) => (URL.canParse(address) ? normaliseAddress(address) : []));

/** Cases with their fixes, in the order of their newest reports. */
export function createComplaintGroups({ cases, catalogue, translator }: Options) {
  return async (viewer: Viewer, reports: readonly Complaint[]): Promise<ComplaintGroup[]> => {
    const groups = [
      ...Map.groupBy(reports, (one) => keyOf({ itemId: one.itemId, type: one.complaintType })),
    ];
    const texts = reports.flatMap(({ comment }) => comment ?? []);
    const [items, duplicates, tags, named] = await Promise.all([
      cases.items([...new Set(reports.map(({ itemId }) => itemId))]),
      cases.duplicates(
        reports.flatMap((one) => (one.complaintType === 'duplicate_content' ? one.itemId : [])),
      ),
      catalogue.tags(viewer, { first: tagsLookedThrough }),
      cases.named(texts.flatMap(serviceIdsIn), texts.flatMap(plainAddressesIn)),
    ]);
    const byId = new Map(items.map((item) => [item.id, item]));
    const othersIn = (comments: readonly string[], itemId: number): number[] => {
      const text = comments.join('\n');
      const ids = new Set(serviceIdsIn(text));
      const plain = new Set(plainAddressesIn(text));
      return named
        .filter(
          ({ id, normalisedUrl }) => id !== itemId && (ids.has(id) || plain.has(normalisedUrl)),
        )
        .map(({ id }) => id);
    };
    return groups.flatMap(([key, group]) => {
      const [{ itemId, complaintType: type }] = group as [Complaint, ...Complaint[]];
      const item = byId.get(itemId);
      if (!item) return [];
      const comments = group.flatMap(({ comment }) => comment ?? []);
      const others = [...othersIn(comments, itemId), ...(duplicates.get(itemId) ?? [])];
      const namedTags = proposeTags(comments.join('\n'), tags);
      const fix = proposeFix(type, {
        ...item,
        comments,
        others,
        namedTags,
        canTranslate: translator !== null,
      });
      const status = group.some((one) => one.status === 'new') ? 'new' : 'in_progress';
      return {
        key,
        itemId,
        type,
        status,
        complaints: group,
        fix: fix && { ...fix, itemUpdatedAt: item.updatedAt },
      } as const;
    });
  };
}
