// Query parameters of an address, as names and texts.
import { parse, type ParsedUrlQuery } from 'node:querystring';
import { DomainError } from '../../shared/domainError.ts';

/** The answer is made of what was read: a bundler leaves out what is read for its error alone. */
const isText = (encoded: string): boolean => {
  try {
    return decodeURIComponent(encoded).length <= encoded.length;
  } catch {
    return false;
  }
};

/**
 * Reads a query. Bytes that are no text are refused, as they are in a path; Node would put other letters in their place.
 * @throws DomainError INVALID
 */
export function readQuery(query: string | null): ParsedUrlQuery {
  const encoded = query ?? '';
  if (!isText(encoded)) throw new DomainError('INVALID', 'The request cannot be read');
  return parse(encoded);
}
