// SQL for items without tasks, or with outdated tasks of the language model.
import type { Knex } from 'knex';
import {
  findFirstAttempt,
  isDue,
  taskAttempts,
} from '../translations/translationAttempts.store.ts';
import type { Language } from '../../../shared/language.ts';
import type { TaskSource } from './taskWriter.ts';

export interface ItemWithoutTasks extends TaskSource {
  id: number;
  /** Hash of the texts about it that people wrote. */
  source: string;
}

const source = taskAttempts.texts;
const isDescribed = `coalesce(nullif(items.description_ru, ''), nullif(items.description_en, '')) is not null`;
const isOutdated = `exists (
  select from item_tasks where item_id = items.id and made_from is not null and made_from <> ${source})`;
const isOpen = `(select count(*) from item_tasks where item_id = items.id) < 2`;

/** Items with missing or outdated tasks, due or not. */
const itemsWithoutTasks = (db: Knex) =>
  db('items').whereNull('removed_at').whereRaw(`((${isDescribed} and ${isOpen}) or ${isOutdated})`);

export const taskWritingStore = (db: Knex) => ({
  /** Items that are due, after an id. */
  pending: (afterId: number, limit: number, now: Date): Promise<ItemWithoutTasks[]> =>
    itemsWithoutTasks(db)
      .whereRaw(isDue(taskAttempts), [now])
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .select(
        'id',
        { titleRu: 'title_ru', titleEn: 'title_en' },
        { descriptionRu: 'description_ru', descriptionEn: 'description_en' },
        db.raw(`${source} as source`),
      ),

  /** Time of the first retry among these items; null if none has failed. */
  firstTry: (): Promise<Date | null> => findFirstAttempt(itemsWithoutTasks(db), taskAttempts),

  /** Saves tasks of the model if the texts are unchanged and nobody wrote tasks. */
  async fill(
    { id, source: made }: ItemWithoutTasks,
    language: Language,
    tasks: string[],
  ): Promise<boolean> {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `insert into item_tasks as held (item_id, language, tasks, made_from)
       select id, :language, :tasks::text[], :made from items where id = :id and ${source} = :made and removed_at is null
       on conflict (item_id, language) do update set tasks = excluded.tasks, made_from = excluded.made_from
       where held.made_from is not null`,
      { id, language, tasks, made },
    );
    return rowCount > 0;
  },

  /** Removes tasks of the model for an item without a description. */
  async clear({ id, source: made }: ItemWithoutTasks): Promise<void> {
    await db('item_tasks')
      .where({ item_id: id })
      .whereNotNull('made_from')
      .whereExists(db('items').where({ id }).whereRaw(`${source} = ?`, [made]))
      .delete();
  },
});

export type TaskWritingStore = ReturnType<typeof taskWritingStore>;
