// What is marked in the texts of an answer, and what else is said of why it answers.
import { Taught } from './taught.ts';
import { rangesIn, reasonsOf } from './mark.ts';
import { engineOf, find, plainTag, service, smallThesaurus } from './testing/smallCatalogue.ts';

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
  ['<i> voice </i>', 'voice', ['voice']],
  ['😀 voice', 'voice', ['voice']],
])('%s, asked %s', (text, query, words) => {
  expect(marked(text, query)).toEqual(words);
  // Read once, it is marked for any other search.
  expect(marked(text, 'teams')).toEqual(text.includes('teams') ? ['teams'] : []);
  expect(marked(text, query)).toEqual(words);
});

describe('reasons', () => {
  const studio = service(1, 'Studio', 'Records everything', {
    tags: [plainTag('voiceover'), plainTag('misc')],
    tasks: { ru: ['подключить микрофон', 'озвучить ролик'], en: ['read a trailer aloud'] },
    cases: [
      { ru: 'Не пригодилось.', en: null },
      {
        ru: `${'Очень длинное вступление. '.repeat(10)}Потом сделали субтитры за час. ${'И ещё. '.repeat(40)}`,
        en: null,
      },
    ],
  });
  const engine = engineOf([studio, ...other]);
  const reasons = (query: string, language: 'ru' | 'en') =>
    reasonsOf(studio, {
      marked: find(engine, query).marked,
      thesaurus: smallThesaurus,
      taught: engine.index.taught,
      language,
    });

  test('the tag, and the concept by its name in the reader’s language', () => {
    expect(reasons('озвучка', 'ru')).toMatchObject({ tags: ['voiceover'], concepts: ['озвучка'] });
    expect(reasons('озвучка', 'en')).toMatchObject({ concepts: ['voiceover'] });
  });

  test('the task that says it', () => {
    expect(reasons('ролик', 'ru').task).toEqual({
      text: 'озвучить ролик',
      ranges: [{ start: 9, end: 14 }],
    });
    expect(reasons('aloud', 'en').task?.text).toBe('read a trailer aloud');
  });

  test('the case that says it is quoted around the words', () => {
    const { case: found, task } = reasons('субтитры', 'ru');
    expect(task).toBeNull();
    expect(found?.place).toBe(1);
    expect(found?.text).toMatch(/^… .*субтитры за час.* …$/);
    expect(found!.text.length).toBeLessThan(230);
    const [range] = found!.ranges;
    expect(found!.text.slice(range!.start, range!.end)).toBe('субтитры');
  });

  test('nothing is said twice: what the description says needs no case', () => {
    const plain = service(2, 'Plain', 'Субтитры', { cases: [{ ru: 'Субтитры', en: null }] });
    const found = find(engineOf([plain, ...other]), 'субтитры');
    expect(
      reasonsOf(plain, {
        marked: found.marked,
        thesaurus: smallThesaurus,
        taught: new Taught([]),
        language: 'ru',
      }),
    ).toEqual({ tags: [], concepts: ['субтитры'], task: null, case: null });
  });
});
