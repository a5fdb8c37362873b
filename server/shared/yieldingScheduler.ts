// Yielding scheduler: long work in short slices, so that other requests are served in between.
import { performance } from 'node:perf_hooks';

/**
 * By what is done in it how long a turn is at least, in milliseconds, how many times as long is the rest behind it while others are
 * busy, and to how much the rests add up at most: beside them, for what they will soon look for (nobody waits for that, so it rests
 * longest), where they wait for the work, and as a part of their own answer.
 */
const turnOf = {
  beside: { ms: 0.5, rests: 6, mostMs: 1_050 },
  soon: { ms: 0.5, rests: 12, mostMs: Infinity },
  awaited: { ms: 4, rests: 0, mostMs: 0 },
  longest: { ms: 8, rests: 0, mostMs: 0 },
};

/** No turn is longer. */
const longestMs = turnOf.longest.ms;

/** A turn is as long as so small a part of what others do between two of them. */
const partOfOthers = 8;

/** Others are there who have worked so long in a rest, and count as busy for a while: an answer that waits for the database. */
const busy = { fromMs: 0.3, forMs: 100 };

export interface YieldingScheduler {
  /** Asked between two pieces of work: a rest when the turn is over, nothing while it lasts. */
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

/** As `map`, in turns. */
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

/** What the database writes for one is done in portions as well: the rest behind each, to how much they add up, and how others are noticed. */
const writing = { rests: 3, mostMs: 18_000, lookMs: 3, busyForMs: 300 };

/**
 * Rests between portions of work of the database, three times as long as each has taken while others are busy in this process, and all of them
 * together no longer than a bound: whoever waits for the end of the transaction is not kept.
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
