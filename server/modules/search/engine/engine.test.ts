// Results of the search engine, their order, and the relevance threshold.
import fc from '../../../testing/fastCheck.ts';
import { readThesaurus } from '../vocabulary/thesaurus/thesaurusFiles.ts';
import type { SearchDocument } from './searchDocument.ts';
import { parseThesaurus } from '../vocabulary/thesaurus/parseThesaurus.ts';
import { Thesaurus } from './thesaurus.ts';
import { approvalTag, engineOf, find, plainTag, service } from './testing/smallCatalogue.ts';

const tools = engineOf([
  service(1, 'DALL·E 2', 'Нарисовать картинку по словам', { likes: 3 }),
  service(2, 'Midjourney', 'Image generation from a text', { likes: 9 }),
  service(3, 'Clean Cut', 'Background remover for pictures of goods', { likes: 1 }),
  service(4, 'Murf', 'Text to speech with many speakers', { likes: 2 }),
  service(5, 'Whisper', 'Speech to text for long recordings', { likes: 5 }),
  service(6, 'ChatGPT', 'A chat that knows everything', { likes: 8 }),
  service(7, 'Ёлка', 'Собеседник для всех', { title: { ru: 'Ёлка', en: null } }),
  service(8, 'Chat Atlas', 'Maps of conversations', { likes: 20 }),
  service(9, 'Atlas', 'Maps', { likes: 1 }),
  service(10, 'Atlas Pro', 'Maps for teams', { likes: 4 }),
  service(11, 'The great Atlas', 'Maps for offices', { likes: 6 }),
]);
const idsOf = (text: string, more = {}) => find(tools, text, more).ids;

describe('names', () => {
  test('a title equal to the text, then those that begin with it, then those that contain it, each by likes', () => {
    expect(idsOf('atlas')).toEqual([9, 10, 8, 11]);
  });

  test('a beginning finds the name while it is typed', () => {
    expect(idsOf('midjo')).toEqual([2]);
    expect(idsOf('chat atl')[0]).toBe(8);
  });
});

describe('meaning', () => {
  test('a Russian task finds what is described in English only, and the other way round', () => {
    expect(idsOf('убрать фон с фотографии товара')[0]).toBe(3);
    expect(idsOf('draw a picture')).toContain(1);
  });

  test('the direction of a phrase is kept', () => {
    expect(idsOf('озвучка')).toEqual([4]);
    expect(idsOf('расшифровка')).toEqual([5]);
    expect(idsOf('speech to text')[0]).toBe(5);
    expect(idsOf('text to speech')[0]).toBe(4);
  });

  test('words that say nothing by themselves do not shut out', () => {
    expect(idsOf('какой лучший сервис, чтобы сделать озвучку онлайн')).toEqual([4]);
  });

  test('what a text does without is not looked for, and a phrase may say it', () => {
    const engine = engineOf([
      service(1, 'Compiler', 'Writes code'),
      service(2, 'Builder', 'Sites without code'),
      service(3, 'Gallery', 'Pictures of a camera'),
    ]);
    expect(find(engine, 'без кода').ids).toEqual([2]);
    expect(find(engine, 'картинки без камеры').ids).toEqual([3]);
    expect(find(engine, 'without a camera').ids).toEqual([]);
  });

  test('no phrase is made of what is wanted and what is not', () => {
    const engine = engineOf([
      service(1, 'Studio', 'Text to image'),
      service(2, 'Pen', 'Нарисовать'),
    ]);
    expect(find(engine, 'нарисовать картинку').ids).toEqual([1]);
    expect(find(engine, 'нарисовать без картинки').ids).toEqual([2]);
  });

  test('what goes without saying here does not answer by itself, but means something in a phrase', () => {
    const engine = engineOf([
      service(1, 'One', 'Музыка'),
      service(2, 'Two', 'Music'),
      service(3, 'Three', 'A game engine'),
      service(4, 'Four', 'An engine for trains'),
    ]);
    expect(find(engine, 'music for a game')).toMatchObject({ ids: [2, 1], unsure: false });
    expect(find(engine, 'game engine').ids).toEqual([3]);
  });

  test('nor does who says it answer the phrase', () => {
    const makers = engineOf([
      service(1, 'Forge', 'A game engine with code'),
      service(2, 'Fanzine', 'A game and code'),
      ...Array.from({ length: 9 }, (_, id) =>
        service(id + 3, `Game ${id}`, 'A game, and nothing else'),
      ),
    ]);
    const found = find(makers, 'code of a game engine');
    expect(found).toMatchObject({ ids: [1], unsure: false });
    // A near match is marked as such.
    expect(found.near).toContain(2);
    expect(found.marked.has('game')).toBe(true);
  });

  test('words of a phrase that nothing here is for do not answer it surely', () => {
    const engine = engineOf([
      service(1, 'One', 'Buy pictures of mountains, rivers, houses, lakes and flat ground'),
      service(2, 'Two', 'Something else'),
    ]);
    expect(find(engine, 'buy a flat')).toMatchObject({ ids: [1], unsure: true });
    expect(find(engine, 'flat ground')).toMatchObject({ ids: [1], unsure: false });
  });

  test('words of a phrase that something here is for do not answer it surely either', () => {
    const thesaurus = new Thesaurus(
      parseThesaurus([
        `
        drawing | рисунок | draw |
        meeting | созвон | call |
        rendering | отрисовка | draw call |
        `,
      ]),
    );
    const other = service(2, 'Two', 'Рисунок и созвон');
    const engine = engineOf([service(1, 'One', 'Отрисовка'), other], thesaurus);
    expect(find(engine, 'draw call')).toMatchObject({ ids: [1], near: [2], unsure: false });
    const alone = engineOf([other], thesaurus);
    expect(find(alone, 'call to draw')).toMatchObject({ ids: [2], unsure: true });
  });

  test('a service that is named and not here stands for what it does, unsurely', () => {
    const engine = engineOf([service(1, 'One', 'Dashboards'), service(2, 'Two', 'Pictures')]);
    expect(find(engine, 'таблео')).toMatchObject({ ids: [1], unsure: true });
  });

  test('what holds the word itself comes before what means it', () => {
    const engine = engineOf([
      service(1, 'One', 'Voiceover for games', { likes: 9 }),
      service(2, 'Two', 'Озвучка игр'),
    ]);
    expect(find(engine, 'озвучка').ids).toEqual([2, 1]);
  });

  test('more of the meaning comes first', () => {
    const engine = engineOf([
      service(1, 'One', 'Voiceover', { likes: 9 }),
      service(2, 'Two', 'Voiceover and subtitles'),
      ...Array.from({ length: 9 }, (_, id) => service(id + 3, `Other ${id}`, 'Something else')),
    ]);
    expect(find(engine, 'озвучка и субтитры').ids[0]).toBe(2);
  });
});

