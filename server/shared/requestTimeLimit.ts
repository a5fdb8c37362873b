// Time limit of a request: work beyond it is abandoned, and no further statement starts.
import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from './domainError.ts';

/** The time that one request has. */
export interface TimeLimit {
  /** @throws DomainError UNAVAILABLE (`tooSlow`) when the time is over */
  refuseWhenOver(): void;
  /** Does work as long as there is time. @throws DomainError UNAVAILABLE (`tooSlow`) as soon as the time is over */
  bound<Result>(work: () => Result): Result | Promise<Awaited<Result>>;
  /** Does work of which no statement begins when the time is over; it is not given up itself. */
  within<Result>(work: () => Result): Result;
  /** The request is answered: nothing of it is kept. */
  end(): void;
}

const limits = new AsyncLocalStorage<TimeLimit | undefined>();

/** Seconds after which a caller may try again. */
const retryAfter = 2;

const tooSlow = (ms: number): DomainError =>
  new DomainError('UNAVAILABLE', `The answer took longer than ${ms / 1_000} seconds`, {
    reason: 'tooSlow',
    retryAfter,
  });

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value;

/** Begins the time of a request: what takes exactly `ms` is in time. */
export function startTimeLimit(ms: number): TimeLimit {
  let refusal: DomainError | null = null;
  let giveUp: (reason: DomainError) => void = () => undefined;
  const over = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  // Where nobody waits, nobody needs to hear of it.
  over.catch(() => undefined);
  const timer = setTimeout(() => {
    refusal = tooSlow(ms);
    giveUp(refusal);
  }, ms + 1);
  const timeLimit: TimeLimit = {
    refuseWhenOver() {
      if (refusal) throw refusal;
    },
    bound<Result>(work: () => Result) {
      timeLimit.refuseWhenOver();
      const answer = limits.getStore() === timeLimit ? work() : limits.run(timeLimit, work);
      return isThenable(answer) ? Promise.race([answer, over]) : answer;
    },
    within: (work) => limits.run(timeLimit, work),
    end: () => clearTimeout(timer),
  };
  return timeLimit;
}

/** For whoever is about to begin a statement. @throws DomainError UNAVAILABLE when those who asked for it have no more time */
export const refuseWhenOverTime = (): void => limits.getStore()?.refuseWhenOver();

/** Does work that looks at a signal, and tells it when the time is over or somebody else does. */
export async function withinTime<Result>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
  ...others: readonly AbortSignal[]
): Promise<Result> {
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(tooSlow(ms)), ms);
  try {
    return await work(AbortSignal.any([time.signal, ...others]));
  } finally {
    clearTimeout(timer);
  }
}
