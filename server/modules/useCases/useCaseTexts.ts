// Which text stands in which language, when a case is written and when it is changed.
import type { Language } from '../../shared/language.ts';
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

/** Puts what a person wrote into its languages: a text alone goes where its letters say, two stay as they were given. */
export function assignLanguages(given: Descriptions): Written {
  const { ru, en } = given;
  if (ru !== null && en !== null) return { texts: given, language: 'ru' };
  const text = ru ?? en ?? '';
  const language = detectLanguage(text, ru === null ? 'en' : 'ru');
  return { texts: language === 'ru' ? { ru: text, en: null } : { ru: null, en: text }, language };
}

/**
 * What a call gives, once the case is held: where its author has written the other language since it was read, both texts are theirs,
 * and neither is made of the other. A translation by a machine is not the author's.
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
  /** The share of words that differ. */
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
  /** Whether the other language waits for a translation. */
  untranslated: boolean;
  /** What is judged; null when nothing that was there is changed, only a translation added. */
  change: TextChange | null;
}

/** Whether a case holds the same texts as when it was read, translations included. */
const isUnchanged = (read: UseCase, held: UseCase): boolean =>
  held.updatedAt.getTime() === read.updatedAt.getTime() &&
  held.descriptionRu === read.descriptionRu &&
  held.descriptionEn === read.descriptionEn;

/** The plan for a locked case: the one made before the lock where nothing has changed, so that texts are compared outside the transaction. */
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
 * What an update makes of the texts; null when it changes nothing.
 *
 * A change of one text leaves the other outdated until it is translated anew. A text in a language that was open or outdated is a
 * translation by the author: it joins the original. Two texts are saved as given; given unchanged, they are confirmed as current.
 */
export function planTextUpdate(useCase: UseCase, given: Descriptions): TextUpdate | null {
  const before = getDescriptions(useCase);
  const { texts: written, language } = assignLanguages(given);
  const isInBoth = written.ru !== null && written.en !== null;
  if (isInBoth) {
    const changed = (['ru', 'en'] as const).filter((one) => written[one] !== before[one]);
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
