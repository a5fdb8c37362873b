// SQL for items whose title or description exists in one language only, or in a machine's translation of a former text.
import type { Knex } from 'knex';
import type { ItemTexts } from './itemTranslator.ts';
import type { Language } from './knowledge.ts';

export type Field = keyof ItemTexts;

/** One text of an item. */
export interface ItemText {
  /** Null where there is none. */
  text: string | null;
  /** Whether a machine has translated it, and nobody has changed it since. */
  isMachine: boolean;
  /** Whether what it was translated from still stands there. */
  isCurrent: boolean;
}

export interface OpenItem {
  id: number;
  texts: Record<Language, Record<Field, ItemText>>;
}

const fields: Field[] = ['title', 'description'];
const other: Record<Language, Language> = { ru: 'en', en: 'ru' };

/** SQL for one text; an empty one counts as none. */
const sqlOf = (field: Field, language: Language) => {
  const column = `${field}_${language}`;
  return {
    column,
    text: `nullif(${column}, '')`,
    isMachine: `coalesce(machine_texts->'${column}'->>'text' = md5(${column}), false)`,
    isCurrent: `coalesce(machine_texts->'${column}'->>'from' = md5(nullif(${field}_${other[language]}, '')), false)`,
  };
};

const columns = fields.flatMap((field) => [sqlOf(field, 'ru'), sqlOf(field, 'en')]);
const selection = columns
  .map(
    ({ column, text, isMachine, isCurrent }) =>
      `'${column}', json_build_object('text', ${text}, 'isMachine', ${isMachine}, 'isCurrent', ${isCurrent})`,
  )
  .join(', ');
const isHalf = fields.map(
  (field) => `(${sqlOf(field, 'ru').text} is null) <> (${sqlOf(field, 'en').text} is null)`,
);
const isOutdated = columns.map(({ isMachine, isCurrent }) => `(${isMachine} and not ${isCurrent})`);

export const itemTranslationsStore = (db: Knex) => ({
  /** Items with an open half or an outdated translation, after an id. */
  async pending(afterId: number, limit: number): Promise<OpenItem[]> {
    const rows: { id: number; texts: Record<string, ItemText> }[] = await db('items')
      .whereNull('removed_at')
      .whereRaw(
        `(${isHalf.join(' or ')} or (machine_texts <> '{}' and (${isOutdated.join(' or ')})))`,
      )
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .select('id', db.raw(`json_build_object(${selection}) as texts`));
    return rows.map(({ id, texts }) => {
      const inLanguage = (language: Language) => ({
        title: texts[`title_${language}`]!,
        description: texts[`description_${language}`]!,
      });
      return { id, texts: { ru: inLanguage('ru'), en: inLanguage('en') } };
    });
  },

  /**
   * Stores translations where still the same stands as before, and whose original is still the same. It is no change by
   * a person: neither the date nor what was agreed with the bookmarks service moves.
   */
  async fill(
    { id, texts: before }: OpenItem,
    from: Language,
    originals: ItemTexts,
    to: Language,
    texts: ItemTexts,
  ): Promise<boolean> {
    let count = 0;
    for (const field of fields) {
      const [original, text] = [originals[field], texts[field]];
      if (text === null || original === null) continue;
      const { column } = sqlOf(field, to);
      count += await db('items')
        .where({ id, [`${field}_${from}`]: original })
        .whereRaw(`nullif(${column}, '') is not distinct from ?`, [before[to][field].text])
        .update({
          [column]: text,
          machine_texts: db.raw(
            `machine_texts || jsonb_build_object('${column}', jsonb_build_object('text', md5(?), 'from', md5(?)))`,
            [text, original],
          ),
        });
    }
    return count > 0;
  },

  /** Takes away a machine's translation of a description that is there no more. */
  async clearDescription({ id, texts }: OpenItem, language: Language): Promise<void> {
    await db('items')
      .where({ id, [`description_${language}`]: texts[language].description.text })
      .whereRaw(`nullif(description_${other[language]}, '') is null`)
      .update({ [`description_${language}`]: null });
  },
});

export type ItemTranslationsStore = ReturnType<typeof itemTranslationsStore>;
