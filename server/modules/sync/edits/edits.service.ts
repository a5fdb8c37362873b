// An admin changes a service in place: held here at once and recorded, then written to its bookmark.
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
import type { BookmarkWriter } from './bookmarkWriter.ts';
import type { WriteOutcome } from './writeOutcome.ts';
import {
  changesOfEdit,
  editInput,
  itemChangesOf,
  type EditedField,
  type EditedItem,
  type EditedValues,
  type EditInput,
} from './edits.ts';
import { historyEntryOf, valuesAfter, valuesBefore, type HistoryEntry } from './itemHistory.ts';
import { holdEdit, type EditTransaction } from './itemEdits.ts';

/** The rooms of an edit that is recorded, on its transaction. */
export interface RecordedEditTransaction extends EditTransaction {
  activity: Pick<AuditLog, 'recordOne' | 'one'>;
  tasks: EditableTasks;
}

interface Options {
  items: Pick<SyncedItems, 'byIds' | 'currentId' | 'writtenTags'>;
  activity: Pick<AuditLog, 'list' | 'one'>;
  inTransaction<Result>(
    work: (rooms: RecordedEditTransaction, on: OpenTransaction) => Promise<Result>,
  ): Promise<Result>;
  writer: Pick<BookmarkWriter, 'write'>;
}

/** What another room does on the transaction of an edit, with the entry in the record; what it refuses refuses the edit. */
type AlongsideEdit = (on: OpenTransaction, changeId: number | null) => Promise<void>;

/** What an edit has come to. */
export interface EditOutcome {
  itemId: number;
  /** The entry in the record of changes, by which it is taken back; null where nothing has changed. */
  changeId: number | null;
  bookmark: WriteOutcome;
}

const noItem = () => new DomainError('NOT_FOUND', 'There is no such item');
const changedMeanwhile = () =>
  new DomainError('CONFLICT', 'Somebody else has changed this item', {
    reason: 'changedMeanwhile',
  });

/** What stands in the named fields. */
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

/** An address that another service has stays that one's; a double that an import has made may be changed otherwise. */
async function refuseKnownAddress(
  { items }: RecordedEditTransaction,
  item: SyncedItem,
  { sourceUrl }: EditedValues,
): Promise<void> {
  const wanted = sourceUrl === undefined ? item.normalisedUrl : normaliseAddress(sourceUrl);
  if (wanted === item.normalisedUrl) return;
  const holder = await items.addressHolder(wanted, item.id);
  if (holder) throw serviceKnown(holder);
}

/** Changes an item that this transaction has locked, and records it; null where nothing changes. */
export async function applyEdit(
  rooms: RecordedEditTransaction,
  item: SyncedItem,
  changes: EditedValues,
  entry: { actorId: number; action: string },
): Promise<number | null> {
  const fields = Object.keys(changes) as EditedField[];
  if (fields.length === 0) return null;
  refuseWithoutTitle(item, changes);
  await holdEdit(rooms, item, itemChangesOf(item, changes));
  await rooms.tasks.write(item.id, changes);
  if (changes.tasksRu === null || changes.tasksEn === null) await rooms.requestTranslation();
  return rooms.activity.recordOne({
    ...entry,
    subjectType: 'item',
    subjectId: String(item.id),
    itemId: item.id,
    before: valuesOf(item, fields),
    after: { ...changes },
  });
}

export const createEdits = ({ items, activity, inTransaction, writer }: Options) => {
  /** One edit on a transaction of its own, then its bookmark. */
  const change = async (
    wanted: number,
    entry: { actorId: number; action: string },
    changesFor: (item: EditedItem) => EditedValues,
    alongside?: AlongsideEdit,
  ): Promise<EditOutcome> => {
    const { itemId, changeId } = await inTransaction(async (rooms, on) => {
      await rooms.agreements.refuseBesideRuns();
      const held = await rooms.items.lock(await rooms.items.currentId(wanted));
      if (!held || held.removedAt !== null) throw noItem();
      const item = { ...held, ...(await rooms.tasks.of(held.id)) };
      const changes = changesFor(item);
      await refuseKnownAddress(rooms, item, changes);
      const id = await applyEdit(rooms, item, changes, entry);
      await alongside?.(on, id);
      return { itemId: item.id, changeId: id };
    });
    const bookmark = await writer.write(itemId);
    // Somebody else's change of it is being written, and this one behind it: nobody has to do anything.
    const reason = bookmark.reason === 'beingDecided' ? null : bookmark.reason;
    return { itemId, changeId, bookmark: { ...bookmark, reason } };
  };

  return {
    /**
     * Changes the texts, the address, the picture, the tags of a service, or what it is for.
     * @throws DomainError NOT_FOUND, INVALID past a limit, CONFLICT when the item has changed since `expectedUpdatedAt`,
     * somebody decides about it at this moment (`beingDecided`), or another service has the address (`serviceKnown`)
     */
    async edit(
      viewer: Viewer,
      id: number,
      input: EditInput,
      expectedUpdatedAt?: Date | null,
      alongside?: AlongsideEdit,
    ): Promise<EditOutcome> {
      const member = requireAdmin(viewer);
      const { tags, ...rest } = parseInput(editInput, input);
      const wanted = { ...rest, ...(tags && { tags: await items.writtenTags(tags) }) };
      const changesFor = (item: EditedItem) => {
        if (expectedUpdatedAt && expectedUpdatedAt.getTime() !== item.updatedAt.getTime())
          throw changedMeanwhile();
        return changesOfEdit(item, wanted);
      };
      const entry = { actorId: member.user.id, action: 'item.edited' };
      return change(id, entry, changesFor, alongside);
    },

    /** What was changed in a service, newest first. @throws DomainError NOT_FOUND */
    async history(
      viewer: Viewer,
      id: number,
      page: { page: number; perPage: number },
    ): Promise<{ entries: HistoryEntry[]; total: number }> {
      requireAdmin(viewer);
      const [item] = await items.byIds([await items.currentId(id)]);
      if (!item) throw noItem();
      const { entries, total } = await activity.list(viewer, { ...page, itemId: item.id });
      return { entries: entries.map(historyEntryOf), total };
    },

    /**
     * Restores what stood before a change, as one more change; with `onlyUntouched` where the service still says what the change
     * has written.
     * @throws DomainError NOT_FOUND, CONFLICT (`cannotUndo`, `changedMeanwhile`)
     */
    async revertChange(
      viewer: Viewer,
      changeId: number,
      { onlyUntouched = false } = {},
    ): Promise<EditOutcome> {
      const member = requireAdmin(viewer);
      const entry = await activity.one(changeId);
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
          const changes = changesOfEdit(item, before);
          // Where it says already what stood before, there is nothing to take from anybody.
          const over = changesOfEdit(item, valuesAfter(entry));
          if (onlyUntouched && Object.keys(over).some((field) => field in changes))
            throw changedMeanwhile();
          return changes;
        },
      );
    },
  };
};
