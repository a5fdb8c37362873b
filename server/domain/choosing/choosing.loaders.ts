// What helps to choose a service, by many keys, for one request.
import type { Knex } from 'knex';
import { limits } from '../../limits.ts';
import { loadOne } from '../../shared/loaders.ts';
import { once } from '../../shared/once.ts';
import { isAdmin, type Viewer } from '../accounts/accounts.ts';
import type { KnowledgeItem } from '../knowledge/knowledge.ts';
import { linksStore } from '../links/links.store.ts';
import { conceptsIn, type NamedConcept } from '../search/lessons.ts';
import type { SearchIndex } from '../search/searchIndex.ts';
import { differenceOf, ownFirst, type CompanyUse, type Difference } from './choosing.ts';
import {
  choosingSearch,
  conceptsOf,
  likeItem,
  type Candidate,
  type ItemUse,
} from './choosing.search.ts';

interface Options {
  db: Knex;
  index: SearchIndex;
  viewer: Viewer;
}

/** A service that may stand in the place of another one. */
export interface Alternative {
  item: KnowledgeItem;
  difference: Omit<Difference, 'concept'> & { concept: NamedConcept | null };
}

export function choosingLoaders({ db, index, viewer }: Options) {
  const search = choosingSearch(db);
  const company = viewer.kind === 'member' ? (viewer.company?.key ?? null) : null;
  const useOfItem = loadOne<number, ItemUse>(
    (ids) => search.use(ids, company),
    (use) => use.itemId,
  );
  const candidateById = loadOne<number, Candidate>(
    (ids) => search.candidates(viewer, ids),
    ({ item }) => item.id,
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
      const { concepts } = conceptsOf(engine, itemId);
      return conceptsIn(engine.index.thesaurus, concepts.slice(0, limits.lists.conceptsOfItem));
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
      const considered = [conceptsOf(engine, id), ...likeItem(engine, id, isAdmin(viewer))];
      if (considered.length === 1) return [];
      const found = await Promise.all(
        considered.map(async ({ itemId, concepts }) => {
          const candidate = await candidateById.load(itemId);
          return candidate && { ...candidate, concepts };
        }),
      );
      const [one, ...others] = found;
      if (!one) return [];
      return others
        .filter((other) => other !== null)
        .toSorted((a, b) => Number(b.isApproved) - Number(a.isApproved))
        .slice(0, limits.lists.alternatives)
        .map((other) => {
          const { concept, ...difference } = differenceOf(one, other);
          const [named = null] = conceptsIn(
            engine.index.thesaurus,
            concept === null ? [] : [concept],
          );
          return { item: other.item, difference: { ...difference, concept: named } };
        });
    },
  };
}
