// The lists that the index keeps small hold what was put into them.
import fc from '../../../testing/fastCheck.ts';
import { Names } from './names.ts';
import { NumberSets } from './numberSets.ts';
import { docOf, impactOf, isInTitle, movedTo, postingOf, Postings } from './postings.ts';
import { Sorted } from './sorted.ts';
import { Term } from './terms.ts';

const number = fc.integer({ min: 0, max: 0xffffffff });

test('a posting holds an ordinal, an impact and whether the title has the term', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 0xffffff }),
      fc.integer({ min: 1, max: 127 }),
      fc.boolean(),
      (doc, impact, isTitled) => {
        const posting = postingOf(doc, impact, isTitled);
        expect([docOf(posting), impactOf(posting), isInTitle(posting)]).toEqual([
          doc,
          impact,
          isTitled,
        ]);
        expect(movedTo(5, posting)).toBe(postingOf(5, impact, isTitled));
      },
    ),
  );
});

test('lists that grow in turn keep their own numbers, and those that stay get new ordinals', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(6), { maxLength: 400 }), (turns) => {
      const all = new Postings();
      const terms = Array.from({ length: 7 }, (_, id) => new Term(id, `term ${id}`, all));
      for (const [doc, id] of turns.entries()) terms[id]!.push(postingOf(doc, 1 + id, false));
      const held = (id: number) => turns.flatMap((turn, doc) => (turn === id ? [doc] : []));
      for (const [id, term] of terms.entries()) expect([...term.held()]).toEqual(held(id));

      const newOrdinals = Int32Array.from(turns, (_, doc) => (doc % 2 === 1 ? (doc - 1) / 2 : -1));
      const swept = new Postings();
      for (const term of terms) term.renumber(newOrdinals, swept);
      terms[0]!.push(postingOf(1_000, 1, false));
      for (const [id, term] of terms.entries()) {
        const kept = held(id).flatMap((doc) => (doc % 2 === 1 ? [(doc - 1) / 2] : []));
        expect([...term.held()]).toEqual(id === 0 ? [...kept, 1_000] : kept);
      }
    }),
  );
});

test('sets are read as they were put, also behind those that went', () => {
  fc.assert(
    fc.property(fc.array(fc.uniqueArray(number), { maxLength: 20 }), (sets) => {
      const kept = new NumberSets();
      for (const set of sets) kept.push(Uint32Array.from(set));
      const read = (from: NumberSets, place: number) => {
        const found: number[] = [];
        from.each(place, (one) => found.push(one));
        return found;
      };
      const sorted = sets.map((set) => [...set].sort((a, b) => a - b));
      expect(sets.map((_, place) => read(kept, place))).toEqual(sorted);
      const odd = kept.keep((place) => place % 2 === 1);
      odd.push(Uint32Array.of(7));
      const left = [...sorted.filter((_, place) => place % 2 === 1), [7]];
      expect(left.map((_, place) => read(odd, place))).toEqual(left);
    }),
  );
});

test('what begins so is found in order, however much was added since somebody looked', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
  const portion = fc.oneof(
    fc.array(word, { maxLength: 8 }),
    fc.array(word, { minLength: 65, maxLength: 90 }),
    fc.array(word, { minLength: 1_100, maxLength: 1_200 }),
  );
  fc.assert(
    fc.property(fc.array(portion, { maxLength: 6 }), fc.array(word), (portions, prefixes) => {
      const keys: string[] = [];
      const sorted = new Sorted((entry) => keys[entry]!);
      for (const words of portions) {
        for (const one of words) sorted.add(keys.push(one) - 1);
        for (const prefix of prefixes) {
          const found = Array.from(sorted.beginning(prefix), (entry) => keys[entry]);
          expect(found).toEqual(keys.filter((key) => key.startsWith(prefix)).sort());
        }
      }
      expect(Array.from(sorted.entries(), (entry) => keys[entry])).toEqual([...keys].sort());
    }),
    { numRuns: 40 },
  );
});

test('names lead to their items, and to the new ordinals of those that stay', () => {
  const names = new Names();
  names.put(0, ['cat']);
  names.put(1, ['dog', 'cat']);
  names.put(2, ['catalog']);
  expect(names.called('cat').sort()).toEqual([0, 1]);
  expect([...names.beginning('ca')].sort()).toEqual([0, 1, 2]);
  names.renumber(Int32Array.of(-1, 0, 1));
  names.put(2, ['cat']);
  expect(names.called('cat').sort()).toEqual([0, 2]);
  expect(names.called('catalog')).toEqual([1]);
  expect([0, 1, 2].map((doc) => names.of(doc))).toEqual(['dog', 'catalog', 'cat']);
});
