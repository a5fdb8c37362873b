// A round of writes to the bookmark provider that stops when the provider is unavailable.
import { DomainError } from '../../../shared/domainError.ts';
import type { WriteOutcome } from './writeOutcome.ts';

/** What a round has done. */
export interface WriteRound {
  written: number;
  /** What waits still, whatever for. */
  remaining: number;
  /** Why the first of it does. */
  reason: WriteOutcome['reason'];
  /** Why another round may soon do more; null where nothing is left, or what is left is refused however often it is tried. */
  retryReason: WriteOutcome['reason'];
}

/**
 * What says that the whole service is away, whatever is written, and after how many in a row a round ends: one thing alone may
 * fail where the others are taken.
 */
const failuresUntilStop: ReadonlyMap<string, number> = new Map([
  ['bookmarksBusy', 1],
  ['bookmarksUnauthorised', 2],
  ['bookmarksUnreachable', 3],
]);

/** A fault of our own, which is no word of the service: after so many in a row a round ends as well. */
const maxFaults = 3;

/** What is over by itself, beside a service that is away. */
const temporaryReasons: ReadonlySet<string> = new Set([
  'beingDecided',
  'databaseAway',
  'databaseSlow',
]);

interface Options<One> {
  /** What waits after a place, in the order of the places. */
  nextBatch(after: number, limit: number): Promise<One[]>;
  idOf(one: One): number;
  write(one: One): Promise<WriteOutcome>;
  signal: AbortSignal;
}

const batchSize = 100;

/**
 * Writes all that waits; once the service is away, what waits is only counted.
 * @throws the first fault that says nothing about the service, after the others were written
 */
export async function writeAll<One>(options: Options<One>): Promise<WriteRound> {
  const { nextBatch, idOf, write, signal } = options;
  const round: WriteRound = { written: 0, remaining: 0, reason: null, retryReason: null };
  const faults: unknown[] = [];
  let isAway = false;
  let inARow = 0;

  const tryOne = async (one: One): Promise<void> => {
    const outcome = await write(one).catch((error: unknown) => void faults.push(error));
    const reason = outcome?.reason ?? null;
    const most = outcome ? failuresUntilStop.get(reason ?? '') : maxFaults;
    inARow = most === undefined ? 0 : inARow + 1;
    isAway = most !== undefined && inARow >= most;
    if (outcome && outcome.state !== 'waiting') {
      round.written += 1;
      return;
    }
    round.remaining += 1;
    round.reason ??= reason;
    if (most !== undefined || temporaryReasons.has(reason ?? '')) round.retryReason ??= reason;
  };

  for (let after = 0, batch: One[]; ; after = idOf(batch.at(-1)!)) {
    batch = await nextBatch(after, batchSize);
    for (const one of batch) {
      signal.throwIfAborted();
      if (isAway) round.remaining += 1;
      else await tryOne(one);
    }
    if (batch.length < batchSize) break;
  }
  if (faults.length > 0) throw faults[0];
  return round;
}

/** How a write ended that threw. @throws what says nothing about the service */
export function outcomeOfError(error: unknown, signal: AbortSignal): WriteOutcome {
  if (error instanceof DomainError && error.reason)
    return { state: 'waiting', reason: error.reason };
  if (signal.aborted) return { state: 'waiting', reason: 'bookmarksUnreachable' };
  throw error;
}
