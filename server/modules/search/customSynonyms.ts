// Types and rules of custom synonyms and of searches without results.
import { z } from 'zod';
import { DomainError } from '../../shared/domainError.ts';
import { filledLine } from '../../shared/validation.ts';
import { limits } from '../../config/limits.ts';
import { asksNothing, tokens } from './engine/tokenizer.ts';
import type { Pair } from './engine/customVocabulary.ts';
import type { Language } from '../../shared/language.ts';

/** Two synonymous words or phrases. */
export interface Synonym {
  id: number;
  word: string;
  synonym: string;
}

/** A search without results on a day, stored without a person. */
export interface ZeroResultSearch {
  text: string;
  language: Language;
  /** `YYYY-MM-DD` in UTC. */
  day: string;
  count: number;
}

/** Refuses an entry beyond the number that lists show. @throws DomainError CONFLICT */
export function refuseWhenFull(known: number, most: number): void {
  if (known < most) return;
  throw new DomainError(
    'CONFLICT',
    `No more than ${most} can be taught: take something back first`,
    {
      reason: 'tooManyCustomTerms',
    },
  );
}

/** Comparison key of a phrase: the stems of its words; empty without words. */
export const phraseKey = (text: string): string =>
  tokens(text)
    .map(({ stem }) => stem)
    .join(' ');

/** Maximum words of a phrase; longer ones are never compared. */
const longestPhrase = 4;

/** Input schema of a phrase: at least one word, and no more than are compared. */
export const phrase = (max: number) =>
  filledLine(max).superRefine((text, context) => {
    if (text === '') return;
    const key = phraseKey(text);
    const isLong = key.split(' ').length > longestPhrase;
    if (key !== '' && !isLong) return;
    const [code, message] = isLong
      ? ['too_long', `A phrase has at most ${longestPhrase} words`]
      : ['required', 'There is no word in it'];
    context.addIssue({ code: 'custom', message, params: { code } });
  });

export const synonymInput = z
  .strictObject({ word: phrase(limits.text.synonym), synonym: phrase(limits.text.synonym) })
  .refine(({ word, synonym }) => phraseKey(word) !== phraseKey(synonym), {
    path: ['synonym'],
    message: 'The search takes both for the same word already',
    params: { code: 'same' },
  });

export const zeroResultsInput = z.object({
  days: z.int().min(1).max(limits.searchDays),
  first: z.int().min(0).max(limits.lists.searchesWithoutResults),
});

/** Comparison key of a pair, equal in either order and for any form of its words. */
export const pairKey = ({ word, synonym }: Pair): string =>
  [phraseKey(word), phraseKey(synonym)].sort().join('\n');

/** One spelling for searches that differ only in case and white space. */
export const searchedText = (text: string): string =>
  text.normalize('NFC').trim().toLowerCase().replace(/\s+/gu, ' ');

/**
 * True when a text has a word that may be a task or a name. Signs, numbers, a repeated letter, and words of time and
 * manner are none.
 */
export const mayBeCatalogueGap = (text: string): boolean =>
  tokens(text).some(
    (token) => !asksNothing(token) && /\p{L}/u.test(token.word) && new Set(token.word).size > 1,
  );
