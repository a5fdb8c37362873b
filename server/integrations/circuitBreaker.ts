// Circuit breaker for calls of an external service; each client has its own.
import { limits } from '../config/limits.ts';
import type { Clock } from '../shared/clock.ts';

export interface CircuitBreaker {
  /** Tells if a call may be made now; the caller then makes it and records its outcome. */
  isCallAllowed(): boolean;
  recordSuccess(): void;
  recordFailure(): void;
}

/**
 * Opens after five failures in a row. Then it allows one call per half minute as a test: a success closes it, a failure keeps it
 * open.
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
  /** Creates the error of calls while the breaker is open. */
  openError(): Error;
  /** Tells if this error means that the service is down, rather than a refusal of this call. */
  isDown(error: unknown): boolean;
}

/** Makes a call through a breaker. @throws the error of the call, or `openError` without a call */
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
