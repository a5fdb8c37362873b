// Planning of use case texts: the language of each text, what an update changes, and whether a change is significant.
import { type Language, languages } from '../../shared/language.ts';
import {
  type ChangeJudgement,
  type Descriptions,
  detectLanguage,
  getDescriptions,
  otherLanguage,
  type UseCase,
} from './useCases.ts';

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

interface Written {
  texts: Descriptions;
  /** The language of the original. */
  language: Language;
}

/** Assigns texts to languages: a single text by its letters, two texts as given. */
export function assignLanguages(given: Descriptions): Written {
  const { ru, en } = given;
  if (ru !== null && en !== null) return { texts: given, language: 'ru' };
  const text = ru ?? en ?? '';
  const language = detectLanguage(text, ru === null ? 'en' : 'ru');
  return { texts: language === 'ru' ? { ru: text, en: null } : { ru: null, en: text }, language };
}

/**
 * Adds the other language if its author wrote it after this call read the use case, so that it is not translated again.
 * Machine translations do not count.
 */
export function withConcurrentTranslation(
  given: Descriptions,
  read: UseCase,
  held: UseCase,
): Descriptions {
  const { texts, language } = assignLanguages(given);
  const other = otherLanguage(language);
  if (texts[other] !== null || held.updatedAt.getTime() === read.updatedAt.getTime()) return given;
  const [before, now] = [getDescriptions(read), getDescriptions(held)];
  const isTheirs = held.originalLanguage === other || now[language] === before[language];
  return isTheirs && now[other] !== before[other] ? { ...texts, [other]: now[other] } : given;
}

interface TextChange {
  old: string;
  fresh: string;
  /** Share of changed words. */
  share: number;
}

const changeOf = (old: string, fresh: string): TextChange => ({
  old,
  fresh,
  share: changedShare(old, fresh),
});

interface TextUpdate {
  texts: Descriptions;
  originalLanguage: Language;
  staleLanguage: Language | null;
  /** True when the other language needs a translation. */
  untranslated: boolean;
  /** The change to judge; null if only a translation was added. */
  change: TextChange | null;
}

/** True when a use case has the same texts as when it was read. */
const isUnchanged = (read: UseCase, held: UseCase): boolean =>
  held.updatedAt.getTime() === read.updatedAt.getTime() &&
  held.descriptionRu === read.descriptionRu &&
  held.descriptionEn === read.descriptionEn;

/**
 * The plan for a locked use case. Reuses the former plan if nothing has changed, so that the transaction stays short.
 */
export const replanTextUpdate = (
  given: Descriptions,
  read: UseCase,
  held: UseCase,
  planned: TextUpdate,
): TextUpdate | null =>
  isUnchanged(read, held)
    ? planned
    : planTextUpdate(held, withConcurrentTranslation(given, read, held));

/**
 * Plans an update of the texts; null if nothing changes.
 * A change of one text outdates the other one. A text in a missing or outdated language is a translation by the author.
 * Two texts are saved as given; unchanged ones are confirmed as current.
 */
export function planTextUpdate(useCase: UseCase, given: Descriptions): TextUpdate | null {
  const before = getDescriptions(useCase);
  const { texts: written, language } = assignLanguages(given);
  const isInBoth = written.ru !== null && written.en !== null;
  if (isInBoth) {
    const changed = languages.filter((one) => written[one] !== before[one]);
    if (changed.length === 0 && useCase.staleLanguage === null) return null;
    const judged = changed.find((one) => before[one] !== null);
    return {
      texts: written,
      originalLanguage: useCase.originalLanguage,
      staleLanguage: null,
      untranslated: false,
      change: judged ? changeOf(before[judged] ?? '', written[judged] ?? '') : null,
    };
  }

  const fresh = written[language] ?? '';
  if (fresh === before.ru || fresh === before.en) return null;
  const other = otherLanguage(language);
  const old = before[language];
  if (old === null || language === useCase.staleLanguage) {
    return {
      texts: { ...before, [language]: fresh },
      originalLanguage: useCase.originalLanguage,
      staleLanguage: null,
      untranslated: false,
      change: null,
    };
  }
  return {
    texts: { ...before, [language]: fresh },
    originalLanguage: language,
    staleLanguage: before[other] === null ? null : other,
    untranslated: true,
    change: changeOf(old, fresh),
  };
}
