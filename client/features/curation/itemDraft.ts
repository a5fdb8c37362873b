/** Draft of a service in the editor: only the touched fields. */
import type { EditedItemFragment } from './generated.ts';
import type { Language } from '../../i18n/languages.ts';

/** The fields of the form, as texts; tags stand in one line, of tasks each in a line of its own. */
export interface ItemTexts {
  titleRu: string;
  titleEn: string;
  descriptionRu: string;
  descriptionEn: string;
  sourceUrl: string;
  imageUrl: string;
  tags: string;
  tasksRu: string;
  tasksEn: string;
}
export type ItemField = keyof ItemTexts;
export type ItemDraft = Partial<ItemTexts>;

/** In the order of the form. */
export const itemFields: readonly ItemField[] = [
  'titleRu',
  'titleEn',
  'descriptionRu',
  'descriptionEn',
  'sourceUrl',
  'imageUrl',
  'tags',
  'tasksRu',
  'tasksEn',
];

/** Tags as they are typed: a comma or a line between them. */
export const readTags = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((tag) => tag.trim().replace(/^#/, '').replaceAll(/\s+/g, ' '))
      .filter(Boolean),
  ),
];

/** The tag at a place of such a text, and where it stands between its commas. */
export function tagAt(text: string, caret: number): { text: string; start: number; end: number } {
  const start = text.slice(0, caret).lastIndexOf(',') + 1;
  const next = text.indexOf(',', caret);
  const end = next < 0 ? text.length : next;
  return { text: text.slice(start, end).trim().replace(/^#/, ''), start, end };
}

const readTasks = (text: string): string[] =>
  text
    .split('\n')
    .map((task) => task.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean);

const listOf: Partial<Record<ItemField, (text: string) => string[]>> = {
  tags: readTags,
  tasksRu: readTasks,
  tasksEn: readTasks,
};

const tasksIn = ({ tasks }: EditedItemFragment, language: Language): string =>
  (tasks.find((one) => one.language === language)?.texts ?? []).join('\n');

export const textsOf = (item: EditedItemFragment): ItemTexts => ({
  titleRu: item.titleRu ?? '',
  titleEn: item.titleEn ?? '',
  descriptionRu: item.descriptionRu ?? '',
  descriptionEn: item.descriptionEn ?? '',
  sourceUrl: item.sourceUrl,
  imageUrl: item.imageUrl ?? '',
  tags: item.raindropTags.join(', '),
  tasksRu: tasksIn(item, 'ru'),
  tasksEn: tasksIn(item, 'en'),
});

/** The fields in which the draft says something else than the service. */
export const changedFields = (item: EditedItemFragment, draft: ItemDraft): ItemField[] => {
  const texts = textsOf(item);
  return itemFields.filter((field) => {
    const wanted = draft[field];
    if (wanted === undefined) return false;
    const read = listOf[field];
    return read
      ? read(wanted).join('\n') !== read(texts[field]).join('\n')
      : wanted.trim() !== texts[field].trim();
  });
};

/** Values to send: the changed fields; an empty one is cleared. */
export const valuesToSend = (item: EditedItemFragment, draft: ItemDraft) =>
  Object.fromEntries(
    changedFields(item, draft).map((field) => {
      const text = draft[field] ?? '';
      return [field, listOf[field]?.(text) ?? (text.trim() || null)];
    }),
  );

/** Values of the list fields. */
export const listsToSend = (draft: ItemDraft): { [Field in ItemField]?: readonly string[] } =>
  Object.fromEntries(
    Object.entries(listOf).map(([field, read]) => [field, read(draft[field as ItemField] ?? '')]),
  );

/** Edited fields that somebody else has changed too. */
export const fieldsOfBoth = (
  before: EditedItemFragment,
  now: EditedItemFragment,
  draft: ItemDraft,
): ItemField[] => {
  const [was, is] = [textsOf(before), textsOf(now)];
  return changedFields(now, draft).filter((field) => was[field] !== is[field]);
};
