// Tasks of an item: short phrases in each language, written by admins or by the language model.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { filledLine } from '../../../shared/validation.ts';
import { phraseKey } from '../../search/search.module.ts';
import type { Language } from '../../../shared/language.ts';

/** The tasks of an item in both languages, as input of an edit; null if there are none. */
export interface TasksOfItem {
  tasksRu: string[] | null;
  tasksEn: string[] | null;
}

export interface ItemTasks {
  itemId: number;
  language: Language;
  texts: string[];
  /** True when the language model wrote them. */
  isMachine: boolean;
}

/** Tasks as an edit reads and writes them on its transaction. */
export interface EditableTasks {
  of(id: number): Promise<TasksOfItem>;
  /** Saves tasks written by a person; null removes them. */
  write(id: number, tasks: Partial<TasksOfItem>): Promise<void>;
}

/** Tasks of one language: short, with at least one word, and without duplicates for the search. */
export const tasksInput = z
  .array(filledLine(limits.text.task))
  .max(limits.lists.tasksOfItem)
  .superRefine((tasks, context) => {
    const keys = tasks.map(phraseKey);
    for (const [place, key] of keys.entries()) {
      // An empty task already has its own error.
      if (tasks[place] === '' || (key !== '' && keys.indexOf(key) === place)) continue;
      const [code, message] =
        key === ''
          ? ['required', 'Write at least one word']
          : ['same_phrase', 'The search cannot tell it from an earlier task'];
      context.addIssue({ code: 'custom', path: [place], message, params: { code } });
    }
  });
