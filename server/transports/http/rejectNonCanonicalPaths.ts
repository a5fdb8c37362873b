// Rejection of non-canonical spellings of API paths.
import type { RequestHandler } from 'express';
import { DomainError } from '../../shared/domainError.ts';

/** Number of nested encodings that are decoded. */
const layers = 3;

function decoded(path: string): string {
  let plain = path;
  for (let layer = 0; layer < layers; layer += 1) {
    // By bytes: an incomplete character must not exempt a path from the check.
    const next = plain.replace(/%([0-9a-f]{2})/gi, (_found, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === plain) break;
    plain = next;
  }
  return Buffer.from(plain, 'latin1').toString('utf8');
}

/** True when a parser, a proxy or a file system could take the path for one of the API. */
function looksLikeApi(path: string): boolean {
  const steps: string[] = [];
  for (const step of decoded(path)
    .normalize('NFKC')
    .toLowerCase()
    .split(/[/\\;?#]+/)) {
    // Trims the end first, with a lookbehind: a path with thousands of inner dots would take quadratic time.
    const name = step.replace(/(?<![\s.\p{C}])[\s.\p{C}]+$/u, '').replace(/^[\s\p{C}]+/u, '');
    if (step === '..') steps.pop();
    else if (name !== '') steps.push(name);
  }
  return steps[0] === 'api';
}

/** Refuses with NOT_FOUND a path that resembles an API path but is not in canonical form. */
export const rejectNonCanonicalPaths: RequestHandler = (request, _response, next) => {
  const { path } = request;
  const isOdd = !/^\/api\/v1(?:\/|$)/.test(path) || /\/\/|\\|%2f|%5c/i.test(path);
  if (isOdd && looksLikeApi(path)) throw new DomainError('NOT_FOUND', 'There is no such path');
  next();
};
