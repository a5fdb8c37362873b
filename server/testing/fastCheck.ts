// fast-check with the same random values in every run, because a test that sometimes fails says nothing about a change.
// `SEED=random npm run test:one -- …` draws anew; a failure names its seed, and `SEED=<that number>` draws it again.
import fc from 'fast-check';

const fixedSeed = 20_261_123;

/**
 * The seed of all draws, from the variable `SEED`: none is a fixed one, `random` is another one each time.
 * @throws when it is neither `random` nor an integer.
 */
function seedFrom(variable: string | undefined): number | undefined {
  if (variable === undefined) return fixedSeed;
  if (variable === 'random') return undefined;
  const seed = Number(variable);
  if (!Number.isSafeInteger(seed) || variable.trim() === '')
    throw new Error(`SEED is an integer or "random", not "${variable}".`);
  return seed;
}

const seed = seedFrom(process.env['SEED']);
fc.configureGlobal({ ...fc.readConfigureGlobal(), ...(seed === undefined ? {} : { seed }) });

export default fc;
