// Decides one difference, or takes a decision back: the service first, where it must be written, then one transaction.
import type { Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Member } from '../accounts/accounts.ts';
import type { SyncedItem } from '../knowledge/syncedItems.ts';
import type { SyncedItems } from '../knowledge/syncedItems.service.ts';
import type { Agreement } from '../sync/agreement.ts';
import type { Agreements } from '../sync/agreements.service.ts';
import type { BookmarkService } from '../sync/bookmarks.ts';
import { agreementOfKeep, before, changesOfUse, wordOfCatalogue, type Changes, type Undo } from './decision.ts';
import { isCompared, type Inconsistency, type ResolutionAction } from './inconsistencies.ts';
import type { InconsistenciesStore, StoredInconsistency } from './inconsistencies.store.ts';
import { keepCatalogue, ServiceMovedOn, trashBookmark, undoWrite, type PutBack, type WrittenBack } from './writeBack.ts';

/** The rooms that a decision needs, on its transaction. */
export interface DecisionRooms {
  store: InconsistenciesStore;
  items: SyncedItems;
  agreements: Agreements;
  activity: Pick<Activity, 'record'>;
}

interface Options {
  rooms: Pick<DecisionRooms, 'store' | 'items' | 'agreements'>;
  inTransaction<Result>(work: (rooms: DecisionRooms) => Promise<Result>): Promise<Result>;
  /** Where decisions are written back; null when the service is not configured. */
  service: BookmarkService | null;
  clock: Clock;
}

/** How long a write to the service may take before the difference is free again. */
const busyMs = 60_000;

const nothingWritten: WrittenBack = { bookmark: null, undo: { bookmark: null, trashed: null } };

const noSuch = () => new DomainError('NOT_FOUND', 'There is no such difference');
const notNew = () => new DomainError('CONFLICT', 'Somebody else has decided this already', { reason: 'decidedMeanwhile' });
const serviceOff = () =>
  new DomainError('UNAVAILABLE', 'No bookmarks service is configured to write to', { reason: 'bookmarksOff' });

