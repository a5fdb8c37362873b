// Port of exclusive work: one process of several does it at a time.

/**
 * Does the work while no other process does, once it is this one's turn, until `stop`. The work is told by its own signal when it must
 * end, because of `stop` or because others may have the turn; it may be begun again after that.
 */
export type ExclusiveRunner = (
  work: (signal: AbortSignal) => Promise<void>,
  stop: AbortSignal,
) => Promise<void>;

/** Where there is one process only. */
export const alwaysExclusive: ExclusiveRunner = (work, stop) => work(stop);
