// Writes what waits in the catalogue to the bookmark of an item: read first, field by field with three sides, then written,
// then agreed. Every step may be made again after a failure; what the service has changed meanwhile is left for the desk.
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
import { beingDecided, isCompared, sameValue, type Difference } from '../inconsistencies.ts';
import type { MergeBases } from '../runs/mergeBases.service.ts';
import { bookmarkInconsistencyTypes } from '../runs/inconsistencyDetection.service.ts';
import type { EditTransaction } from './itemEdits.ts';
import type { WriteOutcome } from './writeOutcome.ts';
import { outcomeOfError, writeAll, type WriteRound } from './bookmarkWriteRound.ts';

interface Options {
  inTransaction<Result>(work: (tx: EditTransaction) => Promise<Result>): Promise<Result>;
  mergeBases: Pick<MergeBases, 'endWrite' | 'itemsToWrite'>;
  /** Null when none is configured. */
  provider: BookmarkProvider | null;
}

interface Subject {
  item: SyncedItem;
  mergeBase: MergeBase;
  bookmarkId: number;
}

/** Less than a writing lasts. */
const timeLimitMs = 40_000;

const unchanged: WriteOutcome = { state: 'unchanged', reason: null };
const waiting = (reason: WriteOutcome['reason']): WriteOutcome => ({ state: 'waiting', reason });

type Field = Pick<Difference, 'type' | 'field'>;

const isSameField = (one: Field, other: Field): boolean =>
  one.type === other.type && one.field === other.field;

/** What waits, with its three sides, as far as the service says what was agreed and the catalogue something else. */
function writable(
  { item, mergeBase: mergeBase }: Omit<Subject, 'bookmarkId'>,
  current: Bookmark,
): ComparedField[] {
  return compareFields(mergeBase, item, current).filter((compared) => {
    const field = bookmarkFieldOf(compared);
    const isWaiting = field !== null && mergeBase.unwritten.includes(field);
    const isUntouched = sameValue(compared.provider, compared.base);
    return isWaiting && isUntouched && !sameValue(compared.provider, compared.catalogueTarget);
  });
}

export const createBookmarkWriter = ({ inTransaction, mergeBases, provider }: Options) => {
  /** The item with its agreement, held; null where nothing waits. */
  const take = (itemId: number): Promise<Subject | WriteOutcome> =>
    inTransaction(async (tx) => {
      await tx.mergeBases.lockOutRuns();
      const item = await tx.items.lock(itemId);
      const mergeBase = await tx.mergeBases.of(itemId);
      if (!item || !mergeBase || mergeBase.unwritten.length === 0) return unchanged;
      if (mergeBase.source === 'file' || item.bookmarkId === null) return waiting('notInService');
      if (!provider) return waiting('noService');
      if (mergeBase.goneAt) return waiting('bookmarkGone');
      const isBusy = (await tx.detection.busyItems([itemId])).size > 0;
      if (isBusy || !(await tx.mergeBases.beginWrite(itemId))) throw beingDecided();
      return { item, mergeBase, bookmarkId: item.bookmarkId };
    });

  /**
   * What both sides say after the write: the differences that are left are raised, those that are over closed. What was edited
   * meanwhile waits on.
   */
  const settle = (
    subject: Subject,
    {
      found,
      written,
      bookmark,
    }: { found: Bookmark; written: readonly ComparedField[]; bookmark: Bookmark },
  ) =>
    inTransaction(async (tx) => {
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

  const writeTaken = async (subject: Subject, signal: AbortSignal): Promise<WriteOutcome> => {
    if (!provider) return waiting('noService');
    const presence = await provider.find(subject.bookmarkId, signal);
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
        ? await provider.update(subject.bookmarkId, changes, signal)
        : presence.bookmark;
    const left = await settle(subject, {
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
  };

  /** Writes what waits about one item; what cannot be written now waits on, and is told. */
  const write = async (itemId: number, until?: AbortSignal): Promise<WriteOutcome> => {
    const inTime = AbortSignal.timeout(timeLimitMs);
    const signal = until ? AbortSignal.any([inTime, until]) : inTime;
    let isHeld = false;
    try {
      const subject = await take(itemId);
      if ('state' in subject) return subject;
      isHeld = true;
      return await writeTaken(subject, signal);
    } catch (error) {
      return outcomeOfError(error, signal);
    } finally {
      // A writing that cannot be ended ends by itself.
      if (isHeld) await mergeBases.endWrite(itemId).catch(() => undefined);
    }
  };

  return {
    write,

    /** Writes all that waits; without a service nothing waits for it. @throws a fault that says nothing about the service */
    writeAll: (signal: AbortSignal): Promise<WriteRound> =>
      writeAll({
        nextBatch: async (after, limit) => (provider ? mergeBases.itemsToWrite(after, limit) : []),
        idOf: (itemId) => itemId,
        write: (itemId) => write(itemId, signal),
        signal,
      }),
  };
};

export type BookmarkWriter = ReturnType<typeof createBookmarkWriter>;
