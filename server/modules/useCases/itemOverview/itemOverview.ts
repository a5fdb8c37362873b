// Types and pure rules that compare an item with its alternatives.
import { isAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { Engine } from '../../search/search.module.ts';

/** Number of people of a company who use an item. */
export interface CompanyUse {
  /** Null for people without a company. */
  companyKey: string | null;
  count: number;
}

/** Users of an item by company, from the search index. */
export function usesOf(engine: Engine, itemId: number): CompanyUse[] {
  const { likes, companies: uses } = engine.usersOf(itemId);
  const others = likes - uses.reduce((sum, { count }) => sum + count, 0);
  return others > 0 ? [...uses, { companyKey: null, count: others }] : uses;
}

/** The viewer's company first, then the most used, people without a company last. */
export const ownFirst = (uses: readonly CompanyUse[], company: string | null): CompanyUse[] => {
  const rank = ({ companyKey }: CompanyUse) =>
    companyKey === null ? 2 : Number(companyKey !== company);
  return uses.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      b.count - a.count ||
      ((a.companyKey ?? '') < (b.companyKey ?? '') ? -1 : 1),
  );
};

/** Facts of an item for the comparison with another one. */
export interface Choice {
  /** True when the viewer's company has approved it. */
  isApproved: boolean;
  /** Number of users in the viewer's company. */
  colleagues: number;
  /** Ids of its concepts, most relevant first. */
  concepts: readonly string[];
}

/** Number of most similar items among which alternatives are chosen. */
const considered = 9;

/** An item and its similar items, most similar first, from the search index. */
export function choicesOf(
  engine: Engine,
  viewer: Viewer,
  itemId: number,
): (Choice & { id: number })[] {
  const ids = [itemId, ...engine.likeItem(itemId, isAdmin(viewer), considered)];
  const company = viewer.kind === 'member' ? viewer.company : null;
  const uses = company && engine.usesOf(ids, company);
  return ids.map((id, place) => ({
    id,
    concepts: engine.conceptsOf(id),
    isApproved: uses?.[place]?.isApproved ?? false,
    colleagues: uses?.[place]?.colleagues ?? 0,
  }));
}

/** The most important difference. */
export interface Difference {
  kind: 'approved' | 'not_approved' | 'serves' | 'colleagues' | 'lacks' | 'alike';
  /** A concept that only one of the two has. */
  concept: string | null;
  /** Number of colleagues who use it. */
  count: number | null;
}

/** Difference of `other` from `one`: approval first, then concepts, then users. */
export function differenceOf(one: Choice, other: Choice): Difference {
  const difference = (
    kind: Difference['kind'],
    { concept = null, count = null }: Partial<Difference> = {},
  ): Difference => ({ kind, concept, count });
  if (one.isApproved !== other.isApproved) {
    return difference(other.isApproved ? 'approved' : 'not_approved');
  }
  const more = other.concepts.find((concept) => !one.concepts.includes(concept));
  if (more !== undefined) return difference('serves', { concept: more });
  if (other.colleagues > one.colleagues) {
    return difference('colleagues', { count: other.colleagues });
  }
  const less = one.concepts.find((concept) => !other.concepts.includes(concept));
  return less === undefined ? difference('alike') : difference('lacks', { concept: less });
}
