// SQL for items whose description lacks a language or has an outdated machine translation.
import type { Knex } from 'knex';
import { findFirstAttempt, isDue, itemAttempts } from '../translations/translations.module.ts';
import type { Language } from '../../../shared/language.ts';

interface ItemText {
  text: string | null;
  /** True for an unchanged machine translation. */
  isMachine: boolean;
  /** True when its original is unchanged. */
  isCurrent: boolean;
}

export interface UntranslatedItem {
  id: number;
  name: string;
  texts: Record<Language, ItemText>;
}

const other: Record<Language, Language> = { ru: 'en', en: 'ru' };

/** SQL for one text; an empty one counts as none. */
const sqlOf = (language: Language) => {
  const column = `description_${language}`;
  return {
    text: `nullif(${column}, '')`,
    isMachine: `coalesce(machine_texts->'${column}'->>'text' = md5(${column}), false)`,
    isCurrent: `coalesce(machine_texts->'${column}'->>'from' = md5(nullif(description_${other[language]}, '')), false)`,
  };
};

const [ru, en] = [sqlOf('ru'), sqlOf('en')];
const objectOf = ({ text, isMachine, isCurrent }: ReturnType<typeof sqlOf>) =>
  `json_build_object('text', ${text}, 'isMachine', ${isMachine}, 'isCurrent', ${isCurrent})`;
const isHalf = `(${ru.text} is null) <> (${en.text} is null)`;
/** A machine translation whose original a person has changed. Two machine texts are not translations of each other. */
const isOutdated = [
  [ru, en],
  [en, ru],
].map(
  ([text, from]) => `(${text!.isMachine} and not ${text!.isCurrent} and not ${from!.isMachine})`,
);

/** Items with a missing or outdated translation, due or not. */
const untranslatedItems = (db: Knex) =>
  db('items')
    .whereNull('removed_at')
    .whereRaw(`(${isHalf} or (machine_texts <> '{}' and (${isOutdated.join(' or ')})))`);

export const itemTranslationsStore = (db: Knex) => ({
  /** Items that are due, after an id. */
  pending: (afterId: number, limit: number, now: Date): Promise<UntranslatedItem[]> =>
    untranslatedItems(db)
      .whereRaw(isDue(itemAttempts), [now])
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .select(
        'id',
        db.raw(`coalesce(nullif(title_en, ''), title_ru) as name`),
        db.raw(`json_build_object('ru', ${objectOf(ru)}, 'en', ${objectOf(en)}) as texts`),
      ),

  /** Time of the first retry among these items; null if none has failed. */
  firstTry: (): Promise<Date | null> => findFirstAttempt(untranslatedItems(db), itemAttempts),

  /**
   * Saves a translation if both texts are unchanged since they were read.
   * As it is no change by a person, it changes neither the date nor the merge base of the bookmark.
   */
  async fill(
    { id, texts: before }: UntranslatedItem,
    from: Language,
    original: string,
    to: Language,
    text: string,
  ): Promise<boolean> {
    const column = `description_${to}`;
    const count = await db('items')
      .where({ id, [`description_${from}`]: original })
      .whereRaw(`nullif(${column}, '') is not distinct from ?`, [before[to].text])
      .update({
        [column]: text,
        machine_texts: db.raw(
          `machine_texts || jsonb_build_object('${column}', jsonb_build_object('text', md5(?), 'from', md5(?)))`,
          [text, original],
        ),
      });
    return count > 0;
  },

  /** Removes a machine translation whose original was removed. */
  async clearDescription({ id, texts }: UntranslatedItem, language: Language): Promise<void> {
    await db('items')
      .where({ id, [`description_${language}`]: texts[language].text })
      .whereRaw(`nullif(description_${other[language]}, '') is null`)
      .update({ [`description_${language}`]: null });
  },
});

export type ItemTranslationsStore = ReturnType<typeof itemTranslationsStore>;
