import fc from 'fast-check';
import { editDistance, prefixDistance } from './editDistance.ts';
import { otherLayout } from './keyboardLayout.ts';
import { mendingCost, nearestWord } from './mending.ts';
import { fold, nameKey, wordsOf } from './searchText.ts';
import { allOf, anyOf, beginning, lexeme } from './tsQuery.ts';
import type { NearWord } from './vocabulary.ts';

describe('words of a text', () => {
  test.each([
    ['DALL·E 3', ['dall', 'e', '3']],
    ['  Ёж, абрикос!  ', ['еж', 'абрикос']],
    ["There's an AI", ['theres', 'an', 'ai']],
    ['Huntr’s', ['huntrs']],
    ['A/B-тесты', ['a', 'b', 'тесты']],
    ['ﬁgma Ｆｉｇｍａ', ['figma', 'figma']],
    ['й', ['й']],
    ['%_:*&|!()\\ 🎮', []],
    ['', []],
  ])('%j', (text, expected) => {
    expect(wordsOf(text).map(({ word }) => word)).toEqual(expected);
  });

  test('places count UTF-16 code units', () => {
    expect(wordsOf('🎮 Ёж-2')).toEqual([
      { word: 'еж', start: 3, end: 5 },
      { word: '2', start: 6, end: 7 },
    ]);
  });

  test('a word of 10,000 letters is cut, a whole name too', () => {
    const [first] = wordsOf('a'.repeat(10_000));
    expect(first?.word).toHaveLength(60);
    expect(nameKey(Array.from({ length: 9 }, () => 'abcdefghijklmnopqrstuvwxyz'))).toHaveLength(
      120,
    );
  });

  test('words stand where they say', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        for (const { word, start, end } of wordsOf(text)) {
          expect(fold(text.slice(start, end)).includes(word.slice(0, 1))).toBe(true);
        }
      }),
    );
  });
});

describe('the other keyboard layout', () => {
  test.each([
    ['ьшвощгктун', 'midjourney'],
    ['ghtptynfwbz', 'презентация'],
    ['ghtpbltynfwbz', 'президентация'],
    [',kjuths', 'блогеры'],
    ["'rcgthbvtyns", 'эксперименты'],
    ['{krt,', 'хлкеб'],
    ['Срфе ПЗЕ', 'chat gpt'],
    ['3d', '3в'],
  ])('%s is %s', (typed, meant) => {
    expect(otherLayout(typed)).toBe(meant);
  });
});

describe('distances', () => {
  test.each([
    ['midjorney', 'midjourney', 1],
    ['cluade', 'claude', 1],
    ['нейрость', 'нейросеть', 1],
    ['trasnlator', 'translator', 1],
    ['президентация', 'презентация', 2],
    ['', 'abc', 3],
    ['ca', 'abc', 3],
    ['same', 'same', 0],
  ])('%s and %s: %i', (a, b, expected) => {
    expect(editDistance(a, b)).toBe(expected);
    expect(editDistance(b, a)).toBe(expected);
  });

  test('what has been typed so far is compared with beginnings', () => {
    expect(prefixDistance('презин', 'презентация')).toBe(1);
    expect(prefixDistance('midj', 'midjourney')).toBe(0);
  });

  test('a distance is never more than the longer word', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });
});

const near = (word: string, given: Partial<NearWord> = {}): NearWord => ({
  word,
  lexeme: word,
  sound: word,
  inTitle: false,
  count: 1,
  ...given,
});

const unknown = (word: string, words: NearWord[], sound = word) => ({
  word,
  sound,
  isPrefix: false,
  isOtherLayout: false,
  near: words,
});

describe('mending', () => {
  test('the nearest word wins; among equals the one of a title, then the frequent one', () => {
    const words = [near('figura'), near('figma'), near('sigma')];
    expect(nearestWord([unknown('figna', words)])?.word).toBe('figma');
    expect(
      nearestWord([unknown('mare', [near('mark', { count: 9 }), near('maze', { inTitle: true })])])
        ?.word,
    ).toBe('maze');
    expect(nearestWord([unknown('mara', [near('mark'), near('mars', { count: 90 })])])?.word).toBe(
      'mars',
    );
  });

  test('a name that sounds alike in the other alphabet is nearer than a word with typing errors', () => {
    const words = [near('клад'), near('claude', { sound: 'klod', inTitle: true })];
    expect(nearestWord([unknown('клод', words, 'klod')])?.word).toBe('claude');
  });

  test('what is too far is not meant', () => {
    expect(nearestWord([unknown('abc', [near('xyz')])])).toBeNull();
    expect(nearestWord([unknown('ab', [near('ac')])])).toBeNull();
    expect(mendingCost(unknown('midjourney', []), near('photoshop'))).toBe(
      Number.POSITIVE_INFINITY,
    );
    expect(nearestWord([])).toBeNull();
  });

  test('nonsense means nothing: repeated letters, or another layout and another alphabet that only sound near', () => {
    expect(nearestWord([unknown('йййй', [near('ии', { sound: 'i' })], 'i')])).toBeNull();
    const magic = near('magic', { sound: 'magik' });
    const onOtherLayout = { ...unknown('мегиук', [magic], 'megik'), isOtherLayout: true };
    expect(nearestWord([onOtherLayout])).toBeNull();
    expect(nearestWord([{ ...onOtherLayout, sound: 'magik' }])?.word).toBe('magic');
  });
});

describe('the text of a query', () => {
  test('quotes and backslashes are doubled', () => {
    expect(lexeme("it's")).toBe("'it''s'");
    expect(beginning('a\\b')).toBe("'a\\\\b':*");
  });

  test('what cannot match is left out of a choice and spoils a conjunction', () => {
    expect(anyOf(["'a'", null, "'b'", "'a'"])).toBe("('a' | 'b')");
    expect(anyOf([null])).toBeNull();
    expect(allOf(["'a'", null])).toBeNull();
    expect(allOf(["'a'", "'b'"])).toBe("('a' & 'b')");
    expect(allOf([])).toBeNull();
  });
});
