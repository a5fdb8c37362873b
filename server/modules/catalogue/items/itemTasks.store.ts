// SQL for the tasks of items, and for items without tasks or with outdated tasks of the language model.
import type { Knex } from 'knex';
import type { Language } from '../../../shared/language.ts';
import { findFirstAttempt, isDue, taskAttempts } from '../translations/translations.module.ts';
import type { ItemTasks, TasksOfItem, TaskSource } from './itemTasks.ts';

const fieldOf = { ru: 'tasksRu', en: 'tasksEn' } as const;

export const itemTasksStore = (db: Knex) => ({
  /** The tasks of these items, Russian ones first. */
  ofMany: (ids: readonly number[]): Promise<ItemTasks[]> =>
    db('item_tasks')
      .whereIn('item_id', [...ids])
      .whereRaw('cardinality(tasks) > 0')
      .orderBy('language', 'desc')
      .select(
        { itemId: 'item_id' },
        'language',
        { texts: 'tasks' },
        db.raw(`made_from is not null as "isMachine"`),
      ),

  async of(id: number): Promise<TasksOfItem> {
    const rows: { language: Language; tasks: string[] }[] = await db('item_tasks')
      .where({ item_id: id })
      .select('language', 'tasks');
    const tasks: TasksOfItem = { tasksRu: null, tasksEn: null };
    for (const row of rows) tasks[fieldOf[row.language]] = row.tasks;
    return tasks;
  },

  /** Saves tasks written by a person; null removes them. */
  async write(id: number, { tasksRu, tasksEn }: Partial<TasksOfItem>): Promise<void> {
    for (const [language, tasks] of [
      ['ru', tasksRu],
      ['en', tasksEn],
    ] as const) {
      if (tasks === undefined) continue;
      if (tasks === null) await db('item_tasks').where({ item_id: id, language }).delete();
      else
        await db('item_tasks')
          .insert({ item_id: id, language, tasks, made_from: null })
          .onConflict(['item_id', 'language'])
          .merge();
    }
  },
});

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
