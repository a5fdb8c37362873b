// Time limit of a request: work beyond it is abandoned, and no further statement starts.
import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from './domainError.ts';

/** Time limit of one request. */
export interface TimeLimit {
  /** @throws DomainError UNAVAILABLE (`tooSlow`) after the limit */
  refuseWhenOver(): void;
  /** Runs work until the limit. @throws DomainError UNAVAILABLE (`tooSlow`) at the limit */
  bound<Result>(work: () => Result): Result | Promise<Awaited<Result>>;
  /** Runs work whose statements are refused after the limit; the work itself is not abandoned. */
  within<Result>(work: () => Result): Result;
  /** Releases the limit after the answer. */
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

/** Starts the limit of a request; exactly `ms` is still in time. */
export function startTimeLimit(ms: number): TimeLimit {
  let refusal: DomainError | null = null;
  let giveUp: (reason: DomainError) => void = () => undefined;
  const over = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  // An unused rejection must not count as unhandled.
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

/** Called before a statement starts. @throws DomainError UNAVAILABLE when the request is over its limit */
export const refuseWhenOverTime = (): void => limits.getStore()?.refuseWhenOver();

/** Runs work with a signal that aborts at the limit or with another signal. */
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
