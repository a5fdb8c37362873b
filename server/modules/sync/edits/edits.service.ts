// In-place edits of items by admins, with audit log, history, undo and write-back.
import type { OpenTransaction } from '../../../database/transaction.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { parseInput } from '../../../shared/validation.ts';
import { requireAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import {
  type EditableTasks,
  serviceKnown,
  type SyncedItem,
  type SyncedItems,
} from '../../catalogue/items/items.module.ts';
import { normaliseAddress } from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { BookmarkWriter, WriteOutcome } from './bookmarkWriter.ts';
import {
  effectiveChanges,
  editInput,
  toItemChanges,
  type EditedField,
  type EditedItem,
  type EditedValues,
  type EditInput,
  applyItemEdit,
  type EditTransaction,
} from './itemEdits.ts';
import { toHistoryEntry, valuesAfter, valuesBefore, type HistoryEntry } from './itemHistory.ts';

/** Stores and services on the transaction of a recorded edit. */
export interface RecordedEditTransaction extends EditTransaction {
  auditLog: Pick<AuditLog, 'recordOne' | 'one'>;
  tasks: EditableTasks;
}

interface Options {
  items: Pick<SyncedItems, 'byIds' | 'currentId' | 'writtenTags'>;
  auditLog: Pick<AuditLog, 'list' | 'one'>;
  inTransaction<Result>(
    work: (tx: RecordedEditTransaction, on: OpenTransaction) => Promise<Result>,
  ): Promise<Result>;
  writer: Pick<BookmarkWriter, 'write'>;
}

/** Work of another module on the transaction of an edit; its error rejects the edit. */
type EditSideEffect = (on: OpenTransaction, changeId: number | null) => Promise<void>;

export interface EditOutcome {
  itemId: number;
  /** Id of the audit log entry, for undo; null when nothing changed. */
  changeId: number | null;
  bookmark: WriteOutcome;
}

const itemNotFound = () => new DomainError('NOT_FOUND', 'There is no such item');
const changedMeanwhile = () =>
  new DomainError('CONFLICT', 'Somebody else has changed this item', {
    reason: 'changedMeanwhile',
  });

const valuesOf = (item: EditedValues, fields: readonly EditedField[]): EditedValues =>
  Object.fromEntries(fields.map((field) => [field, item[field]]));

function refuseWithoutTitle(item: SyncedItem, changes: EditedValues): void {
  const { titleRu, titleEn } = { ...item, ...changes };
  if (titleRu ?? titleEn) return;
  const path = 'titleRu' in changes ? 'titleRu' : 'titleEn';
  throw new DomainError('INVALID', 'A service has a title in one language at least', {
    errors: [{ path, code: 'required', message: 'The title is missing' }],
  });
}

/** Refuses the address of another item; an item that shares its address already may be edited otherwise. */
async function refuseTakenAddress(
  { items }: RecordedEditTransaction,
  item: SyncedItem,
  { sourceUrl }: EditedValues,
): Promise<void> {
  const wanted = sourceUrl === undefined ? item.normalisedUrl : normaliseAddress(sourceUrl);
  if (wanted === item.normalisedUrl) return;
  const holder = await items.addressHolder(wanted, item.id);
  if (holder) throw serviceKnown(holder);
}

/** Edits an item that this transaction has locked; returns the audit log id, null when nothing changes. */
export async function applyEdit(
  tx: RecordedEditTransaction,
  item: SyncedItem,
  changes: EditedValues,
  entry: { actorId: number; action: string },
): Promise<number | null> {
  const fields = Object.keys(changes) as EditedField[];
  if (fields.length === 0) return null;
  refuseWithoutTitle(item, changes);
  await applyItemEdit(tx, item, toItemChanges(item, changes));
  await tx.tasks.write(item.id, changes);
  if (changes.tasksRu === null || changes.tasksEn === null) await tx.requestTranslation();
  return tx.auditLog.recordOne({
    ...entry,
    subjectType: 'item',
    subjectId: String(item.id),
    itemId: item.id,
    before: valuesOf(item, fields),
    after: { ...changes },
  });
}

export const createEdits = ({ items, auditLog, inTransaction, writer }: Options) => {
  /** Edits in one transaction, then writes the bookmark. */
  const change = async (
    wanted: number,
    entry: { actorId: number; action: string },
    changesFor: (item: EditedItem) => EditedValues,
    alongside?: EditSideEffect,
  ): Promise<EditOutcome> => {
    const { itemId, changeId } = await inTransaction(async (tx, on) => {
      await tx.mergeBases.lockOutRuns();
      const held = await tx.items.lock(await tx.items.currentId(wanted));
      if (!held || held.removedAt !== null) throw itemNotFound();
      const item = { ...held, ...(await tx.tasks.of(held.id)) };
      const changes = changesFor(item);
      await refuseTakenAddress(tx, item, changes);
      const id = await applyEdit(tx, item, changes, entry);
      await alongside?.(on, id);
      return { itemId: item.id, changeId: id };
    });
    const bookmark = await writer.write(itemId);
    // Another write of this bookmark is active; the job queue writes this change after it.
    const reason = bookmark.reason === 'beingDecided' ? null : bookmark.reason;
    return { itemId, changeId, bookmark: { ...bookmark, reason } };
  };

  return {
    /**
     * Edits texts, address, picture, tags or tasks of an item.
     * @throws DomainError NOT_FOUND, INVALID past a limit, CONFLICT when the item has changed since `expectedUpdatedAt`, has a
     * lease (`beingDecided`) or the address is taken (`serviceKnown`)
     */
    async edit(
      viewer: Viewer,
      id: number,
      input: EditInput,
      expectedUpdatedAt?: Date | null,
      alongside?: EditSideEffect,
    ): Promise<EditOutcome> {
      const member = requireAdmin(viewer);
      const { tags, ...rest } = parseInput(editInput, input);
      const wanted = { ...rest, ...(tags && { tags: await items.writtenTags(tags) }) };
      const changesFor = (item: EditedItem) => {
        if (expectedUpdatedAt && expectedUpdatedAt.getTime() !== item.updatedAt.getTime())
          throw changedMeanwhile();
        return effectiveChanges(item, wanted);
      };
      const entry = { actorId: member.user.id, action: 'item.edited' };
      return change(id, entry, changesFor, alongside);
    },

    /** Edit history of an item, newest first. @throws DomainError NOT_FOUND */
    async history(
      viewer: Viewer,
      id: number,
      page: { page: number; perPage: number },
    ): Promise<{ entries: HistoryEntry[]; total: number }> {
      requireAdmin(viewer);
      const [item] = await items.byIds([await items.currentId(id)]);
      if (!item) throw itemNotFound();
      const { entries, total } = await auditLog.list(viewer, { ...page, itemId: item.id });
      return { entries: entries.map(toHistoryEntry), total };
    },

    /**
     * Restores the values before a change as a new change; with `onlyUntouched` only while the item still has the values of the
     * change.
     * @throws DomainError NOT_FOUND, CONFLICT (`cannotUndo`, `changedMeanwhile`)
     */
    async revertChange(
      viewer: Viewer,
      changeId: number,
      { onlyUntouched = false } = {},
    ): Promise<EditOutcome> {
      const member = requireAdmin(viewer);
      const entry = await auditLog.one(changeId);
      if (!entry?.itemId) throw new DomainError('NOT_FOUND', 'There is no such change');
      const before = valuesBefore(entry);
      if (Object.keys(before).length === 0)
        throw new DomainError('CONFLICT', 'This change holds nothing to bring back', {
          reason: 'cannotUndo',
        });
      return change(
        entry.itemId,
        { actorId: member.user.id, action: 'item.broughtBack' },
        (item) => {
          const changes = effectiveChanges(item, before);
          // Fields that already have their former value do not count as changed.
          const over = effectiveChanges(item, valuesAfter(entry));
          if (onlyUntouched && Object.keys(over).some((field) => field in changes))
            throw changedMeanwhile();
          return changes;
        },
      );
    },
  };
};
