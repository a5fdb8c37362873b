// Stored undo data and write intents of decisions, as JSON in the database.
import type { ItemChanges } from '../catalogue/items/items.module.ts';
import type { MergeBase } from './mergeBase.ts';
import type { Bookmark, BookmarkChanges } from './bookmarkProvider.ts';
import type { ResolutionAction } from './inconsistencies.ts';

/** Merge base fields without times. */
export type MergeBaseChanges = Partial<
  Omit<MergeBase, 'itemId' | 'agreedAt' | 'goneAt' | 'movedAt'>
>;

/** Former state of the bookmark. */
export interface WrittenUndo {
  /** Former values of the written fields; null when none was written. */
  bookmark: BookmarkChanges | null;
  /** The bookmark before it was moved to the trash; null when it was not. */
  trashed: TrashedBookmark | null;
  /** True when the bookmark was restored from the trash; missing in old decisions. */
  restored?: boolean;
}

/** Former state of item, merge base and bookmark. */
export interface Undo extends WrittenUndo {
  item: ItemChanges;
  agreement: MergeBaseChanges;
  /** Id under which an undo recreated a destroyed bookmark. */
  madeAs?: number;
}

/** Intent of a write, stored before it so that an interrupted write can be reverted. */
export interface Intent {
  action: ResolutionAction;
  undo: WrittenUndo;
  /** Written fields; null when the bookmark is moved. */
  word: BookmarkChanges | null;
}

export type TrashedBookmark = Omit<Bookmark, 'createdAt'> & { createdAt: string };
