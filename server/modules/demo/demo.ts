// Types of the demo catalogue and its removal.
import type { DemoChoice } from '../sync/sync.module.ts';
import type { Language } from '../../shared/language.ts';

export interface DemoState {
  isLoaded: boolean;
  items: number;
  people: number;
  choice: DemoChoice | null;
  /** True when an admin must choose, because the demo is loaded beside own or expected bookmarks. */
  isQuestionOpen: boolean;
  /** False in production, where nobody could sign in as its people. */
  canLoad: boolean;
}

/** Work of real users on one demo item. */
export interface UserWork {
  likes: number;
  useCases: number;
  complaints: number;
  accessRequests: number;
  hasNotes: boolean;
}

/** A demo item with work of real users, and the own item with the same address. */
export interface TouchedDemoItem extends UserWork {
  id: number;
  titleRu: string | null;
  titleEn: string | null;
  url: string;
  ownItem: { id: number; titleRu: string | null; titleEn: string | null } | null;
}

/** Result or preview of the removal of the demo. */
export interface DemoRemoval {
  /** Number of removed demo items. */
  items: number;
  people: number;
  /** Demo people who stay for the developer sign-in. */
  peopleStaying: number;
  useCases: number;
  likes: number;
  complaints: number;
  sessions: number;
  apiTokens: number;
  /** Likes of real users on demo use cases, which are restored when the demo is loaded again. */
  suspendedLikes: number;
  /** Items whose work moves to the own item with the same address. */
  movedItems: TouchedDemoItem[];
  /** Items that stay, because they have work of real users and no own item has their address. */
  remainingItems: TouchedDemoItem[];
}

/** Values of a demo item that admins can change. */
export interface DemoValues {
  titleRu: string | null;
  titleEn: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
  sourceUrl: string;
  imageUrl: string | null;
  /** Original names, in order. */
  tags: string[];
}

/** Audit log record of a demo item that was replaced by an own item. */
export interface ReplacedDemoItem {
  id: number;
  /** Bookmark id in the demo data; null in entries of earlier versions. */
  bookmarkId: number | null;
  address: string;
  visibility: 'visible' | 'hidden';
  /** Values that differed from the demo. */
  changed: Partial<DemoValues>;
  /** Ids of items that had been merged into it. */
  merged: number[];
}

export interface DemoTag {
  originalName: string;
  nameRu: string;
  nameEn: string;
}

/** A demo search without results on a day. */
export interface DemoSearch {
  day: string;
  language: Language;
  text: string;
  count: number;
}

/** A demo item, and the own item to which the work of real users moves. */
export interface DemoPair {
  from: number;
  to: number;
}
