// What an item is for: short phrases, as people would type them, in each language; written by admins or by the language model.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { filledLine } from '../../../shared/validation.ts';
import { phraseKey } from '../../search/search.module.ts';
import type { Language } from '../../../shared/language.ts';

/** The phrases of an item in both languages, as an edit writes them; null where nobody has said any. */
export interface TasksOfItem {
  tasksRu: string[] | null;
  tasksEn: string[] | null;
}

/** The phrases of an item in one language, as they are shown. */
export interface ItemTasks {
  itemId: number;
  language: Language;
  texts: string[];
  /** Whether the language model wrote them, and nobody since. */
  isMachine: boolean;
}

/** What an edit needs of it, on its transaction. */
export interface EditableTasks {
  of(id: number): Promise<TasksOfItem>;
  /** Writes what a person says; null: nobody says any. */
  write(id: number, tasks: Partial<TasksOfItem>): Promise<void>;
}

/** Phrases of one language: short, each with a word in it, and no two the same for the search. */
export const tasksInput = z
  .array(filledLine(limits.text.task))
  .max(limits.lists.tasksOfItem)
  .superRefine((tasks, context) => {
    const keys = tasks.map(phraseKey);
    for (const [place, key] of keys.entries()) {
      // One that is empty is refused already.
      if (tasks[place] === '' || (key !== '' && keys.indexOf(key) === place)) continue;
      const [code, message] =
        key === ''
          ? ['required', 'There is no word in it']
          : ['same_phrase', 'The search takes it for one that stands before it'];
      context.addIssue({ code: 'custom', path: [place], message, params: { code } });
    }
  });
