// Ids: text in the API, positive integers in the database.
import { DomainError } from './domainError.ts';

const largest = 2_147_483_647;

/** Parses an id; null for text that is no id. */
export function readId(value: string | number): number | null {
  const text = String(value);
  const id = /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : 0;
  return id < 1 || id > largest ? null : id;
}

/**
 * Parses an id.
 * @throws DomainError NOT_FOUND for text that is no id
 */
export function parseId(value: string | number): number {
  const id = readId(value);
  if (id === null) throw new DomainError('NOT_FOUND', 'There is no such thing');
  return id;
}
