// Custom synonyms, words and concepts apply to the next search, and no longer after their removal.
import { CustomVocabulary } from './customVocabulary.ts';
import { suggest } from '../suggestions.ts';
import { engineOf, find, service } from './testing/smallCatalogue.ts';

const services = [
  service(1, 'One', 'Voiceover for games'),
  service(2, 'Two', 'Drawings made of a few strokes'),
  service(3, 'Three', 'A войсовер for everybody'),
  ...Array.from({ length: 5 }, (_, id) => service(id + 10, `Other ${id}`, 'Nothing')),
];

const taught = (word: string, synonym: string) => {
  const engine = engineOf(services);
  engine.index.customVocabulary = new CustomVocabulary([{ word, synonym }]);
  return engine;
};

test('links a word and a concept in both directions', () => {
  const engine = taught('войсовер', 'озвучка');
  expect(find(engine, 'войсовер').ids).toEqual([3, 1]);
  expect(find(engine, 'закадровый голос').ids).toContain(3);
});

test.each([
  ['a synonym', new CustomVocabulary([{ word: 'Midjourney', synonym: 'strokes' }]), [2]],
  [
    'a word for a concept',
    new CustomVocabulary([], [{ word: 'Midjourney', concept: 'voiceover' }]),
    [1],
  ],
  [
    'a concept of admins',
    new CustomVocabulary(
      [],
      [],
      [{ id: 1, ru: 'штрихи', en: 'strokes', words: ['Midjourney'], broader: null }],
    ),
    [2],
  ],
])('%s applies to a known service outside the catalogue', (_what, lesson, ids) => {
  const engine = engineOf(services);
  expect(find(engine, 'Midjourney').similarToName ?? 'unsure').not.toBeNull();
  engine.index.customVocabulary = lesson;
  expect(find(engine, 'midjourney')).toMatchObject({ ids, similarToName: null, unsure: false });
  // A similarity search uses the same vocabulary.
  engine.index.customVocabulary = new CustomVocabulary([]);
  expect(find(engine, 'midjourney').ids).not.toEqual(ids);
});

describe('a concept of admins', () => {
  const own = {
    id: 5,
    ru: 'арт-борды',
    en: 'mood boards',
    words: ['мудборд', 'few strokes'],
    broader: 'image',
  };
  const documents = [
    ...services,
    service(4, 'Four', 'Собирает мудборды'),
    service(6, 'Six', 'A picture of you'),
    service(7, 'Seven', 'Few of us make many strokes', { isVisible: false }),
  ];
  const engine = engineOf(documents);
  engine.index.customVocabulary = new CustomVocabulary([], [], [own]);

  test('finds items by any of its words; broader ones are near at most', () => {
    for (const text of ['арт-борды', 'mood board', 'мудборд', 'few strokes']) {
      expect(find(engine, text).ids.toSorted()).toEqual([2, 4]);
      expect(find(engine, text).unsure).toBe(false);
    }
  });

  test('is found as a kind of its broader concept', () => {
    expect(find(engine, 'изображение').ids).toEqual([6, 4, 2]);
  });

  test('uses words of hidden items for admins only', () => {
    const hidden = engineOf([service(7, 'Seven', 'A zubrator', { isVisible: false })]);
    hidden.index.customVocabulary = new CustomVocabulary(
      [],
      [],
      [{ ...own, words: ['zubrator'], broader: null }],
    );
    expect(find(hidden, 'мудборд').total).toBe(0);
    const suggested = (scope: 'visible' | 'all') =>
      suggest(hidden.index, 'mood', { scope, most: { tags: 3, concepts: 3 } }).concepts;
    expect(suggested('visible')).toEqual([]);
    expect(suggested('all')).toMatchObject([{ en: 'mood boards', count: 1 }]);
  });
});
