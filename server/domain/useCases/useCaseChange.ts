// Whether a change of a text is significant, without a language model: by the share of words that differ.
import { diffArrays } from 'diff';
import type { Language } from '../knowledge/knowledge.ts';
import type { ChangeJudgement } from './useCases.ts';

/** From this share of other words on, a change is significant. */
export const significantShare = 0.3;

const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? [];

/** The share of words that were replaced, added or taken away, from 0 to 1; case, signs and white space do not count. */
export function changedShare(before: string, after: string): number {
  const [old, fresh] = [wordsOf(before), wordsOf(after)];
  const longest = Math.max(old.length, fresh.length);
  if (longest === 0) return 0;
  const kept = diffArrays(old, fresh)
    .filter((part) => !part.added && !part.removed)
    .reduce((sum, part) => sum + part.value.length, 0);
  return 1 - kept / longest;
}

/** Judges a change; the reason is in `language`. */
export function judgeByRules(before: string, after: string, language: Language): ChangeJudgement {
  const share = changedShare(before, after);
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
