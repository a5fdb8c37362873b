// What helps to choose a service, by many keys, for one request.
import type { Knex } from 'knex';
import { limits } from '../../../config/limits.ts';
import { loadMany, loadOne } from '../../../shared/loaders.ts';
import { isAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import {
  isVerifiedFor,
  type ItemView,
  type KnowledgeItem,
} from '../../catalogue/items/items.module.ts';
import { linkChecksStore } from '../../curation/linkChecks/linkChecks.module.ts';
import type { SearchIndex } from '../../search/search.module.ts';
import {
  compareItems,
  sortOwnCompanyFirst,
  type ComparedItem,
  type CompanyUse,
  type Difference,
} from './itemOverview.ts';
import {
  itemOverviewQueries,
  type ItemConcepts,
  type SimilarItems,
} from './itemOverview.queries.ts';

interface Options {
  db: Knex;
  index: SearchIndex;
  viewer: Viewer;
  /** Items that the viewer can see; null for any other. */
  itemById: { loadMany(ids: readonly number[]): Promise<(KnowledgeItem | null | Error)[]> };
  /** Reads from an item as it stands before the viewer. */
  withView<Value>(item: KnowledgeItem, read: (view: ItemView) => Value): Value | Promise<Value>;
}

/** A service that may stand in the place of another one. */
export interface Alternative {
  item: KnowledgeItem;
  difference: Difference;
}

export function itemOverviewLoaders({ db, index, viewer, itemById, withView }: Options) {
  const search = itemOverviewQueries({ db, index });
  const company = viewer.kind === 'member' ? (viewer.company?.key ?? null) : null;
  const usesOfItem = loadMany<number, CompanyUse>(search.uses, (use) => use.itemId);
  const likenessOfItem = loadOne<number, SimilarItems>(
    (ids) => search.likenesses(ids, isAdmin(viewer)),
    (likeness) => likeness.itemId,
  );
  const conceptsOfItem = loadOne<number, ItemConcepts>(
    search.concepts,
    (likeness) => likeness.itemId,
  );

  const linkChecks = loadOne(
    async (ids: readonly number[]) => [...(await linkChecksStore(db).findMany(ids)).values()],
    (check) => check.itemId,
  );

  const usedBy = async (itemId: number): Promise<CompanyUse[]> =>
    sortOwnCompanyFirst(await usesOfItem.load(itemId), company);

  /** How an item stands before the viewer when it comes to a choice. */
  async function choiceOf(item: KnowledgeItem, concepts: readonly string[]): Promise<ComparedItem> {
    const [isApproved, uses] = await Promise.all([
      withView(item, ({ card }) => isVerifiedFor(viewer, card)),
      company === null ? [] : usesOfItem.load(item.id),
    ]);
    const own = uses.find(({ companyKey }) => companyKey === company);
    return { isApproved, concepts, colleagues: own?.count ?? 0 };
  }

  return {
    usedBy,

    /** Ids of what an item is about, what it is most about first. */
    conceptsOfItem: async (itemId: number): Promise<string[]> =>
      (await conceptsOfItem.load(itemId))?.concepts ?? [],

    /** People of the viewer's company who use an item, the latest first. */
    colleaguesOfItem: loadMany(
      async (ids: readonly number[]) => (company === null ? [] : search.colleagues(ids, company)),
      (person) => person.itemId,
    ),

    casesToChooseBy: loadMany(
      (ids: readonly number[]) => search.cases(ids, company),
      (useCase) => useCase.itemId,
    ),

    expertsToAsk: loadMany(
      (ids: readonly number[]) => search.experts(ids, company),
      (expert) => expert.itemId,
    ),

    /** The last look at an item's address; null before the first. */
    async linkCheckOf(item: KnowledgeItem) {
      const check = await linkChecks.load(item.id);
      // A look at a former address says nothing of this one.
      return check?.url === item.sourceUrl ? check : null;
    },

    /** What may stand in the place of an item: what the viewer's company approves first, then the likest. */
    async alternatives(item: KnowledgeItem): Promise<Alternative[]> {
      const likeness = await likenessOfItem.load(item.id);
      if (!likeness) return [];
      const concepts = new Map(
        [likeness, ...likeness.like].map((one) => [one.itemId, one.concepts]),
      );
      const found = await itemById.loadMany(likeness.like.map(({ itemId }) => itemId));
      const items = found.flatMap((other) => {
        if (other instanceof Error) throw other;
        return other ?? [];
      });
      const [one, ...choices] = await Promise.all(
        [item, ...items].map((each) => choiceOf(each, concepts.get(each.id)!)),
      );
      return items
        .map((other, place) => ({ item: other, choice: choices[place]! }))
        .toSorted((a, b) => Number(b.choice.isApproved) - Number(a.choice.isApproved))
        .slice(0, limits.lists.alternatives)
        .map((other) => ({ item: other.item, difference: compareItems(one!, other.choice) }));
    },
  };
}
