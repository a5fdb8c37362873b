// Search suggestions.
import { readThesaurus } from './vocabulary/thesaurus/thesaurusFiles.ts';
import { parseThesaurus } from './vocabulary/thesaurus/parseThesaurus.ts';
import { tokens } from './engine/tokenizer.ts';
import { conceptsNamed, suggest } from './suggestions.ts';
import { CustomVocabulary } from './engine/customVocabulary.ts';
import { Thesaurus } from './engine/thesaurus.ts';
import { approvalTag, engineOf, plainTag, service } from './engine/testing/smallCatalogue.ts';

const video = { name: 'video', ru: 'видео', en: 'video', isApproval: false };
const engine = engineOf([
  service(1, 'One', 'Voiceover', { tags: [video, plainTag('game video')] }),
  service(2, 'Two', 'Voiceover', { tags: [video, approvalTag('videoapproved')] }),
  service(3, 'Three', 'Chat', { tags: [plainTag('secret video')], isVisible: false }),
]);
const offered = (text: string) =>
  suggest(engine.index, text, { scope: 'visible', most: { tags: 5, concepts: 3 } });

test('lists tags with a matching prefix first, then with a matching word, with counts', () => {
  expect(offered('vid').tags.map(({ id, count }) => [id, count])).toEqual([
    ['video', 2],
    ['game video', 1],
  ]);
});

test('accepts both languages and a typing error', () => {
  expect(offered('виде').tags.map(({ id }) => id)).toEqual(['video']);
  expect(offered('vidoe').tags[0]?.id).toBe('video');
});

test('lists concepts with results, by any of their words', () => {
  expect(offered('закадр').concepts).toEqual([
    { id: 'voiceover', ru: 'озвучка', en: 'voiceover', count: 2 },
  ]);
  expect(offered('субтит').concepts).toEqual([]);
});

test('ranks names first, then words, then beginnings of phrases, then other words', () => {
  const ladder = new Thesaurus(
    parseThesaurus([
      `
      inner | внутри | inside, ring of bells |
      begun | начало | start, bell tower |
      said | слово | word, bellows |
      called | колокол | bell |
      `,
    ]),
  );
  const many = engineOf(
    [
      service(1, 'One', 'Inside, start and word'),
      service(2, 'Two', 'Inside and start'),
      service(3, 'Three', 'Inside and a bell'),
    ],
    ladder,
  );
  const most = { tags: 5, concepts: 5 };
  const { concepts } = suggest(many.index, 'bell', { scope: 'visible', most });
  expect(concepts.map(({ id }) => id)).toEqual(['called', 'said', 'begun', 'inner']);
});

test('prefers tasks, and offers objects when nothing has the name', () => {
  expect(offered('вырезать закадр').concepts.map(({ id }) => id)).toEqual(['voiceover']);
  expect(offered('вырезать vid').tags.map(({ id }) => id)).toEqual(['video', 'game video']);
  expect(offered('вырезать v')).toEqual({ tags: [], concepts: [] });
});

test('lists a custom concept by any of its words', () => {
  engine.index.customVocabulary = new CustomVocabulary(
    [],
    [],
    [
      {
        id: 7,
        ru: 'болтовня',
        en: 'chitchat',
        words: ['закадровый трёп', 'voiceover'],
        broader: null,
      },
    ],
  );
  try {
    for (const text of ['бол', 'болтовн', 'chitc', 'закадровый тр']) {
      expect(offered(text).concepts).toEqual([
        { id: 'own-7', ru: 'болтовня', en: 'chitchat', count: 2 },
      ]);
    }
  } finally {
    engine.index.customVocabulary = new CustomVocabulary([]);
  }
});

test('lists nothing for a text without words', () => {
  expect(offered(' ? ')).toEqual({ tags: [], concepts: [] });
});

test('compares every name of all concepts', () => {
  const thesaurus = new Thesaurus(readThesaurus());
  const named = thesaurus.concepts.map(({ id, phrases }) => ({ id, names: phrases.map(tokens) }));
  const byComparingAll = (text: string) => {
    const typed = tokens(text);
    return named
      .filter(({ names }) =>
        names.some((words) =>
          typed.every(({ word, stem }) =>
            words.some((other) => other.word.startsWith(word) || other.stem === stem),
          ),
        ),
      )
      .map(({ id }) => id)
      .sort();
  };
  const phrases = thesaurus.concepts.flatMap((concept, place) =>
    place % 100 === 0 ? [concept.phrases.at(-1)!] : [],
  );
  const texts = phrases.flatMap((one) => [
    one,
    one.slice(0, 1),
    one.slice(0, 4),
    one.split(' ')[0]!,
  ]);
  expect(texts.length).toBeGreaterThan(30);
  for (const text of new Set([...texts, 'dying', 'озвучки', 'text to sp', 'ё'])) {
    const found = conceptsNamed(thesaurus, text, Infinity).sort();
    expect([text, found]).toEqual([text, byComparingAll(text)]);
  }
});
