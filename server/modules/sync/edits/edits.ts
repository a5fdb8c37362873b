// The words of an edit: what an admin may change in a service, and what of it is recorded.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { tagLine, text, trimmedText } from '../../../shared/validation.ts';
import {
  tasksInput,
  type TasksOfItem,
  type ItemChanges,
  type SyncedItem,
} from '../../catalogue/items/items.module.ts';
import {
  getHost,
  normaliseAddress,
  addressField,
} from '../../catalogue/pageAddresses/pageAddresses.module.ts';
import { sameValue } from '../inconsistencies.ts';

const nullable = (schema: z.ZodType<string, string>) =>
  schema.transform((value) => (value === '' ? null : value)).nullish();

const oneLine = (max: number) =>
  trimmedText(max).transform((value) => value.replaceAll(/\s+/gu, ' '));

/** The same for a picture; an empty one is none. */
const pictureAddress = text(limits.bookmark.addressBytes).transform((value, context) => {
  if (value.trim() === '') return null;
  const read = addressField.safeParse(value);
  if (read.success) return read.data;
  const message = 'This is no address of a picture';
  context.addIssue({ code: 'custom', message, params: { code: 'imageAddress' } });
  return z.NEVER;
});

/** What an edit may say; what it leaves out stays as it is, and null clears. */
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
    .transform((tags) => [...new Set(tags)])
    .nullish(),
  tasksRu: tasksInput.nullish(),
  tasksEn: tasksInput.nullish(),
});

export type EditInput = z.input<typeof editInput>;
type CheckedEdit = z.output<typeof editInput>;

/** The fields of a service that an edit is about, as they are recorded. */
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

/** An item with what it is for. */
export type EditedItem = SyncedItem & TasksOfItem;

/** The part of an item that an edit is about. */
export type EditedValues = Partial<Pick<EditedItem, EditedField>>;

/** What the edit truly changes; a field whose text stays the same is none. Pure. */
export function changesOfEdit(item: EditedItem, edit: CheckedEdit | EditedValues): EditedValues {
  const isChange = (field: EditedField): boolean => {
    const wanted = edit[field];
    if (wanted === undefined || (wanted === null && (field === 'sourceUrl' || field === 'tags')))
      return false;
    // The order of tags is theirs who read it: it is a change here though none for the service.
    const held = item[field];
    return Array.isArray(wanted) && Array.isArray(held)
      ? !sameValue(wanted, held) || wanted.some((one, at) => one !== held[at])
      : wanted !== held;
  };
  return Object.fromEntries(
    editedFieldNames.filter(isChange).map((field) => [field, edit[field]]),
  ) as EditedValues;
}

/** The same with what follows from it: an address brings its host and its plain form. */
export function itemChangesOf(
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
