// Spares a service that is down, and those who would wait for it.
import { limits } from '../limits.ts';
import type { Clock } from '../shared/clock.ts';

export interface Breaker {
  /** Whether calls are let through. */
  isClosed(): boolean;
  succeeded(): void;
  failed(): void;
}

/** Opens after five failures in a row for half a minute; then one more failure opens it again. */
export function createBreaker(clock: Clock): Breaker {
  let failures = 0;
  let closedAgainAt = 0;
  return {
    isClosed: () => clock().getTime() >= closedAgainAt,
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      if (failures >= limits.upstream.breakerFailures) {
        closedAgainAt = clock().getTime() + limits.upstream.breakerOpenMs;
      }
    },
  };
}
