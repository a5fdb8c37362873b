/** What an admin can make of a wish, and what it is called. */
import type { CatalogueGapRowFragment } from './generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';

export type WishAct = 'teach' | 'add' | 'decline' | 'merge' | 'reopen';

type Known = Pick<CatalogueGapRowFragment, 'kind' | 'state' | 'canReopen'>;

/** In the order of their keys. */
export const actsOf = ({ kind, state, canReopen }: Known): WishAct[] => {
  if (state !== 'open') return canReopen ? ['reopen'] : [];
  if (kind === 'search') return ['teach', 'add', 'decline', 'merge'];
  // What was refused is in the catalogue.
  return kind === 'proposal' ? ['add', 'decline', 'merge'] : ['decline', 'merge'];
};

/** Where a service is added for a wish: the address of a proposal is filled in. */
export const addingOf = ({
  id,
  kind,
  name,
  proposalId,
}: Pick<CatalogueGapRowFragment, 'id' | 'kind' | 'name' | 'proposalId'>): string => {
  const query: Record<string, string> =
    kind === 'proposal' && proposalId
      ? { address: name, proposal: proposalId }
      : { wish: id, wished: name };
  return `/admin/services?${new URLSearchParams(query).toString()}`;
};

type Named = Pick<CatalogueGapRowFragment, 'name' | 'refusedItem'>;

/** A refused service by its title in the page's language, everything else as it was written. */
export function useWishName(): (wish: Named) => string {
  const { language } = useLanguage();
  return ({ name, refusedItem }) => (refusedItem ? getTitle(refusedItem, language).text : name);
}
