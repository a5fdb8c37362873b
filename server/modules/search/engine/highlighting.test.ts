// Highlighting of texts, and the reasons why an item answers.
import type { SearchDocument } from './searchDocument.ts';
import type { Found } from './engine.ts';
import { CustomVocabulary } from './customVocabulary.ts';
import { rangesIn, reasonsOf } from './highlighting.ts';
import { engineOf, find, plainTag, service, smallThesaurus } from './testing/smallCatalogue.ts';
import type { Language } from '../../../shared/language.ts';

const other = Array.from({ length: 5 }, (_, id) => service(id + 10, `Other ${id}`, 'Nothing'));

function marked(text: string, query: string): string[] {
  const engine = engineOf([service(1, text, text), ...other]);
  return rangesIn(text, find(engine, query).marked, smallThesaurus).map(({ start, end }) =>
    text.slice(start, end),
  );
}

test.each([
  ['Maps for teams', 'map', ['Maps']],
  ['ChatGPT', 'gpt', ['GPT']],
  ['DALL·E 2', 'dalle', ['DALL·E']],
  ['X Pro', 'xpro', ['X Pro']],
  ['Clip Drop', 'clipdrop', ['Clip Drop']],
  ['Голос и речь', 'voice', ['Голос', 'речь']],
  ['A remover of the background', 'убрать фон', ['remover', 'background']],
  // The words of a phrase say it together only, and those of a kind of voice are no synonyms of it.
  ['Remove dark background', 'убрать фон', []],
  ['Text to speech', 'voice', ['speech']],
  ['<i> voice </i>', 'voice', ['voice']],
  ['😀 voice', 'voice', ['voice']],
])('%s, searched as %s', (text, query, words) => {
  expect(marked(text, query)).toEqual(words);
  // A text that was tokenized once is highlighted for any other search.
  expect(marked(text, 'teams')).toEqual(text.includes('teams') ? ['teams'] : []);
  expect(marked(text, query)).toEqual(words);
});

/** The part of an answer that reasons use. */
const askedBy = ({ marked: all, nearby }: Found): Pick<Found, 'marked' | 'nearby'> => ({
  marked: all,
  nearby,
});

describe('reasons', () => {
  test('repeat nothing: the description makes a use case unnecessary', () => {
    const plain = service(2, 'Plain', 'Субтитры', { cases: [{ ru: 'Субтитры', en: null }] });
    const found = find(engineOf([plain, ...other]), 'субтитры');
    expect(
      reasonsOf(plain, {
        ...askedBy(found),
        thesaurus: smallThesaurus,
        customVocabulary: new CustomVocabulary([]),
        language: 'ru',
      }),
    ).toEqual({ tags: [], concepts: ['субтитры'], task: null, case: null });
  });

  describe('matches in the other language only', () => {
    const whyOf = (document: SearchDocument, query: string, language: Language = 'ru') => {
      const engine = engineOf([document, ...other]);
      const found = find(engine, query);
      expect([...found.ids, ...found.near]).toContain(document.id);
      return reasonsOf(document, {
        ...askedBy(found),
        thesaurus: smallThesaurus,
        customVocabulary: engine.index.customVocabulary,
        language,
      });
    };
    const nothing = { tags: [], concepts: [], task: null, case: null };

    test('a known name is explained by its purpose, even beside another highlighted word', () => {
      expect(whyOf(service(2, 'Murf', 'Nothing is said.'), 'озвучка')).toEqual({
        ...nothing,
        concepts: ['озвучка'],
      });
      const found = whyOf(service(2, 'Murf', 'Чтобы сделать всё'), 'сделать озвучку');
      expect(found.concepts).toEqual(['озвучка']);
    });

    test('the matching task and use case in the other language', () => {
      const ru = 'Пусто';
      const description = { ru, en: null };
      const task = service(2, 'Both', '', {
        description,
        tasks: { ru: [ru], en: ['draw a zeppelin'] },
      });
      expect(whyOf(task, 'zeppelin')).toEqual({
        ...nothing,
        task: { text: 'draw a zeppelin', ranges: [{ start: 7, end: 15 }] },
      });
      const told = service(2, 'Both', '', { description, cases: [{ ru, en: 'A zeppelin.' }] });
      expect(whyOf(told, 'zeppelin').case).toEqual({
        text: 'A zeppelin.',
        ranges: [{ start: 2, end: 10 }],
        place: 0,
      });
    });

    test('a near concept with a tag, task or use case in the other language', () => {
      for (const given of [
        { tasks: { ru: ['пусто'], en: ['captions'] } },
        { tags: [{ ...plainTag('cc'), en: 'captions' }] },
        { cases: [{ ru: 'Пусто', en: 'Captions.' }] },
      ])
        expect({
          given,
          concepts: whyOf(service(2, 'Told', 'Пусто', given), 'расшифровка').concepts,
        }).toEqual({ given, concepts: ['субтитры'] });
    });

    test('a near concept is named but not highlighted', () => {
      const near = service(2, 'Words', 'Субтитры');
      expect(whyOf(near, 'расшифровка').concepts).toEqual(['субтитры']);
      const { marked } = find(engineOf([near, ...other]), 'расшифровка');
      expect(rangesIn('Субтитры', marked, smallThesaurus)).toEqual([]);
    });
  });
});
