// The words of changing tags, and what a change makes of the tags of one service. Pure.
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { filledLine } from '../../shared/input.ts';

const name = filledLine(limits.bookmark.tag);

export const renameInput = z.strictObject({
  originalName: name.nullish(),
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
  isApproval: boolean;
}

/** What a change of tags keeps, to be taken back; JSON, as the record holds it. */
export interface TagsBefore {
  tags: { originalName: string; nameRu: string; nameEn: string }[];
  /** What the changed tags were on each service that bore one of them. */
  items: { id: number; tags: string[] }[];
}

export interface TagOutcome {
  tagId: number;
  /** The entry of the record, by which `undo` takes it back; null where nothing has changed. */
  changeId: number | null;
  /** Services whose tags have changed. */
  items: number;
}

/** The tags of a service with some of them replaced by one; the first place counts. */
export const replaceTags = (
  tags: readonly string[],
  from: readonly string[],
  to: string,
): string[] => [...new Set(tags.map((tag) => (from.includes(tag) ? to : tag)))];

/** The opposite: the one gives way to what stood there before; a service that has lost it since stays as it is. */
export const putTagsBack = (
  tags: readonly string[],
  to: string,
  before: readonly string[],
): string[] => [...new Set(tags.flatMap((tag) => (tag === to ? before : [tag])))];
