// Port of exclusive work, which one of several processes does at a time.

/**
 * Runs work until `stop` while no other process does. The signal of the work aborts on `stop`, and when the exclusive right may be
 * lost; the work may then start again.
 */
export type ExclusiveRunner = (
  work: (signal: AbortSignal) => Promise<void>,
  stop: AbortSignal,
) => Promise<void>;

/** For a single process. */
export const alwaysExclusive: ExclusiveRunner = (work, stop) => work(stop);
