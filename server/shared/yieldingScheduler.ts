// Yielding scheduler: long work in short slices, so that other requests are served in between.
import { performance } from 'node:perf_hooks';

/**
 * Minimum length of a slice in ms, length of the pause after it as a multiple of the slice while other work is busy, and maximum
 * total of pauses. `beside`: next to other requests; `soon`: for later requests, which nobody awaits; `awaited`: others wait for
 * it; `longest`: part of an answer.
 */
const turnOf = {
  beside: { ms: 0.5, rests: 6, mostMs: 1_050 },
  soon: { ms: 0.5, rests: 12, mostMs: Infinity },
  awaited: { ms: 4, rests: 0, mostMs: 0 },
  longest: { ms: 8, rests: 0, mostMs: 0 },
};

/** Maximum length of a slice. */
const longestMs = turnOf.longest.ms;

/** A slice takes at most this fraction of the time that other work used in between. */
const partOfOthers = 8;

/** Other work counts as busy for a while after it used this much of a pause, since it may be waiting for the database. */
const busy = { fromMs: 0.3, forMs: 100 };

export interface YieldingScheduler {
  /** Called between two pieces of work: a pause when the slice is over, otherwise undefined. */
  next(): Promise<void> | undefined;
}

const everybodyElse = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

export function createYieldingScheduler(work: keyof typeof turnOf = 'beside'): YieldingScheduler {
  const { ms, rests, mostMs } = turnOf[work];
  let restsLeftMs = mostMs;
  let lengthMs = ms;
  let busyUntil = -Infinity;
  let began = performance.now();
  const rest = async (): Promise<void> => {
    const ended = performance.now();
    const used = performance.eventLoopUtilization();
    await everybodyElse();
    const wanted = rests * (ended - began) - (performance.now() - ended);
    const left = Math.min(wanted, restsLeftMs);
    if (ended < busyUntil && left > 0) {
      await pause(left);
      restsLeftMs -= left;
    }
    began = performance.now();
    const { active } = performance.eventLoopUtilization(used);
    if (active >= busy.fromMs) busyUntil = began + busy.forMs;
    lengthMs = Math.min(Math.max(active / partOfOthers, ms), longestMs);
  };
  return { next: () => (performance.now() - began < lengthMs ? undefined : rest()) };
}

/** Like `map`, in slices. */
export async function mapYielding<One, Other>(
  list: readonly One[],
  of: (one: One, at: number) => Other,
  turns: YieldingScheduler = createYieldingScheduler(),
): Promise<Other[]> {
  const done: Other[] = [];
  for (const [at, one] of list.entries()) {
    done.push(of(one, at));
    const rest = turns.next();
    if (rest) await rest;
  }
  return done;
}

/** Pauses between batches of database writes: their relative length, maximum total, and the detection of other work. */
const writing = { rests: 3, mostMs: 18_000, lookMs: 3, busyForMs: 300 };

/**
 * Pauses between batches of database writes, three times as long as each batch took, while this process is busy. The total is
 * limited, since others wait for the end of the transaction.
 */
export function createWriteRests(): () => Promise<void> {
  let left = writing.mostMs;
  let busyUntil = -Infinity;
  let began = performance.now();
  return async () => {
    const ended = performance.now();
    const wanted = Math.min(writing.rests * (ended - began), left);
    const used = performance.eventLoopUtilization();
    const look = ended < busyUntil ? wanted : Math.min(writing.lookMs, wanted);
    if (look > 0) await pause(look);
    if (performance.eventLoopUtilization(used).active >= busy.fromMs) {
      if (look < wanted) await pause(wanted - look);
      busyUntil = performance.now() + writing.busyForMs;
    }
    began = performance.now();
    left -= began - ended;
  };
}
