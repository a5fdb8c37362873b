// Bounded queue of expensive work: one at a time, refused when the wait would be too long.

interface Bounds {
  /** Maximum number of waiting callers. */
  waiting: number;
  /** Maximum wait in ms. */
  waitMs: number;
  /** Creates the error for callers over these limits. */
  refusal: () => Error;
}

/**
 * Runs work in turn; a failure reaches its caller only. Callers who give up leave the queue.
 * @throws the refusal over the limits, or the signal's reason when it aborts before the turn
 */
export type RunInBoundedTurn = <Result>(
  begin: () => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>;

export function createBoundedQueue({ waiting, waitMs, refusal }: Bounds): RunInBoundedTurn {
  const line: (() => void)[] = [];
  let isBusy = false;

  /** Resolves when the previous holder releases the turn. */
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
