// Circuit breaker for calls of an external service; each connection has its own.
import { limits } from '../config/limits.ts';
import type { Clock } from '../shared/clock.ts';

export interface CircuitBreaker {
  /** Whether a call may be made now; who asks makes it and says how it ended. */
  isCallAllowed(): boolean;
  recordSuccess(): void;
  recordFailure(): void;
}

/**
 * Opens after five failures in a row. Then one call in half a minute is let through, to see whether the service is back:
 * when it succeeds all are, when it fails the others wait again.
 */
export function createCircuitBreaker(clock: Clock): CircuitBreaker {
  let failures = 0;
  let nextTrialAt = 0;
  const rest = () => {
    nextTrialAt = clock().getTime() + limits.upstream.breakerOpenMs;
  };
  return {
    isCallAllowed() {
      if (failures < limits.upstream.breakerFailures) return true;
      if (clock().getTime() < nextTrialAt) return false;
      rest();
      return true;
    },
    recordSuccess() {
      failures = 0;
    },
    recordFailure() {
      failures += 1;
      if (failures >= limits.upstream.breakerFailures) rest();
    },
  };
}

interface Rules {
  /** Error while the breaker is open. */
  openError(): Error;
  /** Whether this error means that the service is down, and not that it refuses this call. */
  isDown(error: unknown): boolean;
}

/** Makes a call through a breaker. @throws what the call throws, or `leftAlone` without a call */
export async function callThroughBreaker<Result>(
  breaker: CircuitBreaker,
  { openError, isDown }: Rules,
  call: () => Promise<Result>,
): Promise<Result> {
  if (!breaker.isCallAllowed()) throw openError();
  try {
    const result = await call();
    breaker.recordSuccess();
    return result;
  } catch (error) {
    if (isDown(error)) breaker.recordFailure();
    else breaker.recordSuccess();
    throw error;
  }
}
