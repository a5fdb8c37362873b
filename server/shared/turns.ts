// Long work of this process in short turns, between which everybody else has theirs.
//
// A turn is bounded by its time, not by a number of pieces. Work beside others takes a ninth of the process: while somebody else is
// busy it rests eight times as long as it has worked, and works longer only where others do, so that it comes to an end beside any load.
// Without the rests it would take every moment in which an answer waits for the database, and hold it up at each of its steps.
import { performance } from 'node:perf_hooks';

/** How long a turn is, in milliseconds, by what is done in it: at least beside others, where others wait for the work, and at most. */
const turnMs = { beside: 0.5, awaited: 4, longest: 8 };

/** How many times as long as a turn is the rest behind it, beside others. */
const restsPerTurn = 8;

/** Others are there who have worked so long in a rest, and count as busy for a while: an answer that waits for the database. */
const busy = { fromMs: 0.3, forMs: 20 };

export interface Turns {
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

/** @param work `beside` what others do, `awaited` by an answer of theirs; `longest` where it is a part of that answer */
export function createTurns(work: keyof typeof turnMs = 'beside'): Turns {
  let lengthMs = turnMs[work];
  let busyUntil = -Infinity;
  let began = performance.now();
  const rest = async (): Promise<void> => {
    const ended = performance.now();
    const used = performance.eventLoopUtilization();
    await everybodyElse();
    const left = restsPerTurn * (ended - began) - (performance.now() - ended);
    if (work === 'beside' && ended < busyUntil && left > 0) await pause(left);
    began = performance.now();
    const { active } = performance.eventLoopUtilization(used);
    if (active >= busy.fromMs) busyUntil = began + busy.forMs;
    lengthMs = Math.min(Math.max(active / restsPerTurn, turnMs[work]), turnMs.longest);
  };
  return { next: () => (performance.now() - began < lengthMs ? undefined : rest()) };
}

/** As `map`, in turns. */
export async function mapInTurns<One, Other>(
  list: readonly One[],
  of: (one: One, at: number) => Other,
  turns: Turns = createTurns(),
): Promise<Other[]> {
  const done: Other[] = [];
  for (const [at, one] of list.entries()) {
    done.push(of(one, at));
    const rest = turns.next();
    if (rest) await rest;
  }
  return done;
}
