// Planning of use case texts: the language of each text, and what an update changes.
import { languages, type Language } from '../../shared/language.ts';
import { changedShare } from './useCaseChange.ts';
import {
  getDescriptions,
  detectLanguage,
  otherLanguage,
  type Descriptions,
  type UseCase,
} from './useCases.ts';

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

export interface TextChange {
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

export interface TextUpdate {
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
