// Call budget of the Raindrop rate limit, read from the response headers.
import type { Clock } from '../../shared/clock.ts';
import { minuteMs } from '../../shared/durations.ts';
import type { Wait } from './wait.ts';

/** Calls left untouched for whoever else uses the same account. */
const reserve = 4;

/** The service counts by the minute; what claims to last much longer is not believed. */
const maxWaitMs = 120_000;

const fallbackWaitMs = minuteMs;

/** Two resets so close are one, told in whole seconds. */
const sameWindowMs = 2_000;

/** Both spellings: the documentation names the second, the real server sends the first. */
const prefixes = ['x-ratelimit-', 'ratelimit-'];

export interface CallBudget {
  /** Waits until a call may be made, and counts it. */
  take(signal: AbortSignal): Promise<void>;
  /** Reads what an answer says about the calls left. */
  update(headers: Headers): void;
  /** After a 429: nobody calls until then. Answers how long that is, in milliseconds. */
  recordRateLimit(headers: Headers): number;
}

export function createCallBudget({ now, wait }: { now: Clock; wait: Wait }): CallBudget {
  let remaining = Number.POSITIVE_INFINITY;
  let resetsAt = 0;

  const time = () => now().getTime();
  const mustWait = () => remaining <= reserve && time() < resetsAt;

  return {
    async take(signal) {
      while (mustWait()) await wait(resetsAt - time(), signal);
      if (time() >= resetsAt) remaining = Number.POSITIVE_INFINITY;
      remaining -= 1;
    },

    update(headers) {
      const left = numberIn(headers, 'remaining');
      const resetMs = msUntilReset(headers, now());
      if (left === null || resetMs === null) return;
      const newResetsAt = time() + Math.min(resetMs, maxWaitMs);
      // Answers to calls made at once may overtake each other: the lowest figure of a window counts.
      const isSameWindow = Math.abs(newResetsAt - resetsAt) < sameWindowMs;
      remaining = isSameWindow ? Math.min(remaining, left) : left;
      resetsAt = newResetsAt;
    },

    recordRateLimit(headers) {
      const waitMs = retryAfterMs(headers, now()) ?? msUntilReset(headers, now()) ?? fallbackWaitMs;
      remaining = 0;
      resetsAt = time() + Math.min(waitMs, maxWaitMs);
      return waitMs;
    },
  };
}

/** Whether it makes sense to wait so long for the next try. */
export function isWorthWaiting(waitMs: number): boolean {
  return waitMs <= maxWaitMs;
}

/** `Retry-After` in milliseconds from now: seconds or an HTTP date; null when there is none. */
export function retryAfterMs(headers: Headers, now: Date): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - serverTime(headers, now));
}

/** The reset is a moment in epoch seconds; a small number is taken for seconds from now. */
function msUntilReset(headers: Headers, now: Date): number | null {
  const reset = numberIn(headers, 'reset');
  if (reset === null) return null;
  if (reset < 1_000_000_000) return reset * 1_000;
  // The service's clock has whole seconds: one more, so as not to come too early.
  return Math.max(0, reset * 1_000 - serverTime(headers, now)) + 1_000;
}

/** The service's own clock, so that ours need not agree with it. */
function serverTime(headers: Headers, now: Date): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? now.getTime() : date;
}

function numberIn(headers: Headers, name: string): number | null {
  const text = prefixes.map((prefix) => headers.get(prefix + name)).find((value) => value !== null);
  return text !== undefined && text !== null && /^\d+$/.test(text.trim()) ? Number(text) : null;
}
