// Types and pure rules of tag changes.
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
  /** True when an admin has confirmed the names in both languages. */
  isNamed: boolean;
  isApproval: boolean;
}

/** A tag in the audit log; old entries lack `isNamed`. */
export type StoredTag = Pick<NamedTag, 'originalName' | 'nameRu' | 'nameEn'> & {
  isNamed?: boolean;
};

export const toStoredTag = ({ originalName, nameRu, nameEn, isNamed }: NamedTag) => ({
  originalName,
  nameRu,
  nameEn,
  isNamed,
});

/** State before a change of tags, stored as JSON in the audit log for an undo. */
export type TagsBefore = {
  tags: StoredTag[];
  /** The changed tags of each item that had one of them. */
  items: { id: number; tags: string[] }[];
};

export interface TagOutcome {
  tagId: number;
  /** The audit log entry for `undo`; null if nothing has changed. */
  changeId: number | null;
  /** Number of items whose tags have changed. */
  items: number;
}

/** The names of a tag after a change; a name equal to the tag changes with it. */
export function renameTag(tag: NamedTag, given: z.output<typeof renameInput>): Required<StoredTag> {
  const originalName = given.originalName ?? tag.originalName;
  const nameAfter = (name: string) =>
    name === tag.originalName && !tag.isNamed ? originalName : name;
  return {
    originalName,
    nameRu: given.nameRu ?? nameAfter(tag.nameRu),
    nameEn: given.nameEn ?? nameAfter(tag.nameEn),
    isNamed: tag.isNamed || Boolean(given.nameRu && given.nameEn),
  };
}

/** Tags whose names are unchanged since a change. */
export const findUnchangedNames = (
  present: readonly NamedTag[],
  before: readonly StoredTag[],
  after: readonly StoredTag[],
): { tag: NamedTag; was: StoredTag }[] =>
  before.flatMap((was) => {
    const tag = present.find(({ originalName }) => originalName === was.originalName);
    const given = after.find(({ originalName }) => originalName === was.originalName);
    const isUnchanged = !given || (given.nameRu === tag?.nameRu && given.nameEn === tag.nameEn);
    return tag && isUnchanged ? [{ tag, was }] : [];
  });

/** Tags of an item with some of them replaced by one, at the first position. */
export const replaceTags = (
  tags: readonly string[],
  from: readonly string[],
  to: string,
): string[] => [...new Set(tags.map((tag) => (from.includes(tag) ? to : tag)))];

/** Reverts `replaceTags`; items without the tag stay unchanged. */
export const restoreTags = (
  tags: readonly string[],
  to: string,
  before: readonly string[],
): string[] => [...new Set(tags.flatMap((tag) => (tag === to ? before : [tag])))];
