/** Actions of an admin on a catalogue gap. */
import type { CatalogueGapRowFragment } from './generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';

export type GapAction = 'vocabulary' | 'add' | 'decline' | 'merge' | 'reopen';

type Known = Pick<CatalogueGapRowFragment, 'kind' | 'state' | 'canReopen'>;

export const actionsOf = ({ kind, state, canReopen }: Known): GapAction[] => {
  if (state !== 'open') return canReopen ? ['reopen'] : [];
  if (kind === 'search') return ['vocabulary', 'add', 'decline', 'merge'];
  // A refused service is in the catalogue already.
  return kind === 'proposal' ? ['add', 'decline', 'merge'] : ['decline', 'merge'];
};

/** Shown only while the row is open. */
export const isRare = (act: GapAction): boolean => act === 'decline' || act === 'merge';

/** Path of the form that adds a service for a gap; a proposal's address is prefilled. */
export const addServicePath = ({
  id,
  kind,
  name,
  proposalId,
}: Pick<CatalogueGapRowFragment, 'id' | 'kind' | 'name' | 'proposalId'>): string => {
  const query: Record<string, string> =
    kind === 'proposal' && proposalId ? { address: name, proposal: proposalId } : { gap: id, name };
  return `/admin/services?${new URLSearchParams(query).toString()}`;
};

type Named = Pick<CatalogueGapRowFragment, 'name' | 'refusedItem'>;

/** Title of a refused service in the reader's language, else the text as written. */
export function useGapName(): (gap: Named) => string {
  const { language } = useLanguage();
  return ({ name, refusedItem }) => (refusedItem ? getTitle(refusedItem, language).text : name);
}
