// Loaders for the overview of an item: users, concepts, use cases, experts and alternatives.
import type { Knex } from 'knex';
import { limits } from '../../../config/limits.ts';
import { loadOne } from '../../../shared/loaders.ts';
import { memoize } from '../../../shared/memoize.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import type { KnowledgeItem } from '../../catalogue/items/items.module.ts';
import {
  conceptsIn,
  type Engine,
  type NamedConcept,
  type SearchIndex,
} from '../../search/search.module.ts';
import {
  choicesOf,
  differenceOf,
  ownFirst,
  usesOf,
  type CompanyUse,
  type Difference,
} from './itemOverview.ts';
import { itemOverviewQueries, type ItemOverview } from './itemOverview.queries.ts';

interface Options {
  db: Knex;
  index: SearchIndex;
  viewer: Viewer;
  /** An item with its viewer state, or null when the viewer cannot see it. */
  itemWithViewById: { load(id: number): Promise<KnowledgeItem | null> };
}

/** An item that can replace another one. */
export interface Alternative {
  item: KnowledgeItem;
  difference: Omit<Difference, 'concept'> & { concept: NamedConcept | null };
}

export function itemOverviewLoaders({ db, index, viewer, itemWithViewById }: Options) {
  const company = viewer.kind === 'member' ? (viewer.company?.key ?? null) : null;
  const userId = viewer.kind === 'member' ? viewer.user.id : 0;
  const overviewOfItem = loadOne<number, ItemOverview>(
    (ids) => itemOverviewQueries(db).overviews(ids, { userId, company }),
    (overview) => overview.itemId,
  );
  const upToDate = memoize(() => index.answerAlone((engine) => engine));
  /** The current index, from the page of the item or loaded once per request. */
  const engineFor = ({ view }: KnowledgeItem): Engine | Promise<Engine> =>
    view?.page?.engine ?? upToDate();

  return {
    usedBy: async (item: KnowledgeItem): Promise<CompanyUse[]> =>
      ownFirst(usesOf(await engineFor(item), item.id), company),

    /** Concepts of an item, most relevant first. */
    async conceptsOfItem(item: KnowledgeItem): Promise<NamedConcept[]> {
      const engine = await engineFor(item);
      const ids = engine.conceptsOf(item.id).slice(0, limits.lists.conceptsOfItem);
      return conceptsIn(engine.index.thesaurus, ids);
    },

    /** Null for a deleted item. */
    itemOverview: (itemId: number) => overviewOfItem.load(itemId),

    /** Alternatives to an item: those approved by the viewer's company first, then the most similar. */
    async alternatives(item: KnowledgeItem): Promise<Alternative[]> {
      const engine = await engineFor(item);
      const [one, ...others] = choicesOf(engine, viewer, item.id);
      const chosen = others
        .toSorted((a, b) => Number(b.isApproved) - Number(a.isApproved))
        .slice(0, limits.lists.alternatives);
      const items = await Promise.all(chosen.map((other) => itemWithViewById.load(other.id)));
      return items.flatMap((other, place) => {
        if (!other || !one) return [];
        const { concept, ...difference } = differenceOf(one, chosen[place]!);
        const [named = null] = conceptsIn(
          engine.index.thesaurus,
          concept === null ? [] : [concept],
        );
        return [{ item: other, difference: { ...difference, concept: named } }];
      });
    },
  };
}