describe('how sure an answer is', () => {
  const engine = engineOf([
    service(1, 'One', 'Voiceover for trailers'),
    service(2, 'Two', 'Subtitles'),
    ...Array.from({ length: 9 }, (_, id) => service(id + 3, `Other ${id}`, 'Something else')),
  ]);

  test('an answer to the whole query is sure', () => {
    expect(find(engine, 'озвучка')).toMatchObject({ ids: [1], total: 1, unsure: false });
  });

  test('an answer to a part is said to be unsure', () => {
    expect(find(engine, 'субтитры квантовой гравитации')).toMatchObject({
      ids: [2],
      total: 1,
      unsure: true,
    });
  });

  test('nothing fits: nothing is shown, and nothing is near', () => {
    expect(find(engine, 'замена колеса велосипеда')).toMatchObject({
      ids: [],
      near: [],
      total: 0,
      unsure: false,
    });
  });

  test('few sure answers are followed by what is near, outside the total', () => {
    const found = find(engine, 'voiceover for trailers');
    expect(found).toMatchObject({ ids: [1], total: 1, unsure: false });
    const both = find(engine, 'расшифровка');
    expect(both.unsure || both.near.length > 0).toBe(true);
    expect(find(engine, 'voiceover for trailers', { page: 1 }).near).toEqual([]);
  });
});

describe('mending', () => {
  test('a known word is never mended into another one', () => {
    // "voise" is a typing error, "chats" and "captions" are known words.
    expect(find(tools, 'captions').correctedTo).toBeNull();
    expect(find(tools, 'chats').correctedTo).toBeNull();
  });

  const heard = engineOf([
    service(1, 'One', 'Картинка'),
    service(2, 'Two', 'Song'),
    service(3, 'Three', 'Captions'),
    service(4, 'Four', 'Код'),
    ...Array.from({ length: 9 }, (_, id) => service(id + 5, `Other ${id}`, 'Something else')),
  ]);
  test.each([
    ['a word of the other alphabet that sounds nearly the same', 'kartinka xyz', 'картинка xyz'],
    ['a short one alone', 'kod', 'код'],
    ['no short one among others', 'kod xyz', null],
    ['a short word with another end', 'sonf', 'song'],
    ['no short word that begins otherwise', 'fong', null],
  ])('an ordinary word: %s', (_what, text, correctedTo) => {
    expect(find(heard, text).correctedTo).toBe(correctedTo);
  });

  test('searched exactly, nothing is mended or meant, and every word is needed', () => {
    expect(find(tools, 'midjorney', { isExact: true })).toMatchObject({
      ids: [],
      correctedTo: null,
    });
    expect(find(tools, 'озвучка', { isExact: true }).ids).toEqual([]);
    expect(find(tools, 'maps teams', { isExact: true }).ids).toEqual([10]);
    expect(find(tools, 'аналог atlas', { isExact: true }).ids).toEqual([]);
  });
});

