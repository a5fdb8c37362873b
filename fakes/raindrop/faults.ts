// Faults and rate limit of the fake Raindrop.
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';

export const faultSchema = z.object({
  /**
   * The status, or: `malformed` (200, no JSON), `notAPage` (200, other JSON), `resultFalse` and
   * `authFalse` (200), `empty` (204), `slow` (right, but late), `drop` (breaks the connection before
   * the call is executed), `dropAfter` (after it).
   */
  kind: z.enum([
    '400',
    '401',
    '403',
    '404',
    '429',
    '500',
    '503',
    'malformed',
    'notAPage',
    'resultFalse',
    'authFalse',
    'empty',
    'slow',
    'drop',
    'dropAfter',
  ]),
  times: z.int().positive().default(1),
  /** Only calls with this method. */
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).optional(),
  /** Only calls whose path contains this text. */
  path: z.string().optional(),
  /** Sent as Retry-After, in seconds. */
  retryAfter: z.int().min(0).optional(),
  /** Delay of a `slow` answer; it is sent at once when the faults are cleared. */
  delayMs: z.int().min(0).default(20_000),
});
export type Fault = z.output<typeof faultSchema>;

export const disturbanceSchema = z.object({
  /**
   * `hole`: omits the first bookmark of the page. `double`: the page begins with the last bookmark of
   * the previous page.
   */
  kind: z.enum(['hole', 'double']),
  /** The page, from 0. */
  page: z.int().min(0),
  times: z.int().positive().default(1),
});
export type Disturbance = z.output<typeof disturbanceSchema>;

export const rateSchema = z.object({
  /** Calls per window. */
  limit: z.int().positive().default(120),
  windowSeconds: z.number().positive().default(60),
  /** Prefix of the header names: the real server sends the first, its documentation names the second. */
  headers: z.enum(['x-ratelimit-', 'ratelimit-']).default('x-ratelimit-'),
});

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  let faults: Fault[] = [];
  let disturbances: Disturbance[] = [];
  let cleared = new AbortController();

  return {
    fail: (fault: Fault) => void faults.push({ ...fault }),
    disturb: (disturbance: Disturbance) => void disturbances.push({ ...disturbance }),

    /** The fault for this call, if any; counts it as used. */
    next(method: string, path: string): Fault | undefined {
      const fault = faults.find(
        (one) =>
          (one.method === undefined || one.method === method) && path.includes(one.path ?? ''),
      );
      if (fault) fault.times -= 1;
      faults = faults.filter(({ times }) => times > 0);
      return fault;
    },

    /** The bookmarks of a page with its disturbances. */
    page<Item>(list: Item[], number: number, perPage: number): Item[] {
      const items = list.slice(number * perPage, (number + 1) * perPage);
      const disturbance = disturbances.find(({ page }) => page === number);
      if (!disturbance) return items;
      disturbance.times -= 1;
      disturbances = disturbances.filter(({ times }) => times > 0);
      if (disturbance.kind === 'hole') return items.slice(1);
      return [...list.slice(0, number * perPage).slice(-1), ...items].slice(0, perPage);
    },

    /** The wait of a `slow` answer. */
    async wait({ delayMs }: Fault): Promise<void> {
      await setTimeout(delayMs, undefined, { signal: cleared.signal }).catch(() => undefined);
    },

    clear() {
      faults = [];
      disturbances = [];
      cleared.abort();
      cleared = new AbortController();
    },
  };
}

export type RateLimit = ReturnType<typeof createRateLimit>;

/** Counts calls in fixed windows; like Raindrop, it states the reset in epoch seconds. */
export function createRateLimit() {
  let rate = rateSchema.parse({});
  let calls = 0;
  let resetsAt = 0;

  return {
    set(next: z.output<typeof rateSchema>) {
      rate = next;
      calls = 0;
      resetsAt = 0;
    },
    /** Counts a call: tells if it is allowed, with the headers of its answer. */
    count(): { isAllowed: boolean; headers: Record<string, string> } {
      const now = Date.now();
      if (now >= resetsAt) {
        calls = 0;
        resetsAt = now + rate.windowSeconds * 1_000;
      }
      calls += 1;
      return {
        isAllowed: calls <= rate.limit,
        headers: {
          [`${rate.headers}limit`]: String(rate.limit),
          [`${rate.headers}remaining`]: String(Math.max(0, rate.limit - calls)),
          [`${rate.headers}reset`]: String(Math.ceil(resetsAt / 1_000)),
        },
      };
    },
  };
}
