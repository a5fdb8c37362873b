import { isDeepStrictEqual } from 'node:util';
import fc, { seedFrom } from './fastCheck.ts';

const drawn = () => fc.sample(fc.nat(), 20);

test('draws are the same in every run', () => {
  const seed = seedFrom(process.env['SEED']);
  expect(fc.readConfigureGlobal().seed).toBe(seed);
  expect(isDeepStrictEqual(drawn(), drawn())).toBe(seed !== undefined);
});

test('SEED names another seed, or one by chance, and nothing else', () => {
  expect(seedFrom('-7')).toBe(-7);
  expect(seedFrom('random')).toBeUndefined();
  for (const nonsense of ['', ' ', 'seven', '1.5', '1e300'])
    expect(() => seedFrom(nonsense)).toThrow(`SEED is an integer or "random", not "${nonsense}".`);
});
