// Seed of all property tests: fixed, so that a failing test is caused by the change under test. `SEED=random npm run test:one -- …`
// draws other values; a failure prints its seed, and `SEED=<that number>` repeats it.
import fc from 'fast-check';

const fixedSeed = 20_261_123;

/**
 * Reads the seed from the variable `SEED`: fixed by default, another one in each run for `random`.
 * @throws when it is neither `random` nor an integer
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
