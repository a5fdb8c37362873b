// Spares a service that is down, and those who would wait for it.
import { limits } from '../../limits.ts';
import type { Clock } from '../../shared/clock.ts';
import { unreachable } from './refusals.ts';

export interface Breaker {
  /** Throws UNAVAILABLE while the service is left alone. */
  check(): void;
  succeeded(): void;
  failed(): void;
}

/** Opens after five failures in a row for half a minute; then one more failure opens it again. */
export function createBreaker(now: Clock): Breaker {
  let failures = 0;
  let closedAgainAt = 0;

  return {
    check() {
      if (now().getTime() < closedAgainAt) throw unreachable('failed repeatedly and is left alone');
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      if (failures >= limits.upstream.breakerFailures) {
        closedAgainAt = now().getTime() + limits.upstream.breakerOpenMs;
      }
    },
  };
}
