/** A code or a token is exchanged once, even when React runs an effect twice. */

const exchanges = new Map<string, Promise<unknown>>();

/** The promise of the first call with this key, however often it is asked for. */
export function exchangeOnce<Result>(
  key: string,
  exchange: () => Promise<Result>,
): Promise<Result> {
  const known = exchanges.get(key) as Promise<Result> | undefined;
  if (known) return known;
  const started = exchange();
  exchanges.set(key, started);
  return started;
}
