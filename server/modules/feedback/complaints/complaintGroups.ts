// Open complaints grouped by item and type, each group with its proposed fix.
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { proposeTags } from '../../curation/addItem/addItem.module.ts';
import type { ItemsService } from '../../catalogue/items/items.module.ts';
import { normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { ComplaintGroupKey, ComplaintReviewStore } from './complaintReview.store.ts';
import { addressesIn, proposeFix, serviceIdsIn, type ComplaintFix } from './complaintFixes.ts';
import type { Complaint, ComplaintStatus } from './complaints.ts';

interface Dependencies {
  store: Pick<ComplaintReviewStore, 'items' | 'duplicates' | 'findMentioned'>;
  catalogue: Pick<ItemsService, 'tags'>;
  /** Null without a language model. */
  translator: object | null;
}

/** A fix for one version of the item; it is refused after a later change. */
export interface ProposedFix extends ComplaintFix {
  itemUpdatedAt: Date;
}

/** Open complaints of one type about one item. */
export interface ComplaintGroup extends ComplaintGroupKey {
  key: string;
  status: ComplaintStatus;
  /** Newest first. */
  complaints: Complaint[];
  /** Null when only a person can decide. */
  fix: ProposedFix | null;
}

const searchedTags = 500;

export const formatGroupKey = ({ itemId, type }: ComplaintGroupKey): string => `${itemId}-${type}`;

const normalisedAddressesIn = (text: string): string[] =>
  addressesIn(text).flatMap((address) => (URL.canParse(address) ? normaliseAddress(address) : []));

/** Ids of other items that the comments link to or whose address they contain. */
function mentionedIn(
  comments: readonly string[],
  itemId: number,
  candidates: readonly { id: number; normalisedUrl: string }[],
): number[] {
  const text = comments.join('\n');
  const ids = new Set(serviceIdsIn(text));
  const addresses = new Set(normalisedAddressesIn(text));
  return candidates
    .filter(({ id, normalisedUrl }) => ids.has(id) || addresses.has(normalisedUrl))
    .flatMap(({ id }) => (id === itemId ? [] : id));
}

/** Groups in the order of their newest complaints, without complaints about removed items. */
export async function groupComplaints(
  { store, catalogue, translator }: Dependencies,
  viewer: Viewer,
  complaints: readonly Complaint[],
): Promise<ComplaintGroup[]> {
  const texts = complaints.flatMap(({ comment }) => comment ?? []);
  const [items, duplicates, tags, candidates] = await Promise.all([
    store.items([...new Set(complaints.map(({ itemId }) => itemId))]),
    store.duplicates(
      complaints.flatMap((one) => (one.complaintType === 'duplicate_content' ? one.itemId : [])),
    ),
    catalogue.tags(viewer, { first: searchedTags }),
    store.findMentioned(texts.flatMap(serviceIdsIn), texts.flatMap(normalisedAddressesIn)),
  ]);
  const byId = new Map(items.map((item) => [item.id, item]));
  const groups = Map.groupBy(complaints, ({ itemId, complaintType: type }) =>
    formatGroupKey({ itemId, type }),
  );
  return [...groups].flatMap(([key, group]) => {
    const [{ itemId, complaintType: type }] = group as [Complaint, ...Complaint[]];
    const item = byId.get(itemId);
    if (!item) return [];
    const comments = group.flatMap(({ comment }) => comment ?? []);
    const fix = proposeFix(type, {
      ...item,
      comments,
      others: [...mentionedIn(comments, itemId, candidates), ...(duplicates.get(itemId) ?? [])],
      namedTags: proposeTags(comments.join('\n'), tags),
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
}
