// Types and rules of custom synonyms and of searches that found nothing.
import { z } from 'zod';
import { DomainError } from '../../shared/domainError.ts';
import { filledLine } from '../../shared/validation.ts';
import { limits } from '../../config/limits.ts';
import { asksNothing, tokens } from './engine/tokenizer.ts';
import type { Pair } from './engine/customVocabulary.ts';
import type { Language } from '../../shared/language.ts';

/** Two words or phrases that mean the same. */
export interface Synonym {
  id: number;
  word: string;
  synonym: string;
}

/** A search of a day that found nothing; nobody's name is kept. */
export interface ZeroResultSearch {
  text: string;
  language: Language;
  /** `YYYY-MM-DD` in UTC. */
  day: string;
  count: number;
}

/** Refuses to teach one more than the lists show. @throws DomainError CONFLICT */
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

/** Comparison key of a phrase: the stems of its words; empty for a phrase without words. */
export const phraseKey = (text: string): string =>
  tokens(text)
    .map(({ stem }) => stem)
    .join(' ');

/** Words of a phrase at most: longer ones are never compared. */
const longestPhrase = 4;

/** A phrase as the search compares it: it has a word, and no more than are ever compared. */
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

/** The same for a pair in either order and any form of its words. */
export const pairKey = ({ word, synonym }: Pair): string =>
  [phraseKey(word), phraseKey(synonym)].sort().join('\n');

/** One spelling for searches that differ in case and white space only. */
export const searchedText = (text: string): string =>
  text.normalize('NFC').trim().toLowerCase().replace(/\s+/gu, ' ');

/** Whether a text has a word that may be a task or a name: signs, numbers, one letter again and again, and what only says when or how are none. */
export const mayBeCatalogueGap = (text: string): boolean =>
  tokens(text).some(
    (token) => !asksNothing(token) && /\p{L}/u.test(token.word) && new Set(token.word).size > 1,
  );