export const createResolutions = ({ rooms, inTransaction, service, clock }: Options) => {
  const subjectOf = async (row: Inconsistency) => {
    const [item] = await rooms.items.byIds([row.itemId]);
    const agreement = await rooms.agreements.of(row.itemId);
    if (!item || !agreement || item.bookmarkId === null) return null;
    return { row, item, agreement, bookmarkId: item.bookmarkId };
  };

  /** Holds a difference while the service is written to; what goes wrong stays with it as its `error`. */
  const holding = async <Result>(
    row: Inconsistency,
    write: (service: BookmarkService, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    const now = clock();
    if (!(await rooms.store.claim(row.id, row.status, now, new Date(now.getTime() + busyMs)))) throw notNew();
    try {
      if (!service) throw serviceOff();
      const signal = AbortSignal.timeout(busyMs);
      return await write(service, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
        throw new DomainError('UNAVAILABLE', 'The bookmarks service did not answer in time', {
          reason: 'bookmarksUnreachable',
          cause: error,
        });
      });
    } catch (error) {
      if (error instanceof ServiceMovedOn && error.newValue !== undefined) {
        await rooms.store.refresh(row.id, error.newValue, clock());
      }
      const reason = error instanceof DomainError ? error.message : 'The write failed unexpectedly';
      await rooms.store.giveBack(row.id, error instanceof ServiceMovedOn ? null : reason, clock());
      throw error;
    }
  };

  const writeBack = async (row: Inconsistency, action: ResolutionAction): Promise<WrittenBack> => {
    if (action === 'keep_current_update_raindrop') {
      const subject = await subjectOf(row);
      if (!subject) throw notNew();
      const word = wordOfCatalogue(row, row.newValue, subject.item, subject.agreement);
      if (Object.keys(word).length === 0) return nothingWritten;
      return holding(row, (to, signal) => keepCatalogue(to, subject, signal));
    }
    if (action === 'delete') {
      const subject = await subjectOf(row);
      const isInService = subject?.agreement.source === 'raindrop' && subject.agreement.goneAt === null;
      if (!subject || !isInService || !service) return nothingWritten;
      return holding(row, (to, signal) => trashBookmark(to, subject.bookmarkId, signal));
    }
    return nothingWritten;
  };

  const changesOf = (
    row: Inconsistency,
    action: ResolutionAction,
    item: SyncedItem,
    agreement: Agreement,
    written: WrittenBack,
  ): Changes => {
    if (action === 'use_raindrop') return changesOfUse(row, row.newValue, item, agreement);
    if (action !== 'keep_current_update_raindrop') return { item: {}, agreement: {} };
    return { item: {}, agreement: agreementOfKeep(row, row.newValue, written.bookmark, agreement) };
  };

  /** The local half of a decision. */
  const settle = (member: Member, id: number, action: ResolutionAction, written: WrittenBack): Promise<StoredInconsistency> =>
    inTransaction(async ({ store, items, agreements, activity }) => {
      await agreements.waitForRuns();
      const row = await store.lock(id);
      if (!row) throw noSuch();
      if (row.status !== 'new') throw notNew();
      const item = await items.lock(row.itemId);
      const agreement = await agreements.of(row.itemId);
      if (!item || (!agreement && isCompared(row.type))) throw notNew();
      const now = clock();
      const changes = agreement ? changesOf(row, action, item, agreement, written) : { item: {}, agreement: {} };
      const deletes = action === 'delete' || action === 'delete_item';
      const itemChanges = deletes ? { ...changes.item, removedAt: now } : changes.item;
      const undo: Undo = {
        item: before(item, itemChanges),
        agreement: agreement ? before(agreement, changes.agreement) : {},
        ...written.undo,
      };
      if (Object.keys(itemChanges).length > 0) await items.change(item.id, itemChanges);
      if (agreement) {
        const goneAt = written.undo.trashed ? now : agreement.goneAt;
        await agreements.decided({ ...agreement, ...changes.agreement, goneAt });
      }
      await store.decide(id, {
        status: action === 'ignore' ? 'ignored' : 'resolved',
        resolution: action,
        undo,
        resolvedAt: now,
        resolvedBy: member.user.id,
        now,
      });
      await items.refreshStatus([item.id]);
      await activity.record({
        actorId: member.user.id,
        action: 'inconsistency.resolved',
        subjectType: 'inconsistency',
        subjectId: String(id),
        itemId: item.id,
        before: { type: row.type, catalogue: row.oldValue, service: row.newValue },
        after: { action },
      });
      return (await store.byIds([id]))[0] ?? row;
    });

  /** The local half of an undo. */
  const unsettle = (member: Member, id: number, putBack: PutBack): Promise<StoredInconsistency> =>
    inTransaction(async ({ store, items, agreements, activity }) => {
      await agreements.waitForRuns();
      const row = await store.lock(id);
      if (!row) throw noSuch();
      if (!row.canUndo || !row.undo) throw cannotUndo();
      const item = await items.lock(row.itemId);
      const agreement = await agreements.of(row.itemId);
      if (!item) throw noSuch();
      const { undo } = row;
      const bookmarkId = undo.trashed ? { bookmarkId: putBack.bookmarkId } : {};
      const itemChanges = { ...undo.item, ...bookmarkId };
      if (Object.keys(itemChanges).length > 0) await items.change(item.id, itemChanges);
      if (agreement) {
        const goneAt = undo.trashed ? null : agreement.goneAt;
        await agreements.decided({ ...agreement, ...undo.agreement, goneAt });
      }
      const now = clock();
      await store.decide(id, { status: 'new', resolution: null, undo: null, resolvedAt: null, resolvedBy: null, now });
      await items.refreshStatus([item.id]);
      await activity.record({
        actorId: member.user.id,
        action: 'inconsistency.undone',
        subjectType: 'inconsistency',
        subjectId: String(id),
        itemId: item.id,
        before: { type: row.type, action: row.resolution },
        after: { catalogue: row.oldValue, service: row.newValue },
      });
      return (await store.byIds([id]))[0] ?? row;
    });

  const cannotUndo = () =>
    new DomainError('CONFLICT', 'This decision cannot be taken back any more', { reason: 'cannotUndo' });

  return {
    /** Decides a difference that is new. */
    async resolve(member: Member, row: Inconsistency, action: ResolutionAction): Promise<StoredInconsistency> {
      return settle(member, row.id, action, await writeBack(row, action));
    },

    /** Restores what both sides said before a decision; the difference is new again. */
    async undo(member: Member, row: StoredInconsistency): Promise<StoredInconsistency> {
      if (!row.canUndo || !row.undo) throw cannotUndo();
      const { undo } = row;
      const writes = undo.bookmark !== null || undo.trashed !== null;
      const subject = writes ? await subjectOf(row) : null;
      if (!subject) return unsettle(member, row.id, { bookmarkId: null });
      const putBack = await holding(row, (to, signal) => undoWrite(to, { ...subject, undo }, signal));
      return unsettle(member, row.id, putBack);
    },
  };
};

export type Resolutions = ReturnType<typeof createResolutions>;
