// Language model adapter: prompts and answer schemas of the six kinds of question.
import { z } from 'zod';
import type { ItemTranslator } from '../../modules/catalogue/items/items.ts';
import { writtenTasks, type TaskWriter } from '../../modules/catalogue/items/itemTasks.ts';
import type { Language } from '../../shared/language.ts';
import { type HealthProbe, createLastCallHealth } from '../../shared/healthProbe.ts';
import { namedTags, type TagNamer } from '../../modules/curation/tags/tags.ts';
import { improvedCaseTypes, type UseCaseModel } from '../../modules/useCases/useCases.ts';
import { limits } from '../../config/limits.ts';
import type { Clock } from '../../shared/clock.ts';
import { filledText } from '../../shared/validation.ts';
import type { Log } from '../../shared/log.ts';
import { lazy } from '../../shared/memoize.ts';
import type { ModelSettings, Question } from './connection.ts';

export type LanguageModel = UseCaseModel & ItemTranslator & TaskWriter & TagNamer;

interface Options {
  clock: Clock;
  log: Log;
  timeoutMs?: number;
}

const languageNames: Record<Language, string> = { ru: 'Russian', en: 'English' };

const reason = filledText(500);

const analysis = z.strictObject({
  improvedCases: z
    .array(
      z.strictObject({
        type: z.enum(improvedCaseTypes),
        reason,
        text: filledText(limits.text.useCase),
      }),
    )
    .min(1)
    .max(5),
});

const translation = z.strictObject({ text: filledText(limits.text.useCase) });

const judgement = z.strictObject({
  isSignificant: z.boolean(),
  reason: filledText(500).nullable(),
});

const itemTranslation = z.strictObject({ description: filledText(limits.bookmark.text) });

const useCaseContext =
  'An internal catalogue of AI services holds use cases: short examples of how an employee of a game company uses a service.';

type Ask = <Schema extends z.ZodType>(question: Question<Schema>) => Promise<z.output<Schema>>;

const useCaseQuestions = (ask: Ask): UseCaseModel => ({
  async analyse(text, language) {
    const { improvedCases } = await ask({
      task: 'use_case_analysis',
      instruction: [
        useCaseContext,
        'Improve the text in the field "text", in the language in which it is written. A good case says who did what with',
        'the service and with which result, in one to four sentences. Add no fact that the text does not hold.',
        '- type "improved": the text is good; "text" is the text, at most polished.',
        '- type "split": the text holds several examples; give each as its own case, at most five.',
        '- type "needs_clarification": too vague to improve; "text" is the text as it is, "reason" asks what is missing.',
        `Write every "reason" in ${languageNames[language]}, in one or two sentences, friendly and concrete.`,
      ].join('\n'),
      data: { text },
      schema: analysis,
    });
    return improvedCases;
  },

  async translate(text, from, to) {
    const answer = await ask({
      task: 'translation',
      instruction: [
        useCaseContext,
        `Translate the field "text" from ${languageNames[from]} into ${languageNames[to]}: natural, complete, in the same`,
        'tone, keeping names of products and numbers as they are.',
      ].join('\n'),
      data: { text, from, to },
      schema: translation,
    });
    return answer.text;
  },

  async judgeChange(before, after, language) {
    const answer = await ask({
      task: 'change_judgement',
      instruction: [
        useCaseContext,
        'Its author changed a case from the field "before" to the field "after". The change is significant when a reader',
        'learns something else: another use, another result, other facts or numbers. Spelling, style and order are not.',
        `Give the "reason" in ${languageNames[language]} in one short sentence; null when the change is not significant.`,
      ].join('\n'),
      data: { before, after },
      schema: judgement,
    });
    return {
      isSignificant: answer.isSignificant,
      reason: answer.isSignificant ? answer.reason : null,
    };
  },
});

const itemQuestions = (ask: Ask): ItemTranslator & TaskWriter & TagNamer => ({
  async translateDescription(text, name, from, to) {
    const { description } = await ask({
      task: 'item_translation',
      instruction: [
        'An internal catalogue describes AI services. Translate the "description" of the one that is called "name"',
        `from ${languageNames[from]} into ${languageNames[to]}. Names of products and companies stay as they are.`,
      ].join('\n'),
      data: { name, description: text, from, to },
      schema: itemTranslation,
    });
    return description;
  },

  writeItemTasks: ({ titleRu, titleEn, descriptionRu, descriptionEn }) =>
    ask({
      task: 'item_tasks',
      instruction: [
        'An internal catalogue describes AI services to employees of a game company. Say what the described one is for, in the words',
        `in which somebody would type a task into a search: ${limits.writtenTasks.least} to ${limits.lists.tasksOfItem} different tasks in Russian ("ru") and as many in English ("en").`,
        'Each begins with a verb, has two to six words, at most 80 characters, no name of the service, and no signs but letters.',
        'Name only what the description says or plainly means. The Russian ones are no translations: write as people would.',
      ].join('\n'),
      data: { titleRu, titleEn, descriptionRu, descriptionEn },
      schema: writtenTasks({ titleRu, titleEn, descriptionRu, descriptionEn }),
    }),

  async nameTags(tags) {
    const { names } = await ask({
      task: 'tag_names',
      instruction: [
        'An internal catalogue of AI services sorts them by tags, written as in an address. The field "tags" holds one in each line.',
        'Say in "names", in the same order and for each line, what readers call it: in Russian letters ("ru") and in English ("en"),',
        'one to four words, in lower case but for names of products. In "ru" add a Russian word where a name of a product stands alone.',
      ].join('\n'),
      data: { tags: tags.join('\n') },
      schema: namedTags(tags.length),
    });
    return names.map(({ ru, en }) => ({ nameRu: ru, nameEn: en }));
  },
});

/** Creates the model client and a health probe of its last call; the first question makes the first call. */
export function createLanguageModel(
  settings: ModelSettings,
  { clock, log, timeoutMs }: Options,
): { model: LanguageModel; probe: HealthProbe } {
  const outcome = createLastCallHealth();
  const connection = lazy(async () => {
    const { createModelConnection } = await import('./connection.ts');
    return createModelConnection({
      ...settings,
      clock,
      log,
      outcome,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  });
  const ask: Ask = async (question) => (await connection()).ask(question);

  return {
    model: { ...useCaseQuestions(ask), ...itemQuestions(ask) },
    probe: { name: 'languageModel', isVital: false, check: async () => outcome.state() },
  };
}
