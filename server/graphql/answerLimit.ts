// How large an answer may be, at either door.
import { DomainError } from '../shared/domainError.ts';
import { writeJson } from './finishedParts.ts';

/** The answer as JSON. @throws DomainError INVALID (`tooCostly`) past the limit: nothing is sent in part */
export function stringifyWithin(bytes: number, answer: unknown): string {
  const text = writeJson(answer);
  // No character of UTF-16 takes more than three bytes, so most answers need not be counted.
  if (text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes) return text;
  throw new DomainError(
    'INVALID',
    `The answer is larger than ${bytes} bytes; ask for less at a time`,
    { reason: 'tooCostly' },
  );
}
