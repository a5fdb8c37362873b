// Decides one difference, or takes a decision back: the service first, where it must be written, then one transaction.
import type { Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Member } from '../accounts/accounts.ts';
import type { ItemChanges, SyncedItem } from '../knowledge/syncedItems.ts';
import type { SyncedItems } from '../knowledge/syncedItems.service.ts';
import type { Agreement } from '../sync/agreement.ts';
import type { Agreements } from '../sync/agreements.service.ts';
import { agreementOfKeep, before, changesOfUse, type Changes, type Undo } from './decision.ts';
import {
  decidedMeanwhile,
  isCompared,
  type Inconsistency,
  type ResolutionAction,
} from './inconsistencies.ts';
import type { InconsistenciesStore, StoredInconsistency } from './inconsistencies.store.ts';
import type { ServiceWrites } from './serviceWrites.ts';
import type { PutBack, WrittenBack } from './writeBack.ts';

/** The rooms that a decision needs, on its transaction. */
export interface DecisionRooms {
  store: InconsistenciesStore;
  items: SyncedItems;
  agreements: Agreements;
  activity: Pick<Activity, 'record'>;
  /** Asks for the translation of texts that have changed; it happens after the transaction. */
  requestTranslation(): Promise<void>;
}

interface Options {
  writes: ServiceWrites;
  inTransaction<Result>(work: (rooms: DecisionRooms) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

const noSuch = () => new DomainError('NOT_FOUND', 'There is no such difference');
const cannotUndo = () =>
  new DomainError('CONFLICT', 'This decision cannot be taken back any more', {
    reason: 'cannotUndo',
  });

const texts = ['titleRu', 'titleEn', 'descriptionRu', 'descriptionEn'] as const;
const changesText = (changes: ItemChanges): boolean => texts.some((field) => field in changes);

export const createResolutions = ({ writes, inTransaction, clock }: Options) => {
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
  const settle = (
    member: Member,
    id: number,
    action: ResolutionAction,
    written: WrittenBack,
  ): Promise<StoredInconsistency> =>
    inTransaction(async ({ store, items, agreements, activity, requestTranslation }) => {
      await agreements.waitForRuns();
      const row = await store.lock(id);
      if (!row) throw noSuch();
      if (row.status !== 'new') throw decidedMeanwhile();
      const item = await items.lock(row.itemId);
      const agreement = await agreements.of(row.itemId);
      if (!item || (!agreement && isCompared(row.type))) throw decidedMeanwhile();
      const now = clock();
      const changes = agreement
        ? changesOf(row, action, item, agreement, written)
        : { item: {}, agreement: {} };
      const deletes = action === 'delete' || action === 'delete_item';
      const itemChanges = deletes ? { ...changes.item, removedAt: now } : changes.item;
      const undo: Undo = {
        item: before(item, itemChanges),
        agreement: agreement ? before(agreement, changes.agreement) : {},
        ...written.undo,
      };
      if (Object.keys(itemChanges).length > 0) await items.change(item.id, itemChanges);
      // The other language may hold a machine's translation of the former text.
      if (changesText(itemChanges)) await requestTranslation();
      if (agreement) {
        const { trashed, restored } = written.undo;
        const goneAt = trashed ? now : restored ? null : agreement.goneAt;
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
    inTransaction(async ({ store, items, agreements, activity, requestTranslation }) => {
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
      if (changesText(itemChanges)) await requestTranslation();
      if (agreement) {
        const goneAt = undo.trashed ? null : undo.restored ? clock() : agreement.goneAt;
        await agreements.decided({ ...agreement, ...undo.agreement, goneAt });
      }
      const now = clock();
      await store.decide(id, {
        status: 'new',
        resolution: null,
        undo: null,
        resolvedAt: null,
        resolvedBy: null,
        now,
      });
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

  return {
    /** Decides a difference that is new; after `deadline` nothing is written to the service any more. */
    resolve: (
      member: Member,
      row: Inconsistency,
      action: ResolutionAction,
      deadline?: AbortSignal,
    ): Promise<StoredInconsistency> =>
      writes.decide(row, action, (written) => settle(member, row.id, action, written), deadline),

    /** Restores what both sides said before a decision; the difference is new again. */
    async undo(member: Member, row: StoredInconsistency): Promise<StoredInconsistency> {
      if (!row.canUndo || !row.undo) throw cannotUndo();
      return writes.undo(row, (putBack) => unsettle(member, row.id, putBack));
    },
  };
};

export type Resolutions = ReturnType<typeof createResolutions>;
