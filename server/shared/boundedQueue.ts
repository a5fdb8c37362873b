// Bounded queue of expensive work: one at a time, refused when the wait would be too long.

interface Bounds {
  /** How many may wait behind the one under way. */
  waiting: number;
  /** How long one may wait. */
  waitMs: number;
  /** What somebody is told who comes, or has waited, past these. */
  refusal: () => Error;
}

/**
 * Runs what it is given when its turn comes; a failure is the caller's and holds up nobody. Whoever gives up leaves the line.
 * @throws the refusal past the bounds, the reason of the signal when that is aborted before the turn has come
 */
export type RunInBoundedTurn = <Result>(
  begin: () => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>;

export function createBoundedQueue({ waiting, waitMs, refusal }: Bounds): RunInBoundedTurn {
  const line: (() => void)[] = [];
  let isBusy = false;

  /** Fulfilled when whoever is before hands over. */
  async function turn(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (reason: unknown) => {
      const place = line.indexOf(resolve);
      if (place !== -1) line.splice(place, 1);
      reject(reason);
    };
    const giveUp = () => leave(signal.reason);
    const timer = setTimeout(() => leave(refusal()), waitMs);
    signal.addEventListener('abort', giveUp);
    line.push(resolve);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    }
  }

  return async (begin, signal) => {
    signal.throwIfAborted();
    if (isBusy && line.length >= waiting) throw refusal();
    if (isBusy) await turn(signal);
    isBusy = true;
    try {
      signal.throwIfAborted();
      return await begin();
    } finally {
      const next = line.shift();
      if (next) next();
      else isBusy = false;
    }
  };
}
