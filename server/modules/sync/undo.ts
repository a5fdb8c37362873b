// Stored undo data and write intents of decisions, as JSON in the database.
import type { ItemChanges } from '../catalogue/items/items.module.ts';
import type { MergeBase } from './mergeBase.ts';
import type { Bookmark, BookmarkChanges } from './bookmarkProvider.ts';
import type { ResolutionAction } from './inconsistencies.ts';

/** An agreement's fields without its times: they say nothing about the bookmark. */
export type MergeBaseChanges = Partial<
  Omit<MergeBase, 'itemId' | 'agreedAt' | 'goneAt' | 'movedAt'>
>;

/** What the service said before it was written to; JSON, as it is stored. */
export interface WrittenUndo {
  /** What the service said in the fields that were written; null when nothing was written. */
  bookmark: BookmarkChanges | null;
  /** The bookmark that was moved to the trash; null when none was. */
  trashed: TrashedBookmark | null;
  /** Whether the bookmark was taken out of the trash; decisions of before this was done do not say. */
  restored?: boolean;
}

/** What stood on each side before a decision; JSON, as it is stored. */
export interface Undo extends WrittenUndo {
  item: ItemChanges;
  agreement: MergeBaseChanges;
  /** The bookmark that an undo has made again, in place of one that was destroyed for good. */
  madeAs?: number;
}

/** What a decision is about to write to the service: stored first, so that a write whose other half fails is known. */
export interface Intent {
  action: ResolutionAction;
  undo: WrittenUndo;
  /** The fields that are written; null when the bookmark moves as a whole. */
  word: BookmarkChanges | null;
}

export type TrashedBookmark = Omit<Bookmark, 'createdAt'> & { createdAt: string };
