import { createByteCache, letCachesRest } from './byteCache.ts';

const filled = (values: number, bytes: number) => {
  const cache = createByteCache<number, { bytes: number }>({
    bytes: 1_000,
    sizeOf: (value) => value.bytes,
  });
  for (let key = 0; key < values; key += 1) cache.set(key, { bytes });
  return cache;
};

test('a cache takes no more than it may, and what was not asked for the longest goes', () => {
  const cache = filled(10, 100);
  cache.get(0);
  cache.set(10, { bytes: 100 });
  expect([cache.has(0), cache.has(1), cache.has(10), cache.calculatedSize]).toEqual([
    true,
    false,
    true,
    1_000,
  ]);
});

test('at rest an eighth stays, of what was asked for last', () => {
  const cache = filled(20, 50);
  cache.get(3);
  letCachesRest();
  expect([...cache.keys()].sort((a, b) => a - b)).toEqual([3, 19]);
});

test('what takes less than an eighth stays whole', () => {
  const cache = filled(2, 50);
  letCachesRest();
  expect(cache.size).toBe(2);
});

test('a value that is larger than an eighth goes at rest, and is kept again when it is asked for', () => {
  const cache = filled(1, 600);
  letCachesRest();
  expect(cache.size).toBe(0);
  cache.set(0, { bytes: 600 });
  expect(cache.has(0)).toBe(true);
});
