// What is put among titles that have their places stands where it would in a list that is sorted anew.
import fc from '../../../testing/fastCheck.ts';
import { TitleOrder } from './titleOrder.ts';

/** The keys by the places of their titles, each with how many have that place. */
function placed(order: TitleOrder, keys: readonly string[]): [key: string, count: number][] {
  const ranks = order.ranks(keys.length);
  const docs = keys.map((_, doc) => doc).sort((a, b) => ranks[a]! - ranks[b]!);
  const byPlace = Map.groupBy(docs, (doc) => ranks[doc]!);
  return [...byPlace.values()].map((all) => [keys[all[0]!]!, all.length]);
}

function expected(keys: readonly string[]): [key: string, count: number][] {
  const byKey = Map.groupBy(keys, (key) => key);
  return [...byKey.keys()].sort().map((key) => [key, byKey.get(key)!.length]);
}

function filled(keys: readonly string[]): TitleOrder {
  const order = new TitleOrder();
  for (const [doc, key] of keys.entries()) order.put(doc, key);
  return order;
}

test('one by one, with equal titles, asked after each or after some', () => {
  const keys = fc.array(
    fc.string({ unit: fc.constantFrom('a', 'b', 'ю'), minLength: 0, maxLength: 4 }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(keys, keys, fc.integer({ min: 1, max: 5 }), (first, later, every) => {
      const order = filled(first);
      const all = [...first];
      expect(placed(order, all)).toEqual(expected(all));
      for (const [at, key] of later.entries()) {
        order.put(all.length, key);
        all.push(key);
        if (at % every === 0) expect(placed(order, all)).toEqual(expected(all));
      }
      expect(placed(order, all)).toEqual(expected(all));
    }),
  );
});

test('a place that is full is made room for, and what stands keeps its place until then', () => {
  const keys = ['a', 'z'];
  const order = filled(keys);
  const [before] = order.ranks(2);
  let moved = 0;
  for (let length = 200; length > 0; length -= 1) {
    order.put(keys.length, `${'b'.repeat(length)}`);
    keys.push('b'.repeat(length));
    if (order.ranks(keys.length)[0] !== before) moved += 1;
  }
  expect(placed(order, keys)).toEqual(expected(keys));
  expect(moved).toBeGreaterThan(0);

  const few = filled(['a', 'z']);
  const places = [...few.ranks(2)];
  few.put(2, 'm');
  expect([...few.ranks(3)].slice(0, 2)).toEqual(places);
});
