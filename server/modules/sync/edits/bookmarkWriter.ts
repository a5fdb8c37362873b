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
import { readTypes } from '../runs/inconsistencyDetection.service.ts';
import type { EditTransaction } from './itemEdits.ts';
import type { WriteOutcome } from './writeOutcome.ts';
import { waitingAfter, writeEach, type WritingRound } from './bookmarkWriteRound.ts';

interface Options {
  inTransaction<Result>(work: (rooms: EditTransaction) => Promise<Result>): Promise<Result>;
  agreements: Pick<MergeBases, 'endWriting' | 'waiting'>;
  /** Null when none is configured. */
  service: BookmarkProvider | null;
}

interface Subject {
  item: SyncedItem;
  agreement: MergeBase;
  bookmarkId: number;
}

/** Less than a writing lasts. */
const callsMs = 40_000;

const unchanged: WriteOutcome = { state: 'unchanged', reason: null };
const waitingFor = (reason: WriteOutcome['reason']): WriteOutcome => ({ state: 'waiting', reason });

type Field = Pick<Difference, 'type' | 'field'>;

const isSameField = (one: Field, other: Field): boolean =>
  one.type === other.type && one.field === other.field;

/** What waits, with its three sides, as far as the service says what was agreed and the catalogue something else. */
function writable(
  { item, agreement }: Omit<Subject, 'bookmarkId'>,
  current: Bookmark,
): ComparedField[] {
  return compareFields(agreement, item, current).filter((aspect) => {
    const field = bookmarkFieldOf(aspect);
    const isWaiting = field !== null && agreement.unwritten.includes(field);
    const isUntouched = sameValue(aspect.service, aspect.agreed);
    return isWaiting && isUntouched && !sameValue(aspect.service, aspect.target);
  });
}

export const createBookmarkWriter = ({ inTransaction, agreements, service }: Options) => {
  /** The item with its agreement, held; null where nothing waits. */
  const take = (itemId: number): Promise<Subject | WriteOutcome> =>
    inTransaction(async (rooms) => {
      await rooms.agreements.refuseBesideRuns();
      const item = await rooms.items.lock(itemId);
      const agreement = await rooms.agreements.of(itemId);
      if (!item || !agreement || agreement.unwritten.length === 0) return unchanged;
      if (agreement.source === 'file' || item.bookmarkId === null)
        return waitingFor('notInService');
      if (!service) return waitingFor('noService');
      if (agreement.goneAt) return waitingFor('bookmarkGone');
      const isBusy = (await rooms.findings.busyItems([itemId])).size > 0;
      if (isBusy || !(await rooms.agreements.beginWriting(itemId))) throw beingDecided();
      return { item, agreement, bookmarkId: item.bookmarkId };
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
    inTransaction(async (rooms) => {
      const itemId = subject.item.id;
      await rooms.agreements.refuseBesideRuns();
      const item = await rooms.items.lock(itemId);
      const base = await rooms.agreements.of(itemId);
      if (!item || !base) return [];
      const edited = compareFields(subject.agreement, item, found).filter((now) =>
        written.some((one) => isSameField(one, now) && !sameValue(one.target, now.target)),
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
      const { differences: all, agreement } = threeWayMerge(agreed, item, bookmark, 'raindrop');
      const waiting = writable({ item, agreement: agreed }, bookmark);
      const differences = all.filter((one) => !waiting.some((now) => isSameField(one, now)));
      await rooms.agreements.decided(agreement ?? agreed);
      const plan = await rooms.findings.plan([{ itemId, differences }], readTypes);
      await rooms.findings.apply(plan, null);
      await rooms.items.refreshStatus([itemId]);
      return differences;
    });

  const writeTaken = async (subject: Subject, signal: AbortSignal): Promise<WriteOutcome> => {
    if (!service) return waitingFor('noService');
    const presence = await service.find(subject.bookmarkId, signal);
    if (!('bookmark' in presence)) return waitingFor('bookmarkGone');
    const aspects = writable(subject, presence.bookmark);
    const word: BookmarkChanges = Object.assign(
      {},
      ...aspects.map((aspect) =>
        catalogueValueFor(aspect, aspect.service, subject.item, subject.agreement),
      ),
    );
    const bookmark =
      aspects.length > 0
        ? await service.update(subject.bookmarkId, word, signal)
        : presence.bookmark;
    const left = await settle(subject, { found: presence.bookmark, written: aspects, bookmark });
    const isLeft = left.some(
      ({ type, field }) =>
        isCompared(type) &&
        subject.agreement.unwritten.some((one) => one === bookmarkFieldOf({ type, field })),
    );
    return { state: isLeft ? 'differs' : 'written', reason: null };
  };

  /** Writes what waits about one item; what cannot be written now waits on, and is told. */
  const write = async (itemId: number, until?: AbortSignal): Promise<WriteOutcome> => {
    const inTime = AbortSignal.timeout(callsMs);
    const signal = until ? AbortSignal.any([inTime, until]) : inTime;
    let isHeld = false;
    try {
      const subject = await take(itemId);
      if ('state' in subject) return subject;
      isHeld = true;
      return await writeTaken(subject, signal);
    } catch (error) {
      return waitingAfter(error, signal);
    } finally {
      // A writing that cannot be ended ends by itself.
      if (isHeld) await agreements.endWriting(itemId).catch(() => undefined);
    }
  };

  return {
    write,

    /** Writes all that waits; without a service nothing waits for it. @throws a fault that says nothing about the service */
    writeAll: (signal: AbortSignal): Promise<WritingRound> =>
      writeEach({
        waiting: async (after, limit) => (service ? agreements.waiting(after, limit) : []),
        placeOf: (itemId) => itemId,
        write: (itemId) => write(itemId, signal),
        signal,
      }),
  };
};

export type BookmarkWriter = ReturnType<typeof createBookmarkWriter>;
