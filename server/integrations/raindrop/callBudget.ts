// Call budget of the Raindrop rate limit, read from the response headers.
import type { Clock } from '../../shared/clock.ts';
import { minuteMs } from '../../shared/durations.ts';
import { setTimeout } from 'node:timers/promises';

/** Waits `ms` milliseconds; rejects with the signal's reason when it is aborted. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export const pause: Wait = async (ms, signal) => {
  try {
    await setTimeout(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
};

/** Calls reserved for other users of the same account. */
const reserve = 4;

/** Raindrop counts by the minute; longer waits are capped. */
const maxWaitMs = 120_000;

const fallbackWaitMs = minuteMs;

/** Resets this close are the same, since they are given in whole seconds. */
const sameWindowMs = 2_000;

/** The documentation names the second prefix, the real server sends the first. */
const prefixes = ['x-ratelimit-', 'ratelimit-'];

interface CallBudget {
  /** Waits until a call may be made, and counts it. */
  take(signal: AbortSignal): Promise<void>;
  /** Reads the remaining calls from an answer. */
  update(headers: Headers): void;
  /** After a 429: delays all calls until the reset. Returns the wait in milliseconds. */
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
      // Answers to parallel calls may overtake each other: the lowest figure of a window counts.
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

/** False for a wait that is too long for a retry. */
export function isWorthWaiting(waitMs: number): boolean {
  return waitMs <= maxWaitMs;
}

/** `Retry-After` in milliseconds from now: seconds or an HTTP date; null without it. */
export function retryAfterMs(headers: Headers, now: Date): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - serverTime(headers, now));
}

/** The reset is in epoch seconds; a small number means seconds from now. */
function msUntilReset(headers: Headers, now: Date): number | null {
  const reset = numberIn(headers, 'reset');
  if (reset === null) return null;
  if (reset < 1_000_000_000) return reset * 1_000;
  // Raindrop's clock has whole seconds: one more prevents calls before the reset.
  return Math.max(0, reset * 1_000 - serverTime(headers, now)) + 1_000;
}

/** Raindrop's clock, so that ours need not agree with it. */
function serverTime(headers: Headers, now: Date): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? now.getTime() : date;
}

function numberIn(headers: Headers, name: string): number | null {
  const text = prefixes.map((prefix) => headers.get(prefix + name)).find((value) => value !== null);
  return text !== undefined && text !== null && /^\d+$/.test(text.trim()) ? Number(text) : null;
}
