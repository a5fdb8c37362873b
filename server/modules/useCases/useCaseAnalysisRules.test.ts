// Rules for the texts of use cases: questions and their language, acceptance of good texts, and merging of an update with texts
// saved meanwhile.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  changedShare,
  judgeByRules,
  planTextUpdate,
  replanTextUpdate,
  significantShare,
  withConcurrentTranslation,
} from './useCaseTexts.ts';
import { analyseByRules, polish } from './useCaseAnalysis.service.ts';
import { detectLanguage, type UseCase } from './useCases.ts';

const good = 'мы переводим описания событий на восемь языков за час вместо двух дней';

describe('the check of a text by rules', () => {
  test('asks for clarification of a short text, which stays unchanged', () => {
    const [one] = analyseByRules(' пишу код ', 'ru');
    expect(one).toMatchObject({ type: 'needs_clarification', text: 'пишу код' });
    expect(one?.reason).toBe(
      'Не хватает конкретики. Добавьте: подробности, хотя бы одно полное предложение; что это дало: время, качество, числа.',
    );
  });

  test('asks for clarification of few or general words; accepts a clear text without a result, with a hint', () => {
    for (const [text, type, hint] of [
      ['Мы делаем отчёты за час вместо двух дней', 'improved', ''],
      ['Мы делаем отчёты за час вместо дня', 'needs_clarification', 'Не хватает'],
      ['Очень удобный и полезный сервис, пользуюсь им для разных дел', 'needs_clarification', ''],
      [
        'Мы пишем описания персонажей и диалоги квестов для нашей новой игры',
        'improved',
        'что это',
      ],
    ] as const)
      expect({ text, ...analyseByRules(text, 'ru')[0] }).toMatchObject({
        type,
        reason: expect.stringContaining(hint) as string,
      });
  });

  test('splits a list of examples into at most five', () => {
    const list = Array.from({ length: 6 }, () => `- ${good}`).join('\n');
    const parts = analyseByRules(`Примеры:\n${list}`, 'ru');
    expect(parts).toHaveLength(5);
    expect(parts.every((part) => part.type === 'split')).toBe(true);
    expect(parts[0]?.text).toBe(polish(good));
  });

  test('accepts nearly all demo use cases', () => {
    const path = join(import.meta.dirname, '../demo/seed/data/useCases.json');
    const fields = ['descriptionRu', 'descriptionEn'] as const;
    const cases = JSON.parse(readFileSync(path, 'utf8')) as Record<
      (typeof fields)[number],
      string
    >[];
    expect(cases.length).toBeGreaterThan(50);
    for (const field of fields) {
      const refused = cases.filter(
        (one) => analyseByRules(one[field], 'ru')[0]?.type === 'needs_clarification',
      );
      expect(refused.length / cases.length).toBeLessThan(0.05);
    }
  });
});

describe('the language of a text', () => {
  test('is detected by its letters, or is that of its field', () => {
    for (const [text, field, language] of [
      ['Пишу тесты в Cursor и Claude Code для Unity', 'ru', 'ru'],
      ['We type «Привет» into the bot and read the answer', 'ru', 'en'],
      ['100 %', 'ru', 'ru'],
      ['100 %', 'en', 'en'],
    ] as const)
      expect([text, field, detectLanguage(text, field)]).toEqual([text, field, language]);
  });
});

describe('the change of a text', () => {
  test('compares words with their counts', () => {
    for (const [before, after, share] of [
      ['Мы пишем, код', 'мы пишем код!', 0],
      ['a b. c d', 'c d. a b', 0],
      // A repeated word counts each time.
      ['a a a b', 'a b b b', 0.5],
      ['a b', 'a b c d', 0.5],
      ['a b c d', 'a d', 0.5],
      ['…', '!', 0],
    ] as const)
      expect([before, after, changedShare(before, after)]).toEqual([before, after, share]);
  });
  test('is significant from the threshold on, with a reason in the caller’s language', () => {
    const before = 'a b c d e f g h i j';
    expect(judgeByRules(changedShare(before, 'a b c d e f g h X Y'), 'ru')).toEqual({
      isSignificant: false,
      reason: null,
    });
    expect(judgeByRules(changedShare(before, 'a b c d e f g X Y Z'), 'en')).toEqual({
      isSignificant: true,
      reason: '30% of the words have changed.',
    });
    expect(significantShare).toBe(0.3);
    expect(judgeByRules(changedShare(before, 'совсем другое'), 'ru').reason).toMatch(
      /Изменено 100\u00A0% слов/,
    );
  });
});

describe('a text update beside texts that were saved between its read and its lock', () => {
  const read: UseCase = {
    id: 1,
    itemId: 2,
    userId: 3,
    descriptionRu: 'Пишу письма',
    descriptionEn: null,
    originalLanguage: 'ru',
    staleLanguage: null,
    likesCount: 0,
    createdAt: new Date(0),
    updatedAt: new Date(1),
  };
  const given = { ru: 'Пишу письма партнёрам', en: null };
  const english = 'I write letters';
  const both = { ...given, en: english };
  const later = new Date(2);

  test('keeps concurrent changes', () => {
    const rows = [
      ['nothing', {}, given],
      // A filled-in translation keeps the time of the change.
      ['a translation by the model', { descriptionEn: english }, given],
      ['the other text by its author', { descriptionEn: english, updatedAt: later }, both],
      [
        'another text in the same language, translated by the model',
        { descriptionRu: 'Пишу отчёты', descriptionEn: english, updatedAt: later },
        given,
      ],
      [
        'the other text alone, of which the first was made anew',
        {
          descriptionRu: 'Я пишу',
          descriptionEn: english,
          originalLanguage: 'en',
          updatedAt: later,
        },
        both,
      ],
    ] as const;
    for (const [name, change, expected] of rows)
      expect([name, withConcurrentTranslation(given, read, { ...read, ...change })]).toEqual([
        name,
        expected,
      ]);
    const own = { ru: given.ru, en: 'My own' };
    const held = { ...read, descriptionEn: english, updatedAt: later };
    expect(withConcurrentTranslation(own, read, held)).toEqual(own);
  });

  test('reuses the plan of a use case unless it has changed since the read', () => {
    const planned = planTextUpdate(read, given)!;
    expect(replanTextUpdate(given, read, { ...read }, planned)).toBe(planned);
    const held = { ...read, descriptionRu: 'Пишу отчёты', updatedAt: later };
    expect(replanTextUpdate(given, read, held, planned)?.change).toMatchObject({
      old: 'Пишу отчёты',
      fresh: given.ru,
    });
    expect(replanTextUpdate(given, read, { ...held, descriptionRu: given.ru }, planned)).toBeNull();
  });
});
