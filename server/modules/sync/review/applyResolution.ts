// The half of a decision that happens in the catalogue: one transaction each, by whoever holds the difference.
import type { Clock } from '../../../shared/clock.ts';
import { DomainError } from '../../../shared/domainError.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import type { JsonValue } from '../../../shared/jsonValue.ts';
import type { Member } from '../../people/accounts/accounts.module.ts';
import type { ItemChanges, SyncedItem, SyncedItems } from '../../catalogue/items/items.module.ts';
import type { MergeBase } from '../mergeBase.ts';
import { bookmarkFieldOf } from '../comparison/comparedFields.ts';
import {
  beingDecided,
  decidedMeanwhile,
  isCompared,
  type Inconsistency,
  type ResolutionAction,
} from '../inconsistencies.ts';
import type { MergeBases } from '../runs/mergeBases.service.ts';
import type { MergeBaseChanges, Undo } from '../undo.ts';
import { mergeBaseAfterKeep, before, changesForUse, type Changes } from './resolution.ts';
import type { InconsistenciesStore, StoredInconsistency } from './inconsistencies.store.ts';
import type { Revert } from './revertBookmark.ts';
import type { Outcome } from './resolutionWrites.ts';

/** The rooms that a decision needs, on its transaction. */
export interface DecisionTransaction {
  store: InconsistenciesStore;
  items: SyncedItems;
  agreements: MergeBases;
  activity: Pick<AuditLog, 'record'>;
  /** Asks for the translation of texts that have changed; it happens after the transaction. */
  requestTranslation(): Promise<void>;
}

