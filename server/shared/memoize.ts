/** What is made when it is first asked for, and kept. What throws is made again. */
export function memoize<Made>(make: () => Made): () => Made {
  let made: { value: Made } | null = null;
  return () => (made ??= { value: make() }).value;
}
