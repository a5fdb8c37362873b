// SQL for the failures of texts: which wait for their next try, of items and of use cases alike.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import { retryDelay, type TranslationAttempts } from './translationAttempts.ts';

interface Subject {
  table: 'item_translation_tries' | 'use_case_translation_tries' | 'item_task_tries';
  key: 'item_id' | 'use_case_id';
  of: 'items' | 'use_cases';
  /** SQL for the hash of what is read: when it changes, the next try is due at once. */
  texts: string;
}

const descriptions = (of: string) =>
  `md5(coalesce(${of}.description_ru, '') || chr(10) || coalesce(${of}.description_en, ''))`;

/** A description of an item as far as a person wrote it. */
const written = (column: string) =>
  `case when items.machine_texts->'${column}'->>'text' = md5(items.${column}) then '' else coalesce(items.${column}, '') end`;

export const itemAttempts: Subject = {
  table: 'item_translation_tries',
  key: 'item_id',
  of: 'items',
  texts: descriptions('items'),
};
export const useCaseAttempts: Subject = {
  table: 'use_case_translation_tries',
  key: 'use_case_id',
  of: 'use_cases',
  texts: descriptions('use_cases'),
};

/** What items are for is read from their names and from what people wrote: a translation says nothing new. */
export const taskAttempts: Subject = {
  table: 'item_task_tries',
  key: 'item_id',
  of: 'items',
  texts: `md5(concat_ws(chr(10), coalesce(items.title_ru, ''), coalesce(items.title_en, ''),
    ${written('description_ru')}, ${written('description_en')}))`,
};

/** SQL condition: the row does not wait for its next try. Binds one moment: now. */
export const isDue = ({ table, key, of, texts }: Subject): string =>
  `not exists (
     select from ${table} as tried
     where tried.${key} = ${of}.id and tried.next_try_at > ? and tried.texts = ${texts})`;

export const translationAttemptsStore = (
  db: Knex,
  { table, key, of, texts }: Subject,
): TranslationAttempts => ({
  async failed(id, now) {
    await inTransaction(db, async (trx) => {
      const { rows } = await trx.raw<{ rows: { attempts: number }[] }>(
        `insert into ${table} as tried (${key}, texts, attempts, next_try_at)
         select id, ${texts}, 1, :now::timestamptz from ${of} where id = :id
         on conflict (${key}) do update set
           attempts = case when tried.texts = excluded.texts then tried.attempts + 1 else 1 end,
           texts = excluded.texts
         returning attempts`,
        { id, now },
      );
      const nextTryAt = new Date(now.getTime() + retryDelay(rows[0]?.attempts ?? 1));
      await trx(table)
        .where({ [key]: id })
        .update({ next_try_at: nextTryAt });
    });
  },

  async succeeded(id) {
    await db(table)
      .where({ [key]: id })
      .delete();
  },
});

/** The first try of those texts that are open, as they stand now; null when none of them has failed. */
export async function findFirstAttempt(
  open: Knex.QueryBuilder,
  { table, key, of, texts }: Subject,
): Promise<Date | null> {
  const row: { at?: Date | null } | undefined = await open
    .join({ tried: table }, `tried.${key}`, `${of}.id`)
    .whereRaw(`tried.texts = ${texts}`)
    .min({ at: 'tried.next_try_at' })
    .first();
  return row?.at ?? null;
}
