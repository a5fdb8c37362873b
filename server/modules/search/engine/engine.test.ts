// Results of the search engine, their order, and the relevance threshold.
import fc from '../../../testing/fastCheck.ts';
import { readThesaurus } from '../vocabulary/thesaurus/thesaurusFiles.ts';
import type { SearchDocument } from './searchDocument.ts';
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
  test('ranks an equal title first, then prefixes, then others, each by likes', () => {
    expect(idsOf('atlas')).toEqual([9, 10, 8, 11]);
  });

  test('finds a name by its beginning', () => {
    expect(idsOf('midjo')).toEqual([2]);
    expect(idsOf('chat atl')[0]).toBe(8);
  });
});

describe('meaning', () => {
  test('respects the direction of a phrase', () => {
    expect(idsOf('озвучка')).toEqual([4]);
    expect(idsOf('расшифровка')).toEqual([5]);
    expect(idsOf('speech to text')[0]).toBe(5);
    expect(idsOf('text to speech')[0]).toBe(4);
  });

  test('ignores uninformative words', () => {
    expect(idsOf('какой лучший сервис, чтобы сделать озвучку онлайн')).toEqual([4]);
  });

  test('does not match negated concepts, unless a phrase contains the negation', () => {
    const engine = engineOf([
      service(1, 'Compiler', 'Writes code'),
      service(2, 'Builder', 'Sites without code'),
      service(3, 'Gallery', 'Pictures of a camera'),
    ]);
    expect(find(engine, 'без кода').ids).toEqual([2]);
    expect(find(engine, 'картинки без камеры').ids).toEqual([3]);
    expect(find(engine, 'without a camera').ids).toEqual([]);
  });

  test('lets ubiquitous words match in phrases only', () => {
    const engine = engineOf([
      service(1, 'One', 'Музыка'),
      service(2, 'Two', 'Music'),
      service(3, 'Three', 'A game engine'),
      service(4, 'Four', 'An engine for trains'),
    ]);
    expect(find(engine, 'music for a game')).toMatchObject({ ids: [2, 1], unsure: false });
    expect(find(engine, 'game engine').ids).toEqual([3]);
  });

  test('uses the purpose of a known but missing service, as uncertain', () => {
    const engine = engineOf([service(1, 'One', 'Dashboards'), service(2, 'Two', 'Pictures')]);
    expect(find(engine, 'таблео')).toMatchObject({ ids: [1], unsure: true });
  });
});

describe('correction', () => {
  test('never replaces a known word', () => {
    // "voise" is a typing error, "chats" and "captions" are known words.
    expect(find(tools, 'captions').correctedTo).toBeNull();
    expect(find(tools, 'chats').correctedTo).toBeNull();
  });

  test('requires every word in an exact search, without corrections and meanings', () => {
    expect(find(tools, 'midjorney', { isExact: true })).toMatchObject({
      ids: [],
      correctedTo: null,
    });
    expect(find(tools, 'озвучка', { isExact: true }).ids).toEqual([]);
    expect(find(tools, 'maps teams', { isExact: true }).ids).toEqual([10]);
    expect(find(tools, 'аналог atlas', { isExact: true }).ids).toEqual([]);
  });
});

describe('topics outside the catalogue', () => {
  const engine = engineOf([
    service(1, 'Cookbook', 'Soup of ideas'),
    service(2, 'Guide', 'How to buy a game'),
    service(3, 'Studio', 'Voiceover', { tags: [approvalTag('cubicapproved')] }),
    ...Array.from({ length: 9 }, (_, id) => service(id + 4, `Other ${id}`, 'Something else')),
  ]);

  test('have no partial results, unless an item names them', () => {
    expect(find(engine, 'make soup')).toMatchObject({ ids: [], near: [] });
    expect(find(engine, 'make soup, a guide').ids).toEqual([]);
    expect(find(engine, 'voiceover to make soup').ids).toEqual([3]);
    const cooks = engineOf([service(1, 'Soup', 'What to make soup of')]);
    expect(find(cooks, 'make soup').ids).toEqual([1]);
  });

  test('do not cause corrections of approval tag words', () => {
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

  test('reveals neither hidden items nor their words and tags', () => {
    expect(find(engine, 'wombats')).toMatchObject({ ids: [], total: 0 });
    expect(find(engine, 'wombat').correctedTo).toBeNull();
    expect(find(engine, 'wombast').correctedTo).toBeNull();
    expect(find(engine, 'Hiden')).toMatchObject({ ids: [], near: [], correctedTo: null });
    expect(find(engine, 'wombast', { seesHidden: true })).toMatchObject({ ids: [4] });
  });

  test('neither shows nor counts hidden items with the same word', () => {
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

describe('concepts as a filter', () => {
  const byConcepts = (concepts: string[], more = {}) => find(tools, '', { concepts, ...more });

  test('keeps items of the concept and narrower ones, ranked by it', () => {
    expect(byConcepts(['voice']).ids.sort()).toEqual([4, 5]);
    expect(byConcepts(['voiceover']).ids).toEqual([4]);
    expect(byConcepts(['voiceover'])).toMatchObject({ total: 1, unsure: false });
  });

  test('requires all of them, and the text', () => {
    expect(byConcepts(['voice', 'image'])).toMatchObject({ total: 0, ids: [] });
    expect(find(tools, 'recordings', { concepts: ['voice'] }).ids).toEqual([5]);
    expect(find(tools, 'maps', { concepts: ['voice'] })).toMatchObject({ total: 0 });
    expect(find(tools, 'text', { concepts: ['voice'], isExact: true }).ids.sort()).toEqual([4, 5]);
  });
});

test('an updated index equals a rebuilt one, for everybody, in every order', () => {
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

test('the thesaurus has no cycles', () => {
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
