// Task writing by the language model: port, and validation of the answer.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { filledLine } from '../../../shared/validation.ts';
import { tasksInput } from './itemTasks.ts';
import type { Language } from '../../../shared/language.ts';

/** The texts of an item that the model reads. */
export interface TaskSource {
  titleRu: string | null;
  titleEn: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
}

export type WrittenTasks = Record<Language, string[]>;

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
