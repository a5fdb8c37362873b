// The query of an address, as names and texts.
import { parse, type ParsedUrlQuery } from 'node:querystring';
import { DomainError } from '../shared/domainError.ts';

/**
 * Reads a query. Bytes that are no text are refused, as they are in a path; Node would put other letters in their place.
 * @throws DomainError INVALID
 */
export function readQuery(query: string | null): ParsedUrlQuery {
  const text = query ?? '';
  try {
    decodeURIComponent(text);
  } catch (error) {
    throw new DomainError('INVALID', 'The request cannot be read', { cause: error });
  }
  return parse(text);
}
