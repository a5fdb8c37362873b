// Size limit of an answer, over GraphQL and REST.
import { DomainError } from '../../shared/domainError.ts';

/** The answer as JSON. @throws DomainError INVALID (`tooCostly`) over the limit: no partial answer is sent */
export function stringifyWithin(bytes: number, answer: unknown): string {
  const text = JSON.stringify(answer);
  if (Buffer.byteLength(text) <= bytes) return text;
  throw new DomainError(
    'INVALID',
    `The answer is larger than ${bytes} bytes; ask for less at a time`,
    { reason: 'tooCostly' },
  );
}
