// What this room needs of a language model to say what an item is for, and what it takes of its answer. Pure.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { filledLine } from '../../../shared/validation.ts';
import { tasksInput } from './itemTasks.ts';
import type { Language } from '../../../shared/language.ts';

/** What the model is told of an item. */
export interface TaskSource {
  titleRu: string | null;
  titleEn: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
}

export type WrittenTasks = Record<Language, string[]>;

export interface TaskWriter {
  /**
   * Short tasks for which people would take the item, in both languages.
   * @throws DomainError UNAVAILABLE when the model does not answer as it must.
   */
  writeItemTasks(item: TaskSource): Promise<WrittenTasks>;
}

/** Words, numbers and the signs between them: no markup, no address, no key of anything. */
const plainLine = /^[\p{L}\p{M}\p{N} '’",.\-–—/+#&%()«»!?№]+$/u;
const mostWords = 10;

/** What is said to a model and not to a search. */
const commands = [
  /\b(?:ignore|disregard|forget|override)\b.*\b(?:instructions?|prompts?|rules?|above|previous)\b/iu,
  /(?:игнорир|забуд|не обращай).*(?:инструкц|указани|промпт|правил|выше)/iu,
];

const lettersOf = (text: string, script: RegExp): number => text.match(script)?.length ?? 0;

/** Whether the letters are those of the language; names of products may stand in a Russian text as they are written. */
const isIn = (language: Language, text: string): boolean => {
  const russian = lettersOf(text, /\p{Script=Cyrillic}/gu);
  const others = lettersOf(text, /\p{L}/gu) - russian;
  return language === 'ru' ? russian > 0 && russian >= others : russian === 0 && others > 0;
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Finds a title as it is written; one of several words in any case. "Code" in "review code" is a word, and no name. */
const namesOf = ({ titleRu, titleEn }: TaskSource): RegExp[] =>
  [titleRu, titleEn].flatMap((title) => {
    const words = title?.trim().split(/\s+/u) ?? [];
    if (!words[0]) return [];
    const name = words.map(escaped).join(String.raw`\s+`);
    return [
      new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, words.length > 1 ? 'iu' : 'u'),
    ];
  });

/** The answer of a model about an item: complete, plain, in its language, without the name of the item. */
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
