// SQL for the tasks of items.
import type { Knex } from 'knex';
import type { ItemTasks, TasksOfItem } from './itemTasks.ts';
import type { Language } from '../../../shared/language.ts';

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
