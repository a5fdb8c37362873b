// Detection of catalogue gaps: searches that find nothing.
import { mayBeCatalogueGap } from '../../search/search.module.ts';
import type { FoundPage, Search } from './items.ts';
import { getHost } from '../pageAddresses/normaliseAddress.ts';
import { parseAddress } from './pastedAddress.ts';

/** The text to count. Only the host of an address is counted, because the rest may contain a secret. */
function gapText(text: string): string {
  const address = parseAddress(text);
  return address === null ? text : getHost(address);
}

/**
 * The text of a search that shows a catalogue gap; null if it shows none.
 * A gap is a search for words only, about work, without a sure result; it may have been spell-corrected.
 */
export function catalogueGapOf(
  search: Search,
  { total, unsure, isBeyondWork }: Pick<FoundPage, 'total' | 'unsure' | 'isBeyondWork'>,
): string | null {
  const isUnanswered =
    (total === 0 || unsure) &&
    !isBeyondWork &&
    search.text.length > 1 &&
    search.page === 0 &&
    search.tags.length === 0 &&
    !search.verified &&
    !search.exact &&
    search.concepts.length === 0 &&
    search.allowedFor.length === 0 &&
    search.stages.length === 0 &&
    !search.usedHere &&
    !search.addedLately;
  const text = isUnanswered ? gapText(search.text) : '';
  return mayBeCatalogueGap(text) ? text : null;
}
