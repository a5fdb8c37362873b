// What helps to choose a service, by many keys, for one request.
import type { Knex } from 'knex';
import { limits } from '../../limits.ts';
import { loadOne } from '../../shared/loaders.ts';
import { once } from '../../shared/once.ts';
import type { Viewer } from '../accounts/accounts.ts';
import type { KnowledgeItem } from '../knowledge/knowledge.ts';
import type { Engine } from '../search/engine/engine.ts';
import { conceptsIn, type NamedConcept } from '../search/lessons.ts';
import type { SearchIndex } from '../search/searchIndex.ts';
import {
  choicesOf,
  differenceOf,
  ownFirst,
  usesOf,
  type CompanyUse,
  type Difference,
} from './choosing.ts';
import { choosingSearch, type ChoosingFacts } from './choosing.search.ts';

interface Options {
  db: Knex;
  index: SearchIndex;
  viewer: Viewer;
  /** An item that the viewer can see; null for any other. */
  itemById: { load(id: number): Promise<KnowledgeItem | null> };
}

/** A service that may stand in the place of another one. */
export interface Alternative {
  item: KnowledgeItem;
  difference: Omit<Difference, 'concept'> & { concept: NamedConcept | null };
}

export function choosingLoaders({ db, index, viewer, itemById }: Options) {
  const company = viewer.kind === 'member' ? (viewer.company?.key ?? null) : null;
  const userId = viewer.kind === 'member' ? viewer.user.id : 0;
  const factsOfItem = loadOne<number, ChoosingFacts>(
    (ids) => choosingSearch(db).facts(ids, { userId, company }),
    (facts) => facts.itemId,
  );
  const upToDate = once(() => index.answerAlone((engine) => engine));
  /** The index, seen once in a request to hold everything: by the page of the item, or else here. */
  const engineFor = ({ view }: KnowledgeItem): Engine | Promise<Engine> =>
    view?.page?.engine ?? upToDate();

  return {
    usedBy: async (item: KnowledgeItem): Promise<CompanyUse[]> =>
      ownFirst(usesOf(await engineFor(item), item.id), company),

    /** What an item is about, what it is most about first. */
    async conceptsOfItem(item: KnowledgeItem): Promise<NamedConcept[]> {
      const engine = await engineFor(item);
      const ids = engine.conceptsOf(item.id).slice(0, limits.lists.conceptsOfItem);
      return conceptsIn(engine.index.thesaurus, ids);
    },

    /** Null for an item that is gone. */
    choosingFacts: (itemId: number) => factsOfItem.load(itemId),

    /** What may stand in the place of an item: what the viewer's company approves first, then the likest. */
    async alternatives(item: KnowledgeItem): Promise<Alternative[]> {
      const engine = await engineFor(item);
      const [one, ...others] = choicesOf(engine, viewer, item.id);
      const chosen = others
        .toSorted((a, b) => Number(b.isApproved) - Number(a.isApproved))
        .slice(0, limits.lists.alternatives);
      const items = await Promise.all(chosen.map((other) => itemById.load(other.id)));
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
