// Write-back of item edits to bookmarks, in rounds that stop when the provider is unavailable: read, merge three ways, write, then store the new merge base. Each step can be repeated after a failure.
import { DomainError } from '../../../shared/domainError.ts';
import type { RefusalReason } from '../../../shared/refusalReasons.ts';
import type { SyncedItem } from '../../catalogue/items/items.module.ts';
import type { MergeBase } from '../mergeBase.ts';
import type { Bookmark, BookmarkChanges, BookmarkProvider } from '../bookmarkProvider.ts';
import {
  bookmarkFieldOf,
  compareFields,
  type ComparedField,
} from '../comparison/comparedFields.ts';
import { threeWayMerge } from '../comparison/threeWayMerge.ts';
import { mergeBaseAfterKeep, catalogueValueFor } from '../review/resolution.ts';
import {
  beingDecided,
  isCompared,
  sameValue,
  type Difference,
  type NotWrittenReason,
} from '../inconsistencies.ts';
import type { MergeBases } from '../runs/mergeBases.service.ts';
import { bookmarkInconsistencyTypes } from '../runs/inconsistencyDetection.service.ts';
import type { EditTransaction } from './itemEdits.ts';

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

interface RoundOptions<One> {
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
export async function writeAll<One>(options: RoundOptions<One>): Promise<WriteRound> {
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

interface Options {
  inTransaction<Result>(work: (tx: EditTransaction) => Promise<Result>): Promise<Result>;
  mergeBases: Pick<MergeBases, 'endWrite' | 'itemsToWrite'>;
  provider: BookmarkProvider | null;
}

/** An item whose bookmark is being written, under a write lease. */
interface Subject {
  item: SyncedItem;
  mergeBase: MergeBase;
  bookmarkId: number;
}

/** Shorter than the write lease. */
const timeLimitMs = 40_000;

const unchanged: WriteOutcome = { state: 'unchanged', reason: null };
const waiting = (reason: WriteOutcome['reason']): WriteOutcome => ({ state: 'waiting', reason });

type Field = Pick<Difference, 'type' | 'field'>;

const isSameField = (one: Field, other: Field): boolean =>
  one.type === other.type && one.field === other.field;

/** The unwritten fields that the provider has not changed and that differ from the catalogue. */
function writable(
  { item, mergeBase }: Omit<Subject, 'bookmarkId'>,
  current: Bookmark,
): ComparedField[] {
  return compareFields(mergeBase, item, current).filter((compared) => {
    const field = bookmarkFieldOf(compared);
    const isWaiting = field !== null && mergeBase.unwritten.includes(field);
    const isUntouched = sameValue(compared.provider, compared.base);
    return isWaiting && isUntouched && !sameValue(compared.provider, compared.catalogueTarget);
  });
}

export class BookmarkWriter {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Writes the unwritten fields of one item. */
  async write(itemId: number, until?: AbortSignal): Promise<WriteOutcome> {
    const inTime = AbortSignal.timeout(timeLimitMs);
    const signal = until ? AbortSignal.any([inTime, until]) : inTime;
    let hasLease = false;
    try {
      const subject = await this.acquire(itemId);
      if ('state' in subject) return subject;
      hasLease = true;
      return await this.writeFields(subject, signal);
    } catch (error) {
      return outcomeOfError(error, signal);
    } finally {
      // A lease that cannot be released expires.
      if (hasLease) await this.deps.mergeBases.endWrite(itemId).catch(() => undefined);
    }
  }

  /** Writes all items with unwritten fields. @throws the first error that does not come from the provider */
  writeAll(signal: AbortSignal): Promise<WriteRound> {
    return writeAll({
      nextBatch: async (after, limit) =>
        this.deps.provider ? this.deps.mergeBases.itemsToWrite(after, limit) : [],
      idOf: (itemId) => itemId,
      write: (itemId) => this.write(itemId, signal),
      signal,
    });
  }

  /** Acquires the write lease of an item, or returns why nothing is written. */
  private acquire(itemId: number): Promise<Subject | WriteOutcome> {
    return this.deps.inTransaction(async (tx) => {
      await tx.mergeBases.lockOutRuns();
      const item = await tx.items.lock(itemId);
      const mergeBase = await tx.mergeBases.of(itemId);
      if (!item || !mergeBase || mergeBase.unwritten.length === 0) return unchanged;
      if (mergeBase.source === 'file' || item.bookmarkId === null) return waiting('notInService');
      if (!this.deps.provider) return waiting('noService');
      if (mergeBase.goneAt) return waiting('bookmarkGone');
      const isBusy = (await tx.detection.busyItems([itemId])).size > 0;
      if (isBusy || !(await tx.mergeBases.beginWrite(itemId))) throw beingDecided();
      return { item, mergeBase, bookmarkId: item.bookmarkId };
    });
  }

  /** Stores the merge base after the write, raises and closes inconsistencies. Fields edited during the write stay unwritten. */
  private saveMergeBase(
    subject: Subject,
    {
      found,
      written,
      bookmark,
    }: { found: Bookmark; written: readonly ComparedField[]; bookmark: Bookmark },
  ) {
    return this.deps.inTransaction(async (tx) => {
      const itemId = subject.item.id;
      await tx.mergeBases.lockOutRuns();
      const item = await tx.items.lock(itemId);
      const base = await tx.mergeBases.of(itemId);
      if (!item || !base) return [];
      const edited = compareFields(subject.mergeBase, item, found).filter((now) =>
        written.some(
          (one) => isSameField(one, now) && !sameValue(one.catalogueTarget, now.catalogueTarget),
        ),
      );
      const done = written.filter((one) => !edited.some((now) => isSameField(one, now)));
      const fields = new Set(done.map(bookmarkFieldOf));
      const kept = written.map(({ type, field }) =>
        mergeBaseAfterKeep({ type, field }, bookmark, base),
      );
      const agreed: MergeBase = {
        ...Object.assign({ ...base }, ...kept),
        unwritten: base.unwritten.filter((field) => !fields.has(field)),
      };
      const { differences: all, mergeBase } = threeWayMerge(agreed, item, bookmark, 'raindrop');
      const waiting = writable({ item, mergeBase: agreed }, bookmark);
      const differences = all.filter((one) => !waiting.some((now) => isSameField(one, now)));
      await tx.mergeBases.save(mergeBase ?? agreed);
      const plan = await tx.detection.plan([{ itemId, differences }], bookmarkInconsistencyTypes);
      await tx.detection.apply(plan, null);
      await tx.items.refreshStatus([itemId]);
      return differences;
    });
  }

  private async writeFields(subject: Subject, signal: AbortSignal): Promise<WriteOutcome> {
    if (!this.deps.provider) return waiting('noService');
    const presence = await this.deps.provider.find(subject.bookmarkId, signal);
    if (!('bookmark' in presence)) return waiting('bookmarkGone');
    const comparedFields = writable(subject, presence.bookmark);
    const changes: BookmarkChanges = Object.assign(
      {},
      ...comparedFields.map((compared) =>
        catalogueValueFor(compared, compared.provider, subject.item, subject.mergeBase),
      ),
    );
    const bookmark =
      comparedFields.length > 0
        ? await this.deps.provider.update(subject.bookmarkId, changes, signal)
        : presence.bookmark;
    const left = await this.saveMergeBase(subject, {
      found: presence.bookmark,
      written: comparedFields,
      bookmark,
    });
    const isLeft = left.some(
      ({ type, field }) =>
        isCompared(type) &&
        subject.mergeBase.unwritten.some((one) => one === bookmarkFieldOf({ type, field })),
    );
    return { state: isLeft ? 'differs' : 'written', reason: null };
  }
}
