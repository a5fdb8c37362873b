// Which searches are wishes. Pure.
import { mayBeWished } from '../../search/search.module.ts';
import type { FoundPage, Search } from './items.ts';
import { wishedText } from './pastedAddress.ts';

/**
 * What a search says that the catalogue lacks, as the wishes keep it: a text alone, of work, found nothing surely, though its words might
 * have been mended. Null where it says nothing of the kind.
 */
export function gapOfSearch(
  search: Search,
  { total, unsure, isBeyondWork }: Pick<FoundPage, 'total' | 'unsure' | 'isBeyondWork'>,
): string | null {
  const isInVain =
    (total === 0 || unsure) &&
    !isBeyondWork &&
    search.text.length > 1 &&
    search.page === 0 &&
    search.tags.length === 0 &&
    !search.verified &&
    !search.exact &&
    search.concepts.length === 0 &&
    search.allowedFor.length === 0 &&
    !search.usedHere &&
    !search.addedLately;
  const wished = isInVain ? wishedText(search.text) : '';
  return mayBeWished(wished) ? wished : null;
}