interface Options {
  store: Pick<InconsistenciesStore, 'renew'>;
  inTransaction<Result>(work: (rooms: DecisionTransaction) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

/** Who decides, and the claim by which the difference is held. */
export interface Holder {
  member: Member;
  claim: string;
}

export const noSuch = () => new DomainError('NOT_FOUND', 'There is no such difference');
export const cannotUndo = () =>
  new DomainError('CONFLICT', 'This decision cannot be taken back any more', {
    reason: 'cannotUndo',
  });

/** What a decision does to the item, for its history. */
const recordedItem = ({ removedAt: _when, ...changes }: ItemChanges): { item?: JsonValue } =>
  Object.keys(changes).length > 0 ? { item: { ...changes } } : {};

const texts = ['titleRu', 'titleEn', 'descriptionRu', 'descriptionEn'] as const;
const changesText = (changes: ItemChanges): boolean => texts.some((field) => field in changes);

/** What a decided field was waiting for has come about, or is not wanted any more. */
const withoutWaiting = (row: Inconsistency, { unwritten }: MergeBase): MergeBaseChanges => {
  const { type, field } = row;
  const decided = isCompared(type) ? bookmarkFieldOf({ type, field }) : null;
  const left = unwritten.filter((one) => one !== decided);
  return left.length < unwritten.length ? { unwritten: left } : {};
};

const changesOf = (
  row: Inconsistency,
  action: ResolutionAction,
  item: SyncedItem,
  agreement: MergeBase,
  { bookmark }: Outcome,
): Changes => {
  const use = changesForUse(row, row.newValue, item, agreement);
  const waiting = withoutWaiting(row, agreement);
  if (action === 'use_raindrop')
    return { item: use.item, agreement: { ...use.agreement, ...waiting } };
  if (action !== 'keep_current_update_raindrop') return { item: {}, agreement: {} };
  // Where nothing can be written, both sides agree to differ: the service's word is known, and raised no more.
  const kept = bookmark ? mergeBaseAfterKeep(row, bookmark, agreement) : use.agreement;
  return { item: {}, agreement: { ...kept, ...waiting } };
};

export const createResolutionSteps = ({ store, inTransaction, clock }: Options) => {
  /**
   * The calls of the service have used up some of the claim's time, and a run may have to be waited for: the claim begins
   * anew. One that has ended is not decided upon: somebody else may hold the item, or a run may have changed it.
   */
  const renewed = async <Result>(
    id: number,
    claim: string,
    work: (rooms: DecisionTransaction) => Promise<Result>,
  ): Promise<Result> => {
    if (!(await store.renew(id, claim))) throw beingDecided();
    return inTransaction(work);
  };

  /** One transaction about a difference that is held, recorded and with its item's state worked out anew. */
  const settling = (
    { member, claim }: Holder,
    id: number,
    work: (
      rooms: DecisionTransaction,
      row: StoredInconsistency,
    ) => Promise<{ action: string; before: JsonValue; after: JsonValue }>,
  ): Promise<StoredInconsistency> =>
    renewed(id, claim, async (rooms) => {
      await rooms.agreements.refuseBesideRuns();
      const row = await rooms.store.lock(id);
      if (!row) throw noSuch();
      if (!(await rooms.store.renew(id, claim))) throw beingDecided();
      const entry = await work(rooms, row);
      await rooms.items.refreshStatus([row.itemId]);
      await rooms.activity.record({
        ...entry,
        action: `inconsistency.${entry.action}`,
        actorId: member.user.id,
        subjectType: 'inconsistency',
        subjectId: String(id),
        itemId: row.itemId,
      });
      return (await rooms.store.byIds([id]))[0] ?? row;
    });

  return {
    /** The local half of a decision. */
    decide: (
      holder: Holder,
      id: number,
      action: ResolutionAction,
      outcome: Outcome,
    ): Promise<StoredInconsistency> =>
      settling(holder, id, async ({ store, items, agreements, requestTranslation }, row) => {
        if (row.status !== 'new') throw decidedMeanwhile();
        const item = await items.lock(row.itemId);
        const agreement = await agreements.of(row.itemId);
        if (!item || (!agreement && isCompared(row.type))) throw decidedMeanwhile();
        const now = clock();
        const changes = agreement
          ? changesOf(row, action, item, agreement, outcome)
          : { item: {}, agreement: {} };
        const deletes = action === 'delete' || action === 'delete_item';
        const itemChanges = deletes ? { ...changes.item, removedAt: now } : changes.item;
        const undo: Undo = {
          item: before(item, itemChanges),
          agreement: agreement ? before(agreement, changes.agreement) : {},
          ...outcome.undo,
        };
        if (Object.keys(itemChanges).length > 0) await items.change(item.id, itemChanges);
        // The other language may hold a machine's translation of the former text.
        if (changesText(itemChanges)) await requestTranslation();
        if (agreement) {
          const { trashed, restored } = outcome.undo;
          const goneAt = trashed ? now : restored ? null : agreement.goneAt;
          await agreements.decided({ ...agreement, ...changes.agreement, goneAt });
        }
        await store.decide(id, {
          status: action === 'ignore' ? 'ignored' : 'resolved',
          resolution: action,
          undo,
          notWritten: outcome.reason,
          resolvedAt: now,
          resolvedBy: holder.member.user.id,
          now,
        });
        return {
          action: 'resolved',
          before: {
            type: row.type,
            catalogue: row.oldValue,
            service: row.newValue,
            ...recordedItem(undo.item),
          },
          after: { action, ...recordedItem(itemChanges) },
        };
      }),

    /** The local half of an undo. */
    undo: (holder: Holder, id: number, putBack: Revert): Promise<StoredInconsistency> =>
      settling(holder, id, async ({ store, items, agreements, requestTranslation }, row) => {
        if (!row.canUndo || !row.undo) throw cannotUndo();
        const item = await items.lock(row.itemId);
        const agreement = await agreements.of(row.itemId);
        if (!item) throw noSuch();
        const { undo } = row;
        const bookmarkId = undo.trashed ? { bookmarkId: putBack.bookmarkId } : {};
        const itemChanges = { ...undo.item, ...bookmarkId };
        if (Object.keys(itemChanges).length > 0) await items.change(item.id, itemChanges);
        if (changesText(itemChanges)) await requestTranslation();
        const now = clock();
        if (agreement) {
          const goneAt = undo.trashed ? null : undo.restored ? now : agreement.goneAt;
          await agreements.decided({ ...agreement, ...undo.agreement, goneAt });
        }
        await store.decide(id, {
          status: 'new',
          resolution: null,
          undo: null,
          notWritten: null,
          resolvedAt: null,
          resolvedBy: null,
          now,
        });
        return {
          action: 'undone',
          before: { type: row.type, action: row.resolution },
          after: { catalogue: row.oldValue, service: row.newValue },
        };
      }),

    /** Ignores a new difference, or opens an ignored one again. */
    setStatus: (
      holder: Holder,
      id: number,
      status: 'new' | 'ignored',
    ): Promise<StoredInconsistency> =>
      settling(holder, id, async ({ store }, row) => {
        if (status === 'new' && (await store.hasOpenTwin(row))) {
          throw new DomainError('CONFLICT', 'A newer difference of this kind is open', {
            reason: 'openTwin',
          });
        }
        const isIgnored = status === 'ignored';
        const now = clock();
        await store.decide(id, {
          status,
          resolution: null,
          undo: isIgnored ? { item: {}, agreement: {}, bookmark: null, trashed: null } : null,
          notWritten: null,
          resolvedAt: isIgnored ? now : null,
          resolvedBy: isIgnored ? holder.member.user.id : null,
          now,
        });
        return {
          action: isIgnored ? 'ignored' : 'reopened',
          before: row.status,
          after: status,
        };
      }),
  };
};

export type ResolutionSteps = ReturnType<typeof createResolutionSteps>;
