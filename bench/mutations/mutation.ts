// A mutation: the smallest realistic mistake by which the product breaks a promise, and the test that must notice it.

export interface Mutation {
  /** The promise that the mistake breaks (docs/promises.md), such as `R1`. */
  promise: string;
  /** What is wrong afterwards, in a few words. */
  mistake: string;
  /** The file of the product, from the root of the project. */
  file: string;
  /** A text, or the form of one, that stands in the file exactly once … */
  find: string | RegExp;
  /** … and what stands there after the mistake. */
  replace: string;
  /** The file of the promise's own test, and what the names of its tests begin with or hold. */
  test: { file: string; name: string };
}

/** Mutations of one promise, which are caught by tests of one file unless told otherwise. */
export const breaking = (
  promise: string,
  test: Mutation['test'],
  ...mutations: (Omit<Mutation, 'promise' | 'test'> & { test?: Mutation['test'] })[]
): Mutation[] => mutations.map((mutation) => ({ test, ...mutation, promise }));

/** How often a text stands in another. */
export const timesIn = (text: string, part: string | RegExp): number =>
  typeof part === 'string'
    ? text.split(part).length - 1
    : [...text.matchAll(new RegExp(part.source, 'g'))].length;

/** The source with the mistake. @throws Error when the text does not stand there exactly once */
export function mutated(source: string, { file, find, replace }: Mutation): string {
  const times = timesIn(source, find);
  if (times !== 1) throw new Error(`stands ${times} times in ${file}: ${String(find)}`);
  return source.replace(find, () => replace);
}
