// Input validation and effective changes of an item edit.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { cleanLine } from '../../../shared/cleanText.ts';
import { uniqueTags } from '../../../shared/tagKey.ts';
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
