// Catalogue side of a resolution, its undo or a status change: one transaction under the lease of the inconsistency.
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
  type Inconsistency,
  isCompared,
  type MergeBaseChanges,
  type ResolutionAction,
  type Undo,
} from '../inconsistencies.ts';
import type { MergeBases } from '../runs/mergeBases.service.ts';
import {
  mergeBaseAfterKeep,
  pickCurrent,
  changesFromProvider,
  type ResolutionChanges,
} from './resolution.ts';
import type { InconsistenciesStore, StoredInconsistency } from './inconsistencies.store.ts';
import type { Revert, ProviderOutcome } from './writeBack.ts';

export interface DecisionTransaction {
  store: InconsistenciesStore;
  items: SyncedItems;
  mergeBases: MergeBases;
  auditLog: Pick<AuditLog, 'record'>;
  /** Enqueues the translation of changed texts. */
  requestTranslation(): Promise<void>;
}

interface Options {
  store: Pick<InconsistenciesStore, 'renewLease'>;
  inTransaction<Result>(work: (tx: DecisionTransaction) => Promise<Result>): Promise<Result>;
  clock: Clock;
}

/** The admin who decides, with their lease. */
export interface LeaseHolder {
  member: Member;
  leaseId: string;
}

export const inconsistencyNotFound = () =>
  new DomainError('NOT_FOUND', 'This inconsistency does not exist');
export const cannotUndo = () =>
  new DomainError('CONFLICT', 'This decision can no longer be undone', {
    reason: 'cannotUndo',
  });

/** The changed values of the item, for its history. */
const itemForAuditLog = ({ removedAt: _when, ...changes }: ItemChanges): { item?: JsonValue } =>
  Object.keys(changes).length > 0 ? { item: { ...changes } } : {};

const translatedFields = ['titleRu', 'titleEn', 'descriptionRu', 'descriptionEn'] as const;
const changesTranslatedText = (changes: ItemChanges): boolean =>
  translatedFields.some((field) => field in changes);

/** A decided field need not be written to the bookmark any more. */
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
  const taken = changesFromProvider(row, row.newValue, item, mergeBase);
  const unwritten = withoutDecidedField(row, mergeBase);
  if (action === 'use_raindrop')
    return { item: taken.item, mergeBase: { ...taken.mergeBase, ...unwritten } };
  if (action !== 'keep_current_update_raindrop') return { item: {}, mergeBase: {} };
  // Without a write the merge base takes the provider's value, so that runs do not raise the difference again.
  const kept = bookmark ? mergeBaseAfterKeep(row, bookmark, mergeBase) : taken.mergeBase;
  return { item: {}, mergeBase: { ...kept, ...unwritten } };
};

export class ResolutionApplier {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Applies an action to the item and its merge base. */
  decide(
    holder: LeaseHolder,
    id: number,
    action: ResolutionAction,
    outcome: ProviderOutcome,
  ): Promise<StoredInconsistency> {
    return this.underLease(
      holder,
      id,
      async ({ store, items, mergeBases, requestTranslation }, row) => {
        if (row.status !== 'new') throw decidedMeanwhile();
        const item = await items.lock(row.itemId);
        const mergeBase = await mergeBases.of(row.itemId);
        if (!item || (!mergeBase && isCompared(row.type))) throw decidedMeanwhile();
        const now = this.deps.clock();
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
        // The other language may hold a machine translation of the former text.
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
      },
    );
  }

  /** Restores the item and the merge base from the stored undo. */
  undo(holder: LeaseHolder, id: number, revert: Revert): Promise<StoredInconsistency> {
    return this.underLease(
      holder,
      id,
      async ({ store, items, mergeBases, requestTranslation }, row) => {
        if (!row.canUndo || !row.undo) throw cannotUndo();
        const item = await items.lock(row.itemId);
        const mergeBase = await mergeBases.of(row.itemId);
        if (!item) throw inconsistencyNotFound();
        const { undo } = row;
        const bookmarkId = undo.trashed ? { bookmarkId: revert.bookmarkId } : {};
        const itemChanges = { ...undo.item, ...bookmarkId };
        if (Object.keys(itemChanges).length > 0) await items.change(item.id, itemChanges);
        if (changesTranslatedText(itemChanges)) await requestTranslation();
        const now = this.deps.clock();
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
      },
    );
  }

  /** Ignores a new inconsistency, or reopens an ignored one. */
  setStatus(
    holder: LeaseHolder,
    id: number,
    status: 'new' | 'ignored',
  ): Promise<StoredInconsistency> {
    return this.underLease(holder, id, async ({ store }, row) => {
      if (status === 'new' && (await store.hasOpenDuplicate(row))) {
        throw new DomainError('CONFLICT', 'A newer inconsistency of this kind is already open', {
          reason: 'openTwin',
        });
      }
      const isIgnored = status === 'ignored';
      const now = this.deps.clock();
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
    });
  }

  /**
   * One transaction on the locked inconsistency, with an audit log entry. Renews the lease first, because provider
   * calls and the wait for a run use up its time; an expired lease is refused.
   */
  private async underLease(
    { member, leaseId }: LeaseHolder,
    id: number,
    work: (
      tx: DecisionTransaction,
      row: StoredInconsistency,
    ) => Promise<{ action: string; before: JsonValue; after: JsonValue }>,
  ): Promise<StoredInconsistency> {
    if (!(await this.deps.store.renewLease(id, leaseId))) throw beingDecided();
    return this.deps.inTransaction(async (tx) => {
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
  }
}
