// Spares a service outside that is down, and those who would wait for it. Each connection has a breaker of its own.
import { limits } from '../config/limits.ts';
import type { Clock } from '../shared/clock.ts';

export interface Breaker {
  /** Whether a call may be made now; who asks makes it and says how it ended. */
  mayCall(): boolean;
  succeeded(): void;
  failed(): void;
}

/**
 * Opens after five failures in a row. Then one call in half a minute is let through, to see whether the service is back:
 * when it succeeds all are, when it fails the others wait again.
 */
export function createBreaker(clock: Clock): Breaker {
  let failures = 0;
  let nextTrialAt = 0;
  const rest = () => {
    nextTrialAt = clock().getTime() + limits.upstream.breakerOpenMs;
  };
  return {
    mayCall() {
      if (failures < limits.upstream.breakerFailures) return true;
      if (clock().getTime() < nextTrialAt) return false;
      rest();
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      if (failures >= limits.upstream.breakerFailures) rest();
    },
  };
}

interface Rules {
  /** What to throw while the service is left alone. */
  leftAlone(): Error;
  /** Whether this error means that the service is down, and not that it refuses this call. */
  isDown(error: unknown): boolean;
}

/** Makes a call through a breaker. @throws what the call throws, or `leftAlone` without a call */
export async function throughBreaker<Result>(
  breaker: Breaker,
  { leftAlone, isDown }: Rules,
  call: () => Promise<Result>,
): Promise<Result> {
  if (!breaker.mayCall()) throw leftAlone();
  try {
    const result = await call();
    breaker.succeeded();
    return result;
  } catch (error) {
    if (isDown(error)) breaker.failed();
    else breaker.succeeded();
    throw error;
  }
}
