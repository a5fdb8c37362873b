// Tasks of an item: short phrases in each language, written by admins or by the language model, whose answer is validated.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import type { Language } from '../../../shared/language.ts';
import { filledLine } from '../../../shared/validation.ts';
import { phraseKey } from '../../search/search.module.ts';

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

/** The texts of an item that the model reads. */
export interface TaskSource {
  titleRu: string | null;
  titleEn: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
}

type WrittenTasks = Record<Language, string[]>;

export interface TaskWriter {
  /**
   * Short tasks for which people would use the item, in both languages.
   * @throws DomainError UNAVAILABLE when the model gives no valid answer
   */
  writeItemTasks(item: TaskSource): Promise<WrittenTasks>;
}

/** Words, numbers and punctuation: no markup, addresses or keys. */
const plainLine = /^[\p{L}\p{M}\p{N} '’",.\-–—/+#&%()«»!?№]+$/u;
const mostWords = 10;

/** Phrases that instruct a model instead of naming a task (prompt injection). */
const commands = [
  /\b(?:ignore|disregard|forget|override)\b.*\b(?:instructions?|prompts?|rules?|above|previous)\b/iu,
  /(?:игнорир|забуд|не обращай).*(?:инструкц|указани|промпт|правил|выше)/iu,
];

const lettersOf = (text: string, script: RegExp): number => text.match(script)?.length ?? 0;

/** True when a text is in a language; Russian texts may contain product names in Latin letters. */
const isIn = (language: Language, text: string): boolean => {
  const russian = lettersOf(text, /\p{Script=Cyrillic}/gu);
  const others = lettersOf(text, /\p{L}/gu) - russian;
  return language === 'ru' ? russian > 0 && russian >= others : russian === 0 && others > 0;
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Patterns for titles. Only titles of several words ignore case, because "code" in "review code" is not a name. */
const namesOf = ({ titleRu, titleEn }: TaskSource): RegExp[] =>
  [titleRu, titleEn].flatMap((title) => {
    const words = title?.trim().split(/\s+/u) ?? [];
    if (!words[0]) return [];
    const name = words.map(escaped).join(String.raw`\s+`);
    return [
      new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, words.length > 1 ? 'iu' : 'u'),
    ];
  });

/** Schema of a model's answer about an item: complete, plain, in its language, without the name of the item. */
export function writtenTasks(item: TaskSource) {
  const names = namesOf(item);
  const isPlain = (text: string): boolean =>
    plainLine.test(text) &&
    text.split(' ').length <= mostWords &&
    ![...commands, ...names].some((pattern) => pattern.test(text));
  const phrases = (language: Language) =>
    z
      .array(filledLine(limits.text.task).refine((text) => isPlain(text) && isIn(language, text)))
      .min(limits.writtenTasks.least)
      .max(limits.lists.tasksOfItem)
      .pipe(tasksInput);
  return z.strictObject({ ru: phrases('ru'), en: phrases('en') });
}
