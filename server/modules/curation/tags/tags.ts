// The words of changing tags, and what a change makes of the tags of one service. Pure.
import { z } from 'zod';
import { limits } from '../../../config/limits.ts';
import { filledLine, tagLine } from '../../../shared/validation.ts';

const name = filledLine(limits.bookmark.tag);

export const renameInput = z.strictObject({
  originalName: tagLine(limits.bookmark.tag).nullish(),
  nameRu: name.nullish(),
  nameEn: name.nullish(),
});
export type RenameInput = z.input<typeof renameInput>;

export const mergeTagsInput = z.array(z.int().positive()).min(1).max(limits.lists.tagsMerged);

export interface NamedTag {
  id: number;
  originalName: string;
  nameRu: string;
  nameEn: string;
  /** Whether an admin has said the names in both languages, though they be the tag itself. */
  isNamed: boolean;
  isApproval: boolean;
}

/** A tag as the record keeps it; what was recorded before there was `isNamed` does not say it. */
export type StoredTag = Pick<NamedTag, 'originalName' | 'nameRu' | 'nameEn'> & {
  isNamed?: boolean;
};

export const toStoredTag = ({ originalName, nameRu, nameEn, isNamed }: NamedTag) => ({
  originalName,
  nameRu,
  nameEn,
  isNamed,
});

/** What a change of tags keeps, to be taken back; JSON, as the record holds it. */
export type TagsBefore = {
  tags: StoredTag[];
  /** What the changed tags were on each service that bore one of them. */
  items: { id: number; tags: string[] }[];
};

export interface TagOutcome {
  tagId: number;
  /** The entry of the record, by which `undo` takes it back; null where nothing has changed. */
  changeId: number | null;
  /** Services whose tags have changed. */
  items: number;
}

/** What a tag is called after a change; a name that was only the tag itself follows the tag. */
export function renameTag(tag: NamedTag, given: z.output<typeof renameInput>): Required<StoredTag> {
  const originalName = given.originalName ?? tag.originalName;
  const kept = (name: string) => (name === tag.originalName && !tag.isNamed ? originalName : name);
  return {
    originalName,
    nameRu: given.nameRu ?? kept(tag.nameRu),
    nameEn: given.nameEn ?? kept(tag.nameEn),
    isNamed: tag.isNamed || Boolean(given.nameRu && given.nameEn),
  };
}

/** The names that a change has given and that stand there still: what was named since keeps its names. */
export const findUnchangedNames = (
  present: readonly NamedTag[],
  before: readonly StoredTag[],
  after: readonly StoredTag[],
): { tag: NamedTag; was: StoredTag }[] =>
  before.flatMap((was) => {
    const tag = present.find(({ originalName }) => originalName === was.originalName);
    const given = after.find(({ originalName }) => originalName === was.originalName);
    const stands = !given || (given.nameRu === tag?.nameRu && given.nameEn === tag.nameEn);
    return tag && stands ? [{ tag, was }] : [];
  });

/** The tags of a service with some of them replaced by one; the first place counts. */
export const replaceTags = (
  tags: readonly string[],
  from: readonly string[],
  to: string,
): string[] => [...new Set(tags.map((tag) => (from.includes(tag) ? to : tag)))];

/** The opposite: the one gives way to what stood there before; a service that has lost it since stays as it is. */
export const restoreTags = (
  tags: readonly string[],
  to: string,
  before: readonly string[],
): string[] => [...new Set(tags.flatMap((tag) => (tag === to ? before : [tag])))];
