// What is offered while somebody types.
import { suggest } from './suggest.ts';
import { Taught } from './taught.ts';
import { approvalTag, engineOf, plainTag, service } from './testing/smallCatalogue.ts';

const video = { name: 'video', ru: 'видео', en: 'video', isApproval: false };
const engine = engineOf([
  service(1, 'One', 'Voiceover', { tags: [video, plainTag('game video')] }),
  service(2, 'Two', 'Voiceover', { tags: [video, approvalTag('videoapproved')] }),
  service(3, 'Three', 'Chat', { tags: [plainTag('secret video')], isVisible: false }),
]);
const offered = (text: string) =>
  suggest(engine.index, text, { sight: 'visible', most: { tags: 5, concepts: 3 } });

test('tags whose names begin so come first, then those with such a word, with their numbers', () => {
  expect(offered('vid').tags.map(({ id, count }) => [id, count])).toEqual([
    ['video', 2],
    ['game video', 1],
  ]);
});

test('in either language, and with a typing error', () => {
  expect(offered('виде').tags.map(({ id }) => id)).toEqual(['video']);
  expect(offered('vidoe').tags[0]?.id).toBe('video');
});

test('concepts that find something, by any of their words', () => {
  expect(offered('закадр').concepts).toEqual([
    { id: 'voiceover', ru: 'озвучка', en: 'voiceover', count: 2 },
  ]);
  expect(offered('субтит').concepts).toEqual([]);
});

test('a concept of admins, while any of its words is typed', () => {
  engine.index.taught = new Taught(
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
    engine.index.taught = new Taught([]);
  }
});

test('nothing for a text without words', () => {
  expect(offered(' ? ')).toEqual({ tags: [], concepts: [] });
});

test('the names of the thesaurus are read once, not at every letter', () => {
  let readings = 0;
  const counted = engine.index.thesaurus.concepts.map((concept) => ({
    ...concept,
    phrases: new Proxy([...concept.phrases], {
      get(phrases, key, receiver) {
        if (key === 'map' || key === Symbol.iterator) readings += 1;
        return Reflect.get(phrases, key, receiver) as unknown;
      },
    }),
  }));
  const real = engine.index.thesaurus.concepts;
  Object.defineProperty(engine.index.thesaurus, 'concepts', { value: counted });
  try {
    offered('закадр');
    const first = readings;
    expect(first).toBeGreaterThan(0);
    offered('закадро');
    expect(readings).toBe(first);
  } finally {
    Object.defineProperty(engine.index.thesaurus, 'concepts', { value: real });
  }
});
