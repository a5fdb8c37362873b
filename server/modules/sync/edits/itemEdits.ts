// Edits of items by admins: input, effective changes, and their storage with the bookmark fields that are still to be written.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { cleanLine } from '../../../shared/cleanText.ts';
import { uniqueTags } from '../../../shared/tagKey.ts';
import { tagLine, text, trimmedText } from '../../../shared/validation.ts';
import {
  type ItemChanges,
  type SyncedItem,
  type SyncedItems,
  tasksInput,
  type TasksOfItem,
} from '../../catalogue/items/items.module.ts';
import {
  getHost,
  normaliseAddress,
  addressField,
} from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import type { Bookmark, BookmarkField } from '../bookmarkProvider.ts';
import { bookmarkFieldOf, compareFields } from '../comparison/comparedFields.ts';
import { mergeBaseFromItem, threeWayMerge } from '../comparison/threeWayMerge.ts';
import { beingDecided, sameValue } from '../inconsistencies.ts';
import type { MergeBase } from '../mergeBase.ts';
import {
  bookmarkInconsistencyTypes,
  type InconsistencyDetection,
} from '../runs/inconsistencyDetection.service.ts';
import type { MergeBases } from '../runs/mergeBases.service.ts';

const nullable = (schema: z.ZodType<string, string>) =>
  schema.transform((value) => (value === '' ? null : value)).nullish();

const oneLine = (max: number) => trimmedText(max).transform(cleanLine);

/** Address of a picture; an empty one becomes null. */
const pictureAddress = text(limits.bookmark.addressBytes).transform((value, context) => {
  if (value.trim() === '') return null;
  const read = addressField.safeParse(value);
  if (read.success) return read.data;
  const message = 'This is no address of a picture';
  context.addIssue({ code: 'custom', message, params: { code: 'imageAddress' } });
  return z.NEVER;
});

/** Input of an edit; missing fields stay unchanged, null clears. */
export const editInput = z.strictObject({
  titleRu: nullable(oneLine(limits.bookmark.title)),
  titleEn: nullable(oneLine(limits.bookmark.title)),
  descriptionRu: nullable(trimmedText(limits.bookmark.text)),
  descriptionEn: nullable(trimmedText(limits.bookmark.text)),
  sourceUrl: addressField.nullish(),
  imageUrl: pictureAddress.nullish(),
  tags: z
    .array(tagLine(limits.bookmark.tag))
    .max(limits.lists.tagsOfItem)
    .transform(uniqueTags)
    .nullish(),
  tasksRu: tasksInput.nullish(),
  tasksEn: tasksInput.nullish(),
});

export type EditInput = z.input<typeof editInput>;
type ParsedEdit = z.output<typeof editInput>;

/** Editable fields, by their names in the audit log. */
export const editedFieldNames = [
  'titleRu',
  'titleEn',
  'descriptionRu',
  'descriptionEn',
  'sourceUrl',
  'imageUrl',
  'tags',
  'tasksRu',
  'tasksEn',
] as const;
export type EditedField = (typeof editedFieldNames)[number];

export type EditedItem = SyncedItem & TasksOfItem;

export type EditedValues = Partial<Pick<EditedItem, EditedField>>;

/** The fields whose values differ. Pure. */
export function effectiveChanges(item: EditedItem, edit: ParsedEdit | EditedValues): EditedValues {
  const isChange = (field: EditedField): boolean => {
    const wanted = edit[field];
    if (wanted === undefined || (wanted === null && (field === 'sourceUrl' || field === 'tags')))
      return false;
    // The order of tags counts in the catalogue, not at the provider.
    const held = item[field];
    return Array.isArray(wanted) && Array.isArray(held)
      ? !sameValue(wanted, held) || wanted.some((one, at) => one !== held[at])
      : wanted !== held;
  };
  return Object.fromEntries(
    editedFieldNames.filter(isChange).map((field) => [field, edit[field]]),
  ) as EditedValues;
}