describe('what people ask with and texts do not say', () => {
  const engine = engineOf([
    service(1, 'Studio One', 'A creative partner for writers'),
    service(2, 'Ad Maker', 'Ad creatives from a picture'),
    service(3, 'Batch Maker', 'Many of them', { tags: [plainTag('creative')] }),
    service(4, 'Task Maker', 'Many of them', { tasks: { ru: ['сделать креатив'], en: [] } }),
    ...Array.from({ length: 9 }, (_, id) => service(id + 5, `Other ${id}`, 'Something else')),
  ]);

  test('a query says the concept, and so do tags; a description and a task do not', () => {
    expect(find(engine, 'креативы').ids.toSorted()).toEqual([2, 3, 4]);
    // The task of the fourth contains the word, but not in the other language.
    expect(find(engine, 'creative').ids.toSorted()).toEqual([1, 2, 3]);
  });

  test('a title of one word is a name and says no concept', () => {
    const named = engineOf([
      service(1, 'Voiceover', 'Fashion'),
      service(2, 'The voiceover', 'Fashion'),
    ]);
    expect(find(named, 'озвучка').ids).toEqual([2]);
    expect(find(named, 'voiceover').ids[0]).toBe(1);
  });
});

test('a word with keys that are letters on the other layout is read there, though nobody knows it', () => {
  expect(find(tools, '[htyjdfz vfp').ids).toEqual([]);
  expect(find(tools, '[htyjdfz atlas')).toMatchObject({
    unsure: true,
    correctedTo: 'хреновая atlas',
  });
});

describe('what nobody here is for', () => {
  const engine = engineOf([
    service(1, 'Cookbook', 'Soup of ideas'),
    service(2, 'Guide', 'How to buy a game'),
    service(3, 'Studio', 'Voiceover', { tags: [approvalTag('cubicapproved')] }),
    ...Array.from({ length: 9 }, (_, id) => service(id + 4, `Other ${id}`, 'Something else')),
  ]);

  test('what is no work has no answer in parts, unless a service says it', () => {
    expect(find(engine, 'make soup')).toMatchObject({ ids: [], near: [] });
    expect(find(engine, 'make soup, a guide').ids).toEqual([]);
    expect(find(engine, 'voiceover to make soup').ids).toEqual([3]);
    const cooks = engineOf([service(1, 'Soup', 'What to make soup of')]);
    expect(find(cooks, 'make soup').ids).toEqual([1]);
  });

  test('a word of an approval tag is never mended', () => {
    expect(find(engine, 'cubic')).toMatchObject({ ids: [], correctedTo: null });
    expect(find(engine, 'cubik').ids).toEqual([1]);
  });
});

describe('filters and order', () => {
  const [art, sound, ours] = [plainTag('art'), plainTag('sound'), approvalTag('oursapproved')];
  const engine = engineOf([
    service(1, 'Beta', 'Voiceover', { tags: [art, sound, ours], likes: 1 }),
    service(2, 'alpha', 'Voiceover', { tags: [art], likes: 5 }),
    service(3, 'Гамма', 'Voiceover', {
      title: { ru: 'Гамма', en: 'Gamma' },
      tags: [sound],
      likes: 5,
    }),
    service(4, 'Hidden', 'Voiceover and wombats', {
      tags: [art, plainTag('secret')],
      isVisible: false,
    }),
  ]);

  test('by likes and by the title of either language, in both directions', () => {
    expect(find(engine, '').ids).toEqual([2, 3, 1]);
    expect(find(engine, 'voiceover', { sort: 'likes asc' }).ids).toEqual([1, 2, 3]);
    expect(find(engine, '', { sort: 'en asc' }).ids).toEqual([2, 1, 3]);
    expect(find(engine, '', { sort: 'en desc' }).ids).toEqual([3, 1, 2]);
    expect(find(engine, '', { sort: 'ru desc' }).ids).toEqual([3, 1, 2]);
  });

  test('a hidden service shows nowhere, and neither do its words and tags', () => {
    expect(find(engine, 'wombats')).toMatchObject({ ids: [], total: 0 });
    expect(find(engine, 'wombat').correctedTo).toBeNull();
    expect(find(engine, 'wombast').correctedTo).toBeNull();
    expect(find(engine, 'Hiden')).toMatchObject({ ids: [], near: [], correctedTo: null });
    expect(find(engine, 'wombast', { seesHidden: true })).toMatchObject({ ids: [4] });
  });

  test('of services that hold the same word those that are hidden are neither shown nor counted', () => {
    const shared = engineOf([
      service(1, 'One', 'A quokka of glass'),
      service(2, 'Two', 'A quokka of stone', { isVisible: false }),
      service(3, 'Three', 'Another quokka'),
    ]);
    for (const text of ['quokka', 'quokka stone']) {
      expect(find(shared, text).ids).not.toContain(2);
      expect(find(shared, text, { seesHidden: true }).ids).toContain(2);
    }
    expect(find(shared, 'quokka').total).toBe(2);
    expect(find(shared, 'quokka', { seesHidden: true }).total).toBe(3);
  });
});

