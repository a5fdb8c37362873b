// A round of writes to the bookmark provider that stops when the provider is unavailable.
import { DomainError } from '../../../shared/domainError.ts';
import type { RefusalReason } from '../../../shared/refusalReasons.ts';
import type { NotWrittenReason } from '../inconsistencies.ts';

export interface WriteOutcome {
  /**
   * `unchanged`: no bookmark field was edited. `written`: the bookmark is up to date. `differs`: the provider changed
   * the field too, which raised an inconsistency. `waiting`: not written yet, see `reason`.
   */
  state: 'unchanged' | 'written' | 'differs' | 'waiting';
  reason: RefusalReason | NotWrittenReason | null;
}

export interface WriteRound {
  written: number;
  remaining: number;
  /** Reason of the first remaining write. */
  reason: WriteOutcome['reason'];
  /** Reason to retry soon; null when nothing remains or retries are useless. */
  retryReason: WriteOutcome['reason'];
}

/**
 * Reasons that point to an unavailable provider, each with the number of failures in a row that ends a round; single
 * writes may fail on their own.
 */
const failuresUntilStop: ReadonlyMap<string, number> = new Map([
  ['bookmarksBusy', 1],
  ['bookmarksUnauthorised', 2],
  ['bookmarksUnreachable', 3],
]);

/** Consecutive internal errors that end a round. */
const maxFaults = 3;

/** Temporary reasons apart from an unavailable provider. */
const temporaryReasons: ReadonlySet<string> = new Set([
  'beingDecided',
  'databaseAway',
  'databaseSlow',
]);

interface Options<One> {
  /** The next items after an id, by ascending id. */
  nextBatch(after: number, limit: number): Promise<One[]>;
  idOf(one: One): number;
  write(one: One): Promise<WriteOutcome>;
  signal: AbortSignal;
}

const batchSize = 100;

/**
 * Writes batch after batch; once the provider is unavailable, the rest is only counted.
 * @throws the first internal error, after the other writes
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

/** The outcome for an error of the provider. @throws any other error */
export function outcomeOfError(error: unknown, signal: AbortSignal): WriteOutcome {
  if (error instanceof DomainError && error.reason)
    return { state: 'waiting', reason: error.reason };
  if (signal.aborted) return { state: 'waiting', reason: 'bookmarksUnreachable' };
  throw error;
}
