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
import {
  mergeBaseAfterKeep,
  pickCurrent,
  changesFromProvider,
  type ResolutionChanges,
} from './resolution.ts';
import type { InconsistenciesStore, StoredInconsistency } from './inconsistencies.store.ts';
import type { Revert } from './revertBookmark.ts';
import type { ProviderOutcome } from './resolutionWrites.ts';

/** The rooms that a decision needs, on its transaction. */
export interface DecisionTransaction {
  store: InconsistenciesStore;
  items: SyncedItems;
  mergeBases: MergeBases;
  auditLog: Pick<AuditLog, 'record'>;
  /** Asks for the translation of texts that have changed; it happens after the transaction. */
  requestTranslation(): Promise<void>;
}

interface Options {
  store: Pick<InconsistenciesStore, 'renewLease'>;
  inTransaction<Result>(work: (tx: DecisionTransaction) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

/** Who decides, and the claim by which the difference is held. */
export interface LeaseHolder {
  member: Member;
  leaseId: string;
}

export const inconsistencyNotFound = () =>
  new DomainError('NOT_FOUND', 'There is no such difference');
export const cannotUndo = () =>
  new DomainError('CONFLICT', 'This decision cannot be taken back any more', {
    reason: 'cannotUndo',
  });

/** What a decision does to the item, for its history. */
const itemForAuditLog = ({ removedAt: _when, ...changes }: ItemChanges): { item?: JsonValue } =>
  Object.keys(changes).length > 0 ? { item: { ...changes } } : {};

const translatedFields = ['titleRu', 'titleEn', 'descriptionRu', 'descriptionEn'] as const;
const changesTranslatedText = (changes: ItemChanges): boolean =>
  translatedFields.some((field) => field in changes);

/** What a decided field was waiting for has come about, or is not wanted any more. */
const withoutDecidedField = (row: Inconsistency, { unwritten }: MergeBase): MergeBaseChanges => {
  const { type, field } = row;
  const decided = isCompared(type) ? bookmarkFieldOf({ type, field }) : null;
  const left = unwritten.filter((one) => one !== decided);
  return left.length < unwritten.length ? { unwritten: left } : {};
};

const changesOf = (
  row: Inconsistency,
  action: ResolutionAction,
  item: SyncedItem,
  mergeBase: MergeBase,
  { bookmark }: ProviderOutcome,
): ResolutionChanges => {
  const use = changesFromProvider(row, row.newValue, item, mergeBase);
  const waiting = withoutDecidedField(row, mergeBase);
  if (action === 'use_raindrop')
    return { item: use.item, mergeBase: { ...use.mergeBase, ...waiting } };
  if (action !== 'keep_current_update_raindrop') return { item: {}, mergeBase: {} };
  // Where nothing can be written, both sides agree to differ: the service's word is known, and raised no more.
  const kept = bookmark ? mergeBaseAfterKeep(row, bookmark, mergeBase) : use.mergeBase;
  return { item: {}, mergeBase: { ...kept, ...waiting } };
};

export const createResolutionApplier = ({ store, inTransaction, clock }: Options) => {
  /**
   * The calls of the service have used up some of the claim's time, and a run may have to be waited for: the claim begins
   * anew. One that has ended is not decided upon: somebody else may hold the item, or a run may have changed it.
   */
  const renewed = async <Result>(
    id: number,
    leaseId: string,
    work: (tx: DecisionTransaction) => Promise<Result>,
  ): Promise<Result> => {
    if (!(await store.renewLease(id, leaseId))) throw beingDecided();
    return inTransaction(work);
  };

  /** One transaction about a difference that is held, recorded and with its item's state worked out anew. */
  const settling = (
    { member, leaseId: leaseId }: LeaseHolder,
    id: number,
    work: (
      tx: DecisionTransaction,
      row: StoredInconsistency,
    ) => Promise<{ action: string; before: JsonValue; after: JsonValue }>,
  ): Promise<StoredInconsistency> =>
    renewed(id, leaseId, async (tx) => {
      await tx.mergeBases.lockOutRuns();
      const row = await tx.store.lock(id);
      if (!row) throw inconsistencyNotFound();
      if (!(await tx.store.renewLease(id, leaseId))) throw beingDecided();
      const entry = await work(tx, row);
      await tx.items.refreshStatus([row.itemId]);
      await tx.auditLog.record({
        ...entry,
        action: `inconsistency.${entry.action}`,
        actorId: member.user.id,
        subjectType: 'inconsistency',
        subjectId: String(id),
        itemId: row.itemId,
      });
      return (await tx.store.byIds([id]))[0] ?? row;
    });

  return {
    /** The local half of a decision. */
    decide: (
      holder: LeaseHolder,
      id: number,
      action: ResolutionAction,
      outcome: ProviderOutcome,
    ): Promise<StoredInconsistency> =>
      settling(holder, id, async ({ store, items, mergeBases, requestTranslation }, row) => {
        if (row.status !== 'new') throw decidedMeanwhile();
        const item = await items.lock(row.itemId);
        const mergeBase = await mergeBases.of(row.itemId);
        if (!item || (!mergeBase && isCompared(row.type))) throw decidedMeanwhile();
        const now = clock();
        const changes = mergeBase
          ? changesOf(row, action, item, mergeBase, outcome)
          : { item: {}, mergeBase: {} };
        const deletes = action === 'delete' || action === 'delete_item';
        const itemChanges = deletes ? { ...changes.item, removedAt: now } : changes.item;
        const undo: Undo = {
          item: pickCurrent(item, itemChanges),
          agreement: mergeBase ? pickCurrent(mergeBase, changes.mergeBase) : {},
          ...outcome.undo,
        };
        if (Object.keys(itemChanges).length > 0) await items.change(item.id, itemChanges);
        // The other language may hold a machine's translation of the former text.
        if (changesTranslatedText(itemChanges)) await requestTranslation();
        if (mergeBase) {
          const { trashed, restored } = outcome.undo;
          const goneAt = trashed ? now : restored ? null : mergeBase.goneAt;
          await mergeBases.save({ ...mergeBase, ...changes.mergeBase, goneAt });
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
            ...itemForAuditLog(undo.item),
          },
          after: { action, ...itemForAuditLog(itemChanges) },
        };
      }),

    /** The local half of an undo. */
    undo: (holder: LeaseHolder, id: number, revert: Revert): Promise<StoredInconsistency> =>
      settling(holder, id, async ({ store, items, mergeBases, requestTranslation }, row) => {
        if (!row.canUndo || !row.undo) throw cannotUndo();
        const item = await items.lock(row.itemId);
        const mergeBase = await mergeBases.of(row.itemId);
        if (!item) throw inconsistencyNotFound();
        const { undo } = row;
        const bookmarkId = undo.trashed ? { bookmarkId: revert.bookmarkId } : {};
        const itemChanges = { ...undo.item, ...bookmarkId };
        if (Object.keys(itemChanges).length > 0) await items.change(item.id, itemChanges);
        if (changesTranslatedText(itemChanges)) await requestTranslation();
        const now = clock();
        if (mergeBase) {
          const goneAt = undo.trashed ? null : undo.restored ? now : mergeBase.goneAt;
          await mergeBases.save({ ...mergeBase, ...undo.agreement, goneAt });
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
      holder: LeaseHolder,
      id: number,
      status: 'new' | 'ignored',
    ): Promise<StoredInconsistency> =>
      settling(holder, id, async ({ store }, row) => {
        if (status === 'new' && (await store.hasOpenDuplicate(row))) {
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

export type ResolutionApplier = ReturnType<typeof createResolutionApplier>;
