// Query parameters of an address, as names and texts.
import { parse, type ParsedUrlQuery } from 'node:querystring';
import { DomainError } from '../../shared/domainError.ts';

/** Uses the result, since a bundler removes a call whose only effect is an error. */
const isText = (encoded: string): boolean => {
  try {
    return decodeURIComponent(encoded).length <= encoded.length;
  } catch {
    return false;
  }
};

/**
 * Reads a query. Invalid UTF-8 is refused, as in a path, since Node would replace it.
 * @throws DomainError INVALID
 */
export function readQuery(query: string | null): ParsedUrlQuery {
  const encoded = query ?? '';
  if (!isText(encoded)) throw new DomainError('INVALID', 'The request cannot be read');
  return parse(encoded);
}
