// An index that was changed answers as one that was built anew.
import fc from '../../../testing/fastCheck.ts';
import type { SearchDocument } from './document.ts';
import { engineOf, find, plainTag, service } from './testing/smallCatalogue.ts';

const texts = ['voiceover', 'картинка кота', 'subtitles for cats', 'чат', 'remove background'];
const titles = ['Cat Studio', 'Dogify', 'Медведь', 'Cat', 'Studio 7'];
const queries = ['', 'cat', 'картинка', 'озвучка', 'stud', 'dogifi', 'чат', 'кот', 'аналог Dogify'];

const document = fc
  .record({
    id: fc.integer({ min: 1, max: 12 }),
    title: fc.constantFrom(...titles),
    text: fc.constantFrom(...texts),
    tag: fc.constantFrom('art', 'sound'),
    likes: fc.nat(9),
    usedBy: fc.dictionary(fc.constantFrom('one', 'two'), fc.integer({ min: 1, max: 3 })),
    addedAt: fc.constantFrom(0, 2_000, 3_000, Date.UTC(2026, 0), Date.UTC(2026, 1)),
    isVisible: fc.boolean(),
  })
  .map(({ id, title, text, tag, ...more }) =>
    service(id, title, text, { tags: [plainTag(tag)], ...more }),
  );
const change = fc.oneof(
  document.map((put) => ({ put })),
  fc.integer({ min: 1, max: 12 }).map((remove) => ({ remove })),
  fc.record({ id: fc.integer({ min: 1, max: 12 }), isVisible: fc.boolean() }),
  fc.record({
    id: fc.integer({ min: 1, max: 12 }),
    likes: fc.nat(9),
    usedBy: fc.dictionary(fc.constantFrom('one', 'two'), fc.integer({ min: 1, max: 3 })),
  }),
);

const sorts = [
  'likes desc',
  'likes asc',
  'ru asc',
  'en desc',
  'used desc',
  'colleagues desc',
  'colleagues asc',
  'newest desc',
  'newest asc',
] as const;
const filters = [{}, { usedIn: 'one' }, { usedIn: 'nobody' }, { addedSince: 3_000 }];

test('after any changes, for everybody and for admins, in every order', () => {
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
        // Whoever asks in between must not disturb the next answer.
        find(engine, 'cat', { sort: 'en asc' });
      }
      const anew = engineOf([...known.values()]);
      for (const text of queries) {
        for (const sort of sorts) {
          for (const seesHidden of [false, true]) {
            for (const filter of sort === 'likes desc' ? filters : [{}]) {
              const options = { sort, seesHidden, company: 'one', ...filter };
              expect({ text, ...find(engine, text, options) }).toEqual({
                text,
                ...find(anew, text, options),
              });
            }
          }
        }
      }
    }),
    { numRuns: 25 },
  );
});

test('what is left behind is swept: ordinals do not grow for ever', () => {
  const engine = engineOf(
    Array.from({ length: 20 }, (_, id) => service(id + 1, `Service ${id + 1}`, 'voiceover')),
  );
  for (let round = 0; round < 5000; round += 1) {
    engine.index.put(
      service((round % 20) + 1, `Service ${(round % 20) + 1}`, `subtitles ${round}`),
    );
  }
  expect(engine.index.size).toBeLessThan(1100);
  expect(engine.index.terms.get('subtitl')!.size).toBeLessThan(1100);
  expect(find(engine, 'субтитры').total).toBe(20);
  expect(find(engine, 'voiceover').ids).toEqual([]);
  expect(find(engine, 'Service 7').ids[0]).toBe(7);
  expect(find(engine, '', { sort: 'en asc', perPage: 2 }).ids).toEqual([1, 10]);
});
