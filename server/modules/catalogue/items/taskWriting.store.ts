// SQL for items of which nobody has said what they are for, or only a language model and from former texts.
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
  /** Hash of what people wrote about it. */
  source: string;
}

const source = taskAttempts.texts;
const isDescribed = `coalesce(nullif(items.description_ru, ''), nullif(items.description_en, '')) is not null`;
const isOutdated = `exists (
  select from item_tasks where item_id = items.id and made_from is not null and made_from <> ${source})`;
const isOpen = `(select count(*) from item_tasks where item_id = items.id) < 2`;

/** Items that are open, whether they are due or not. */
const itemsWithoutTasks = (db: Knex) =>
  db('items').whereNull('removed_at').whereRaw(`((${isDescribed} and ${isOpen}) or ${isOutdated})`);

export const taskWritingStore = (db: Knex) => ({
  /** Open items that are due, after an id. */
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

  /** The first try of the open items that have failed; null when none has. */
  firstTry: (): Promise<Date | null> => findFirstAttempt(itemsWithoutTasks(db), taskAttempts),

  /** Stores what a model wrote from these texts where they still stand, and never over what a person wrote. */
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

  /** Takes away what a model wrote of an item that nobody describes any more. */
  async clear({ id, source: made }: ItemWithoutTasks): Promise<void> {
    await db('item_tasks')
      .where({ item_id: id })
      .whereNotNull('made_from')
      .whereExists(db('items').where({ id }).whereRaw(`${source} = ?`, [made]))
      .delete();
  },
});

export type TaskWritingStore = ReturnType<typeof taskWritingStore>;
