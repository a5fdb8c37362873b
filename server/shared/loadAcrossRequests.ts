// Reads by keys of all requests together: what is asked for while a reading is under way is read by the next one, for all who ask.
// Nothing is kept: whoever asks is answered from what stands there after they have asked.
import { AsyncLocalStorage } from 'node:async_hooks';
import DataLoader from 'dataloader';
import { limits } from '../limits.ts';
import { refuseWhenOverTime } from './timeLimit.ts';

/**
 * Makes a reader for one key. Who has no more time is refused, as before a statement of their own.
 *
 * @param load answers one value for each key, in their order; it belongs to no request, so no request's time limit ends it
 */
export function loadAcrossRequests<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  const { keys: maxBatchSize, readings, patienceMs } = limits.database.acrossRequests;
  const outside = AsyncLocalStorage.snapshot();
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

  async function loadInTurn(keys: readonly Key[]): Promise<readonly Value[]> {
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      underWay -= 1;
      begin();
    };
    // A reading that hangs holds up those who wait in it, and nobody else.
    const patience = setTimeout(end, patienceMs);
    try {
      return await outside(load, keys);
    } finally {
      clearTimeout(patience);
      end();
    }
  }

  const loader = new DataLoader<Key, Value>(loadInTurn, {
    cache: false,
    maxBatchSize,
    batchScheduleFn(read) {
      waiting.push(read);
      begin();
    },
  });
  return async (key) => {
    refuseWhenOverTime();
    return loader.load(key);
  };
}
