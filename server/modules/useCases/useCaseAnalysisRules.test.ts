// Use case analysis by rules: what is asked for, in which language, and that good texts pass.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedShare, judgeByRules, significantShare } from './useCaseChange.ts';
import { analyseByRules, minWords, polish } from './useCaseAnalysisRules.ts';
import { createUseCaseInput, detectLanguage } from './useCases.ts';

const good = 'мы переводим описания событий на восемь языков за час вместо двух дней';

describe('the check of a text by rules', () => {
  test('a good text is praised in the caller’s language, and comes back as it was written', () => {
    expect(analyseByRules(`  ${good}`, 'ru')).toEqual([
      {
        type: 'improved',
        reason: 'Понятно, кто что сделал и с каким результатом.',
        text: good,
      },
    ]);
    expect(analyseByRules(good, 'en')[0]?.reason).toBe(
      'It’s clear who did what and with what result.',
    );
  });

  test('a text that is too short needs clarification and stays as it is, for a retry', () => {
    const [one] = analyseByRules(' пишу код ', 'ru');
    expect(one).toMatchObject({ type: 'needs_clarification', text: 'пишу код' });
    expect(one?.reason).toBe(
      'Не хватает конкретики. Добавьте: подробности, хотя бы одно полное предложение; что это дало: время, качество, числа.',
    );
  });

  test(`${minWords} words are enough, ${minWords - 1} are not`, () => {
    const enough = 'Мы делаем отчёты за час вместо двух дней';
    expect(analyseByRules(enough, 'ru')[0]?.type).toBe('improved');
    expect(analyseByRules('Мы делаем отчёты за час вместо дня', 'ru')[0]?.type).toBe(
      'needs_clarification',
    );
  });

  test('general words without a task or a result need clarification', () => {
    const [one] = analyseByRules(
      'This is a really useful and handy tool, I use it for various stuff',
      'en',
    );
    expect(one?.type).toBe('needs_clarification');
    expect(one?.reason).toContain('specific task');
  });

  test('a clear text without a result is taken, with a hint', () => {
    const [one] = analyseByRules(
      'Мы пишем описания персонажей и диалоги квестов для нашей новой игры',
      'ru',
    );
    expect(one?.type).toBe('improved');
    expect(one?.reason).toContain('что это дало');
  });

  test('a list of examples comes apart, and at most five of them', () => {
    const list = Array.from({ length: 6 }, () => `- ${good}`).join('\n');
    const parts = analyseByRules(`Примеры:\n${list}`, 'ru');
    expect(parts).toHaveLength(5);
    expect(parts.every((part) => part.type === 'split')).toBe(true);
    expect(parts[0]?.text).toBe(polish(good));
  });

  test.each(['descriptionRu', 'descriptionEn'] as const)(
    'nearly all demo use cases pass: %s',
    (field) => {
      const path = join(import.meta.dirname, '../demo/seed/data/useCases.json');
      const cases = JSON.parse(readFileSync(path, 'utf8')) as Record<typeof field, string>[];
      const refused = cases.filter(
        (one) => analyseByRules(one[field], 'ru')[0]?.type === 'needs_clarification',
      );
      expect(cases.length).toBeGreaterThan(50);
      expect(refused.length / cases.length).toBeLessThan(0.05);
    },
  );

  test('polishing changes no word and no name with a capital inside', () => {
    expect(polish('iPhone  и   Unity\n\n\n\nвместе')).toBe('iPhone и Unity\n\nвместе.');
    expect(polish('Готово!')).toBe('Готово!');
  });
});

describe('the language of a text', () => {
  test.each([
    ['Пишу тесты в Cursor и Claude Code для Unity', 'ru'],
    ['We type «Привет» into the bot and read the answer', 'en'],
    ['12345', 'ru'],
  ] as const)('%s is %s', (text, language) => {
    expect(detectLanguage(text, 'ru')).toBe(language);
  });
  test('a text without letters is in the language of its field', () => {
    expect(detectLanguage('100 %', 'en')).toBe('en');
  });
});

describe('the change of a text', () => {
  test('case, signs and white space are no change', () => {
    expect(changedShare('Мы пишем, код', 'мы пишем код!')).toBe(0);
  });
  test.each([
    ['a moved sentence', 'a b. c d', 'c d. a b', 0],
    ['a repeated word counts as often as it stands there', 'a a a b', 'a b b b', 0.5],
    ['added words', 'a b', 'a b c d', 0.5],
    ['removed words', 'a b c d', 'a d', 0.5],
    ['a text without words', '…', '!', 0],
  ])('words are compared as a multiset: %s', (_name, before, after, share) => {
    expect(changedShare(before, after)).toBe(share);
  });
  test('a change below the share is not significant, at the share it is, with a reason in the caller’s language', () => {
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

describe('the input of a case (specification, section 5)', () => {
  test('a text must be non-blank after trimming', () => {
    expect(createUseCaseInput.safeParse({ descriptionRu: '  \n ' }).success).toBe(false);
    expect(createUseCaseInput.safeParse({}).success).toBe(false);
  });
  test('5,000 characters are taken, 5,001 are not', () => {
    expect(createUseCaseInput.safeParse({ descriptionRu: 'я'.repeat(5_000) }).success).toBe(true);
    expect(createUseCaseInput.safeParse({ descriptionRu: 'я'.repeat(5_001) }).success).toBe(false);
  });
});
