// Failed translation attempts of items, use cases, loadouts and tasks, and when each is due again.
import type { Knex } from 'knex';
import { inTransaction } from '../../../database/transaction.ts';
import { type TranslationAttempts, retryDelay } from './translationRound.ts';
export { type RoundOptions, createTranslationRounds } from './translationRound.ts';

interface Subject {
  table:
    | 'item_translation_tries'
    | 'use_case_translation_tries'
    | 'item_task_tries'
    | 'loadout_translation_tries';
  key: 'item_id' | 'use_case_id' | 'loadout_id';
  of: 'items' | 'use_cases' | 'loadouts';
  /** SQL for the hash of the source texts; after a change the next attempt is due at once. */
  texts: string;
}

const descriptions = (of: string) =>
  `md5(coalesce(${of}.description_ru, '') || chr(10) || coalesce(${of}.description_en, ''))`;

/** SQL for a description of an item that a person wrote. */
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

/** Texts of a loadout and of its items; each change of one gives a new hash. */
export const loadoutAttempts: Subject = {
  table: 'loadout_translation_tries',
  key: 'loadout_id',
  of: 'loadouts',
  texts: 'loadouts.version::text',
};

/** Tasks depend on titles and on texts written by people, not on translations. */
export const taskAttempts: Subject = {
  table: 'item_task_tries',
  key: 'item_id',
  of: 'items',
  texts: `md5(concat_ws(chr(10), coalesce(items.title_ru, ''), coalesce(items.title_en, ''),
    ${written('description_ru')}, ${written('description_en')}))`,
};

/** SQL condition: the row does not wait for its next attempt. Binds the current time. */
export const isDue = ({ table, key, of, texts }: Subject): string =>
  `not exists (
     select from ${table} as tried
     where tried.${key} = ${of}.id and tried.next_try_at > ? and tried.texts = ${texts})`;

const translationAttemptsStore = (
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

/** Time of the first retry among pending texts; null if none of them has failed. */
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

export const itemAttemptsOn = (db: Knex): TranslationAttempts =>
  translationAttemptsStore(db, itemAttempts);

export const taskAttemptsOn = (db: Knex): TranslationAttempts =>
  translationAttemptsStore(db, taskAttempts);

export const useCaseAttemptsOn = (db: Knex): TranslationAttempts =>
  translationAttemptsStore(db, useCaseAttempts);

export const loadoutAttemptsOn = (db: Knex): TranslationAttempts =>
  translationAttemptsStore(db, loadoutAttempts);
