// Custom synonyms, words and concepts apply to the next search, and no longer after their removal.
import { CustomVocabulary } from './customVocabulary.ts';
import { reasonsOf } from './highlighting.ts';
import { suggest } from '../suggestions.ts';
import { engineOf, find, service, smallThesaurus } from './testing/smallCatalogue.ts';
import type { Language } from '../../../shared/language.ts';

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

test('treats a synonym in both directions', () => {
  const engine = taught('каракули', 'strokes');
  expect(find(engine, 'каракули').ids).toEqual([2]);
  expect(find(taught('strokes', 'каракули'), 'каракули').ids).toEqual([2]);
  engine.index.customVocabulary = new CustomVocabulary([]);
  expect(find(engine, 'каракули').ids).toEqual([]);
});

test('requires all words of a phrase synonym', () => {
  expect(find(taught('скетч', 'few strokes'), 'скетч').ids).toEqual([2]);
  expect(find(taught('скетч', 'few games'), 'скетч').ids).toEqual([]);
});

test('links a word and a concept in both directions', () => {
  const engine = taught('войсовер', 'озвучка');
  expect(find(engine, 'войсовер').ids).toEqual([3, 1]);
  expect(find(engine, 'закадровый голос').ids).toContain(3);
});

test('recognises a phrase inside a query', () => {
  expect(find(taught('быстрый набросок', 'strokes'), 'сделать быстрый набросок').ids).toEqual([2]);
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

test('ignores unknown words', () => {
  expect(find(taught('каракули', '!!!'), 'каракули').ids).toEqual([]);
});

describe('a word for a concept of the thesaurus', () => {
  const engine = engineOf(services);
  engine.index.customVocabulary = new CustomVocabulary(
    [],
    [{ word: 'звукарня', concept: 'voiceover' }],
  );

  test('finds items of the concept by the word, also in a sentence', () => {
    expect(find(engine, 'звукарня').ids).toEqual([1]);
    expect(find(engine, 'нужна звукарня для игры').ids[0]).toBe(1);
  });

  test('finds items with the word by the concept', () => {
    const other = engineOf([...services, service(4, 'Four', 'Наша звукарня')]);
    expect(find(other, 'закадровый голос').ids).not.toContain(4);
    other.index.customVocabulary = engine.index.customVocabulary;
    expect(find(other, 'закадровый голос').ids).toContain(4);
  });

  test('ignores a removed concept, and does not correct the word', () => {
    const other = engineOf([...services, service(4, 'Four', 'Эта бурмотка')]);
    expect(find(other, 'бурматка').correctedTo).toBe('бурмотка');
    other.index.customVocabulary = new CustomVocabulary(
      [],
      [{ word: 'бурматка', concept: 'gone' }],
    );
    expect(find(other, 'бурматка')).toMatchObject({ total: 0, correctedTo: null });
  });
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

  test('is a reason with its name', () => {
    const { marked, nearby } = find(engine, 'mood board');
    const { customVocabulary: taught } = engine.index;
    const reasons = (language: Language) =>
      reasonsOf(documents[8]!, {
        marked,
        nearby,
        thesaurus: smallThesaurus,
        customVocabulary: taught,
        language,
      });
    expect(documents[8]!.id).toBe(4);
    expect(reasons('ru').concepts).toEqual(['арт-борды']);
    expect(reasons('en').concepts).toEqual(['mood boards']);
  });
});