test('a text without a word finds nothing, an empty one everything', () => {
  expect(find(tools, '!!!').total).toBe(0);
  expect(find(tools, '  ').total).toBe(11);
});

describe('concepts as a filter', () => {
  const byConcepts = (concepts: string[], more = {}) => find(tools, '', { concepts, ...more });

  test('keeps what is about the concept or a narrower one, and ranks by it', () => {
    expect(byConcepts(['voice']).ids.sort()).toEqual([4, 5]);
    expect(byConcepts(['voiceover']).ids).toEqual([4]);
    expect(byConcepts(['voiceover'])).toMatchObject({ total: 1, unsure: false });
  });

  test('all of them, and the text besides', () => {
    expect(byConcepts(['voice', 'image'])).toMatchObject({ total: 0, ids: [] });
    expect(find(tools, 'recordings', { concepts: ['voice'] }).ids).toEqual([5]);
    expect(find(tools, 'maps', { concepts: ['voice'] })).toMatchObject({ total: 0 });
    expect(find(tools, 'text', { concepts: ['voice'], isExact: true }).ids.sort()).toEqual([4, 5]);
  });

  test('one that is not known finds nothing', () => {
    expect(byConcepts(['no-such-concept'])).toMatchObject({ total: 0, near: [] });
  });
});

test('an index that was changed answers as one that was built anew, for everybody, in every order', () => {
  const id = fc.integer({ min: 1, max: 12 });
  const usedBy = fc.dictionary(fc.constantFrom('one', 'two'), fc.integer({ min: 1, max: 3 }));
  const document = fc
    .record({
      id,
      title: fc.constantFrom('Cat Studio', 'Dogify', 'Медведь', 'Cat', 'Studio 7'),
      text: fc.constantFrom(
        'voiceover',
        'картинка кота',
        'subtitles for cats',
        'remove background',
      ),
      tag: fc.constantFrom('art', 'sound'),
      likes: fc.nat(9),
      usedBy,
      addedAt: fc.constantFrom(0, 2_000, Date.UTC(2026, 0)),
      isVisible: fc.boolean(),
    })
    .map(({ id: one, title, text, tag, ...more }) =>
      service(one, title, text, { tags: [plainTag(tag)], ...more }),
    );
  const change = fc.oneof(
    document.map((put) => ({ put })),
    id.map((remove) => ({ remove })),
    fc.record({ id, isVisible: fc.boolean() }),
    fc.record({ id, likes: fc.nat(9), usedBy }),
  );
  const sorts = [
    'likes desc',
    'ru asc',
    'en desc',
    'used desc',
    'colleagues asc',
    'newest desc',
  ] as const;
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const engine = engineOf([]);
      const known = new Map<number, SearchDocument>();
      for (const one of changes) {
        if ('put' in one) {
          engine.index.put(one.put);
          known.set(one.put.id, one.put);
        } else if ('remove' in one) {
          engine.index.remove(one.remove);
          known.delete(one.remove);
        } else {
          const before = known.get(one.id);
          if (before) known.set(one.id, { ...before, ...one });
          if ('likes' in one) engine.index.setLikes(one.id, one.likes, one.usedBy);
          else engine.index.setVisible(one.id, one.isVisible);
        }
        // A search in between must not affect the next result.
        find(engine, 'cat', { sort: 'en asc' });
      }
      const anew = engineOf([...known.values()]);
      for (const text of ['', 'cat', 'картинка', 'озвучка', 'stud', 'dogifi', 'аналог Dogify'])
        for (const sort of sorts)
          for (const seesHidden of [false, true]) {
            const options = { sort, seesHidden, company: 'one' };
            expect({ text, ...find(engine, text, options) }).toEqual({
              text,
              ...find(anew, text, options),
            });
          }
    }),
    { numRuns: 25 },
  );
});

test('no concept of the product is broader than itself, over any way', () => {
  const broader = new Map(readThesaurus().concepts.map((one) => [one.id, one.broader]));
  const circles = [...broader.keys()].filter((id) => {
    const seen = new Set<string>();
    const waiting = [...broader.get(id)!];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      if (!seen.has(next)) {
        seen.add(next);
        waiting.push(...broader.get(next)!);
      }
    return seen.has(id);
  });
  expect(circles).toEqual([]);
});
