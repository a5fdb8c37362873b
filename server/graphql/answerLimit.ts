// How large an answer may be, at either door.
import { DomainError } from '../shared/domainError.ts';
import { writeJson } from './finishedParts.ts';
import type { EncodedText } from './finishedText.ts';

/** The answer as JSON, encoded. @throws DomainError INVALID (`tooCostly`) past the limit: nothing is sent in part */
export function stringifyWithin(bytes: number, answer: unknown): EncodedText {
  const text = writeJson(answer);
  if (text.length <= bytes) return text;
  throw new DomainError(
    'INVALID',
    `The answer is larger than ${bytes} bytes; ask for less at a time`,
    { reason: 'tooCostly' },
  );
}
