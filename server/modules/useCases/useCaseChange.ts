// Significance of a text change, by its share of changed words, without a language model.
import type { Language } from '../../shared/language.ts';
import type { ChangeJudgement } from './useCases.ts';

/** Share of changed words that makes a change significant. */
export const significantShare = 0.3;

const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? [];

/**
 * The share of words that were replaced, added or removed, from 0 to 1. Ignores case, punctuation, white space and
 * order: words are compared as multisets, because a comparison in order takes quadratic time.
 */
export function changedShare(before: string, after: string): number {
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  const longest = Math.max(old.length, fresh.length);
  if (longest === 0) return 0;
  const unmatched = new Map<string, number>();
  for (const word of old) unmatched.set(word, (unmatched.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of fresh) {
    const count = unmatched.get(word) ?? 0;
    if (count === 0) continue;
    unmatched.set(word, count - 1);
    shared += 1;
  }
  return 1 - shared / longest;
}

/** Judges a change by its share of changed words; the reason is in `language`. */
export function judgeByRules(share: number, language: Language): ChangeJudgement {
  if (share < significantShare) return { isSignificant: false, reason: null };
  const percent = Math.round(share * 100);
  return {
    isSignificant: true,
    reason:
      language === 'ru'
        ? `Изменено ${percent}\u00A0% слов.`
        : `${percent}% of the words have changed.`,
  };
}
