// The words of the demo catalogue: what it is, what goes with it, and what real people did on its services.
import type { DemoChoice } from '../sync/sync.module.ts';
import type { Language } from '../../shared/language.ts';

export interface DemoState {
  isLoaded: boolean;
  items: number;
  people: number;
  choice: DemoChoice | null;
  /** Whether an admin is to be asked: the demo is there, own bookmarks are or may come, and nobody has answered. */
  isQuestionOpen: boolean;
  /** False in production, where nobody could sign in as its people. */
  canLoad: boolean;
}

/** What real people did on one service of the demo. */
export interface UserWork {
  likes: number;
  useCases: number;
  complaints: number;
  accessRequests: number;
  hasNotes: boolean;
}

/** One service of the demo on which real people did something, and the own service of the same address, if there is one. */
export interface TouchedDemoItem extends UserWork {
  id: number;
  titleRu: string | null;
  titleEn: string | null;
  url: string;
  ownItem: { id: number; titleRu: string | null; titleEn: string | null } | null;
}

/** What the removal of the demo does, worked out before anything is written. */
export interface DemoRemoval {
  /** How much goes; all of it the demo's own. */
  items: number;
  people: number;
  /** Demo people who stay, because the developer sign-in offers them. */
  peopleStaying: number;
  useCases: number;
  likes: number;
  complaints: number;
  sessions: number;
  apiTokens: number;
  /** Likes of real people on cases of demo people: put aside, and back when the demo is loaded again. */
  suspendedLikes: number;
  /** Services whose likes, cases, reports and requests move to the own service of the same address. */
  movedItems: TouchedDemoItem[];
  /** Services that stay because real people did something on them, and no own service has their address. */
  remainingItems: TouchedDemoItem[];
}

/** What an admin may change in a service of the demo: what it says and shows, and where it leads. */
export interface DemoValues {
  titleRu: string | null;
  titleEn: string | null;
  descriptionRu: string | null;
  descriptionEn: string | null;
  sourceUrl: string;
  imageUrl: string | null;
  /** By their original names, in their order. */
  tags: string[];
}

/** A service of the demo that gave way to an own one, as the record of changes keeps it. */
export interface ReplacedDemoItem {
  /** The id that it had. */
  id: number;
  /** By which the demo knows it; null where an earlier version has recorded it, with the address alone. */
  bookmarkId: number | null;
  /** Normalised. */
  address: string;
  visibility: 'visible' | 'hidden';
  /** What of it was otherwise than the demo has it. */
  changed: Partial<DemoValues>;
  /** Ids of those that had been merged into it. */
  merged: number[];
}

/** A tag as the demo brings it. */
export interface DemoTag {
  originalName: string;
  nameRu: string;
  nameEn: string;
}

/** A search of the demo that found nothing, on the day for which it was loaded. */
export interface DemoSearch {
  day: string;
  language: Language;
  text: string;
  count: number;
}

/** A service of the demo, and the own one that takes over what real people did there. */
export interface DemoPair {
  from: number;
  to: number;
}
