// Types and pure rules that compare an item with its alternatives.
import { isAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { Engine } from '../../search/search.module.ts';

/** Users of a service in one company. */
export interface CompanyUse {
  /** Null: people without a company. */
  companyKey: string | null;
  count: number;
}

/** Users of an item, as the search index knows them. */
export function usesOf(engine: Engine, itemId: number): CompanyUse[] {
  const { likes, companies: uses } = engine.usersOf(itemId);
  const others = likes - uses.reduce((sum, { count }) => sum + count, 0);
  return others > 0 ? [...uses, { companyKey: null, count: others }] : uses;
}

/** The caller's company first, then the most used, people without a company last. */
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

/** Facts of a service that compare it with another one. */
export interface Choice {
  /** Whether the caller's company has approved it. */
  isApproved: boolean;
  /** People of the caller's company who use it. */
  colleagues: number;
  /** Ids of what it is about, what it is most about first. */
  concepts: readonly string[];
}

/** Services that may stand in the place of another one are chosen among so many of the likest. */
const considered = 9;

/** A service and those that are like it, the likest first, as the index of the search knows them. */
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

/** The one difference that matters. */
export interface Difference {
  kind: 'approved' | 'not_approved' | 'serves' | 'colleagues' | 'lacks' | 'alike';
  /** Purpose that one of the two services has and the other has not. */
  concept: string | null;
  /** Colleagues who use it. */
  count: number | null;
}

/** In what `other` differs from `one`: whether it is approved, then what it is for, then who uses it. */
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
