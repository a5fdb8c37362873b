// Rejection of non-canonical spellings of API paths.
import type { RequestHandler } from 'express';
import { DomainError } from '../../shared/domainError.ts';

/** Encodings of encodings are undone so often. */
const layers = 3;

function decoded(path: string): string {
  let plain = path;
  for (let layer = 0; layer < layers; layer += 1) {
    // Byte by byte: what is no whole character must not save a path from being looked at.
    const next = plain.replace(/%([0-9a-f]{2})/gi, (_found, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === plain) break;
    plain = next;
  }
  return Buffer.from(plain, 'latin1').toString('utf8');
}

/** Whether a reader, a proxy or a file system could take the path for one of the API's. */
export function looksLikeApi(path: string): boolean {
  const steps: string[] = [];
  for (const step of decoded(path)
    .normalize('NFKC')
    .toLowerCase()
    .split(/[/\\;?#]+/)) {
    // The end first, each run of it once: a path may hold thousands of dots that are not the end.
    const name = step.replace(/(?<![\s.\p{C}])[\s.\p{C}]+$/u, '').replace(/^[\s\p{C}]+/u, '');
    if (step === '..') steps.pop();
    else if (name !== '') steps.push(name);
  }
  return steps[0] === 'api';
}

/** Refuses with NOT_FOUND what looks like a path of the API and is not spelt as one. */
export const rejectNonCanonicalPaths: RequestHandler = (request, _response, next) => {
  const { path } = request;
  const isOdd = !/^\/api\/v1(?:\/|$)/.test(path) || /\/\/|\\|%2f|%5c/i.test(path);
  if (isOdd && looksLikeApi(path)) throw new DomainError('NOT_FOUND', 'There is no such path');
  next();
};