/** Changes of the item row; an address also changes its normalised form and the media source. */
export function toItemChanges(
  item: SyncedItem,
  { tasksRu: _ru, tasksEn: _en, ...changes }: EditedValues,
): ItemChanges {
  if (changes.sourceUrl === undefined) return changes;
  const follows = item.mediaSource === getHost(item.sourceUrl);
  return {
    ...changes,
    normalisedUrl: normaliseAddress(changes.sourceUrl),
    ...(follows ? { mediaSource: getHost(changes.sourceUrl) } : {}),
  };
}

/** Stores and services on the transaction of an edit. */
export interface EditTransaction {
  items: SyncedItems;
  mergeBases: MergeBases;
  detection: InconsistencyDetection;
  /** Enqueues the translation of changed texts and the writing of tasks. */
  requestTranslation(): Promise<void>;
  /** Enqueues the write-back to the provider. */
  requestWrite(): Promise<void>;
}

const translatedFields = ['titleRu', 'titleEn', 'descriptionRu', 'descriptionEn'] as const;

/** The bookmark in the state of the merge base. */
const mergeBaseBookmark = (base: MergeBase, item: SyncedItem): Bookmark => ({
  id: item.bookmarkId ?? 0,
  title: base.title,
  excerpt: base.excerpt,
  note: base.note,
  link: base.link,
  tags: base.tags,
  type: base.type,
  source: base.mediaSource,
  cover: base.cover,
  createdAt: item.createdAt,
});

/** The bookmark fields affected by an edit. Pure. */
function editedFields(base: MergeBase, before: SyncedItem, after: SyncedItem): BookmarkField[] {
  const bookmark = mergeBaseBookmark(base, before);
  const was = compareFields(base, before, bookmark);
  const is = compareFields(base, after, bookmark);
  return is.flatMap((compared, at) => {
    const field = bookmarkFieldOf(compared);
    const hasChanged =
      compared.type === 'tags_changed'
        ? !sameValue(after.tags, before.tags)
        : !sameValue(compared.catalogue, was[at]?.catalogue ?? null);
    return field && hasChanged ? [field] : [];
  });
}

/**
 * Changes an item that this transaction has locked and marks the changed bookmark fields as unwritten, also during a write.
 * @throws DomainError CONFLICT (`beingDecided`) while an admin holds a lease on the item
 */
export async function applyItemEdit(
  { items, mergeBases, detection, requestTranslation, requestWrite }: EditTransaction,
  item: SyncedItem,
  changes: ItemChanges,
): Promise<void> {
  if (await detection.isBeingDecided(item.id)) throw beingDecided();
  await items.change(item.id, changes);
  if (translatedFields.some((field) => field in changes)) await requestTranslation();
  const base = await mergeBases.of(item.id);
  if (!base) return;
  const edited = editedFields(base, item, { ...item, ...changes });
  // Updates `agreedAt` in any case, so that a run that began earlier skips the item.
  await mergeBases.save({ ...base, unwritten: [...new Set([...base.unwritten, ...edited])] });
  if (edited.length > 0) await requestWrite();
}

/** Requires a transaction that has locked the item and set its bookmark id. */
export async function adoptBookmark(
  { mergeBases, detection, items }: Pick<EditTransaction, 'mergeBases' | 'detection' | 'items'>,
  item: SyncedItem,
  bookmark: Bookmark,
  now: Date,
): Promise<void> {
  const base = mergeBaseFromItem(item, bookmark, 'raindrop', now);
  const { differences, mergeBase, filled } = threeWayMerge(base, item, bookmark, 'raindrop');
  if (Object.keys(filled).length > 0) await items.change(item.id, filled);
  await mergeBases.save(mergeBase ?? base);
  const plan = await detection.plan([{ itemId: item.id, differences }], bookmarkInconsistencyTypes);
  await detection.apply(plan, null);
  await items.refreshStatus([item.id]);
}
