// Reads by keys of all requests together: what is asked for while a reading is under way is read by the next one, for all who ask.
// Nothing is kept: whoever asks is answered from what stands there after they have asked.
import DataLoader from 'dataloader';
import { outsideTimeLimits, refuseWhenOverTime, startTimeLimit } from './timeLimit.ts';

interface Asked<Key> {
  key: Key;
  /** Whether nobody waits for it any more. */
  isOver: boolean;
}

export interface AcrossRequestsLimits {
  /** Keys of one reading. */
  keys: number;
  /** Readings under way at once. */
  readings: number;
  /** A reading that takes longer does not count: others begin beside it. */
  patienceMs: number;
  /** Whoever waits for longer is refused. */
  waitMs: number;
}

const nobodyWaits = new Error('Nobody waits for it any more');

/**
 * Makes a reader for one key, with a queue of its own. It throws DomainError UNAVAILABLE (`tooSlow`) to those who have no more time
 * when they ask, or wait for too long; a reading that fails fails for all in it.
 *
 * @param load answers one value for each key, in their order; at least one key
 */
export function loadAcrossRequests<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  { keys: maxBatchSize, readings, patienceMs, waitMs }: AcrossRequestsLimits,
): (key: Key) => Promise<Value> {
  const waiting: (() => void)[] = [];
  let underWay = 0;

  function begin(): void {
    if (underWay >= readings) return;
    const read = waiting.shift();
    if (!read) return;
    underWay += 1;
    // All requests that have arrived by now come along.
    setImmediate(read);
  }

  /** Those for whom nobody waits any more are not read. */
  async function loadAsked(asked: readonly Asked<Key>[]): Promise<(Value | Error)[]> {
    const wanted = asked.filter(({ isOver }) => !isOver);
    if (wanted.length === 0) return asked.map(() => nobodyWaits);
    const values = await load(wanted.map(({ key }) => key));
    const found = new Map(wanted.map((one, place) => [one, values[place] as Value]));
    return asked.map((one) => (found.has(one) ? (found.get(one) as Value) : nobodyWaits));
  }

  async function loadInTurn(asked: readonly Asked<Key>[]): Promise<(Value | Error)[]> {
    let hasEnded = false;
    const end = (): void => {
      if (hasEnded) return;
      hasEnded = true;
      underWay -= 1;
      begin();
    };
    // A reading that hangs holds up those who wait in it, and nobody else.
    const patience = setTimeout(end, patienceMs);
    try {
      return await outsideTimeLimits(() => loadAsked(asked));
    } finally {
      clearTimeout(patience);
      end();
    }
  }

  const loader = new DataLoader<Asked<Key>, Value>(loadInTurn, {
    cache: false,
    maxBatchSize,
    batchScheduleFn(read) {
      waiting.push(read);
      begin();
    },
  });
  return async (key) => {
    refuseWhenOverTime();
    const asked = { key, isOver: false };
    const timeLimit = startTimeLimit(waitMs);
    try {
      const value = loader.load(asked);
      return await timeLimit.bound(() => value);
    } finally {
      asked.isOver = true;
      timeLimit.end();
    }
  };
}
