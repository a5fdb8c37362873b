// Diffs of texts.
import { countChanges, diffTexts, type DiffPart } from './wordDiff.tsx';

describe('differences of texts', () => {
  const put = (parts: readonly DiffPart[], kind: 'removed' | 'added') =>
    parts
      .filter((part) => part.kind === 'same' || part.kind === kind)
      .map((part) => part.text)
      .join('');

  /** Pseudo-random numbers, equal in every run. */
  const numbers = (seed: number) => () => {
    seed = (seed * 1664525 + 1013904223) % 2 ** 32;
    return seed / 2 ** 32;
  };
  const words = [
    'концепт',
    'концепты',
    'арт',
    'арты',
    'модель',
    'ёлка',
    'AI',
    'image',
    '3D',
    'don’t',
  ];
  const joints = [' ', ' ', '  ', ', ', '. ', '\n', ' — ', ''];
  const text = (random: () => number) =>
    Array.from({ length: Math.floor(random() * 14) }, () => {
      const word = words[Math.floor(random() * words.length)] ?? '';
      return word + (joints[Math.floor(random() * joints.length)] ?? '');
    }).join('');
  const letter = /[\p{Script=Cyrillic}]/u;

  test('reconstructs both texts without split words, for 500 pairs', () => {
    const random = numbers(7);
    for (let round = 0; round < 500; round += 1) {
      const [before, after] = [text(random), text(random)];
      const parts = diffTexts(before, after);
      expect(put(parts, 'removed')).toBe(before);
      expect(put(parts, 'added')).toBe(after);
      for (const kind of ['removed', 'added'] as const) {
        const side = parts.filter((part) => part.kind === 'same' || part.kind === kind);
        side.slice(1).forEach((part, index) => {
          const end = side[index]?.text.at(-1) ?? '';
          expect(letter.test(end) && letter.test(part.text[0] ?? '')).toBe(false);
        });
      }
    }
  });

  test('compares Russian words as a whole', () => {
    const parts = diffTexts('Создаёт концепт для игр', 'Создаёт арты для игр');
    expect(parts.map(({ kind, text: part }) => [kind, part])).toEqual([
      ['same', 'Создаёт '],
      ['removed', 'концепт'],
      ['added', 'арты'],
      ['same', ' для игр'],
    ]);
    expect(countChanges(parts)).toEqual({ changed: 1, removed: 0, added: 0 });
  });

  test('shows very different texts as one replacement between their common ends', () => {
    const between = (word: string) =>
      `Начало ${Array.from({ length: 1_200 }, (_, index) => `${word}${index} и`).join(' ')} конец`;
    const parts = diffTexts(between('а'), between('б'));
    expect(parts.map(({ kind, words }) => [kind, words])).toEqual([
      ['same', 1],
      ['removed', 2_399],
      ['added', 2_399],
      ['same', 2],
    ]);
    expect(put(parts, 'removed')).toBe(between('а'));
    expect(put(parts, 'added')).toBe(between('б'));
  });

  test('accepts an empty text and a prefix at any length', () => {
    const long = 'слово '.repeat(2_000).trim();
    expect(diffTexts('', long)).toEqual([{ kind: 'added', text: long, words: 2_000 }]);
    expect(diffTexts(`${long} ещё`, 'слово').map(({ kind, words }) => [kind, words])).toEqual([
      ['same', 1],
      ['removed', 2_000],
    ]);
  });

  test.each([
    ['кот спит', 'пёс спит', { changed: 1, removed: 0, added: 0 }],
    ['кот спит', 'рыжий пёс спит', { changed: 1, removed: 0, added: 1 }],
    ['рыжий кот спит', 'пёс спит', { changed: 1, removed: 1, added: 0 }],
    ['кот спит', 'кот спит крепко', { changed: 0, removed: 0, added: 1 }],
    ['кот крепко спит', 'кот спит', { changed: 0, removed: 1, added: 0 }],
    ['кот, спит', 'кот спит', { changed: 0, removed: 0, added: 0 }],
  ])('from «%s» to «%s»', (before, after, expected) => {
    expect(countChanges(diffTexts(before, after))).toEqual(expected);
  });
});
