// What helps to choose a service, by many keys, for one request.
import type { Knex } from 'knex';
import { limits } from '../../limits.ts';
import { loadOne } from '../../shared/loaders.ts';
import { once } from '../../shared/once.ts';
import type { Viewer } from '../accounts/accounts.ts';
import type { KnowledgeItem } from '../knowledge/knowledge.ts';
import { linksStore } from '../links/links.store.ts';
import { conceptsIn, type NamedConcept } from '../search/lessons.ts';
import type { SearchIndex } from '../search/searchIndex.ts';
import { choicesOf, differenceOf, ownFirst, type CompanyUse, type Difference } from './choosing.ts';
import { choosingSearch, type ItemUse } from './choosing.search.ts';

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
  const search = choosingSearch(db);
  const company = viewer.kind === 'member' ? (viewer.company?.key ?? null) : null;
  const useOfItem = loadOne<number, ItemUse>(
    (ids) => search.use(ids, company),
    (use) => use.itemId,
  );
  const linkChecks = loadOne(
    async (ids: readonly number[]) => [...(await linksStore(db).checks(ids)).values()],
    (check) => check.itemId,
  );
  /** The index, seen once in a request to hold everything. */
  const currentEngine = once(() => index.answerAlone((engine) => engine));

  return {
    usedBy: async (itemId: number): Promise<CompanyUse[]> =>
      ownFirst((await useOfItem.load(itemId))?.usedBy ?? [], company),

    /** What an item is about, what it is most about first. */
    async conceptsOfItem(itemId: number): Promise<NamedConcept[]> {
      const engine = await currentEngine();
      const ids = engine.conceptsOf(itemId).slice(0, limits.lists.conceptsOfItem);
      return conceptsIn(engine.index.thesaurus, ids);
    },

    /** People of the viewer's company who use an item, the latest first. */
    colleaguesOfItem: async (itemId: number) => (await useOfItem.load(itemId))?.colleagues ?? [],

    casesToChooseBy: async (itemId: number) => (await useOfItem.load(itemId))?.cases ?? [],

    expertsToAsk: async (itemId: number) => (await useOfItem.load(itemId))?.experts ?? [],

    /** The last look at an item's address; null before the first. */
    async linkCheckOf(item: KnowledgeItem) {
      const check = await linkChecks.load(item.id);
      // A look at a former address says nothing of this one.
      return check?.url === item.sourceUrl ? check : null;
    },

    /** What may stand in the place of an item: what the viewer's company approves first, then the likest. */
    async alternatives({ id }: KnowledgeItem): Promise<Alternative[]> {
      const engine = await currentEngine();
      const [one, ...others] = choicesOf(engine, viewer, id);
      const chosen = others
        .toSorted((a, b) => Number(b.isApproved) - Number(a.isApproved))
        .slice(0, limits.lists.alternatives);
      const items = await Promise.all(chosen.map((other) => itemById.load(other.id)));
      return items.flatMap((item, place) => {
        if (!item || !one) return [];
        const { concept, ...difference } = differenceOf(one, chosen[place]!);
        const [named = null] = conceptsIn(
          engine.index.thesaurus,
          concept === null ? [] : [concept],
        );
        return [{ item, difference: { ...difference, concept: named } }];
      });
    },
  };
}
