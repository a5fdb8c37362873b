// Property tests draw by chance, and the same in every run: a test that sometimes fails says nothing of the change it is run for.
// `SEED=random npm run test:one -- …` draws anew; what fails then names its seed, and `SEED=<that number>` draws it again.
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
