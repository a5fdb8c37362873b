// Interfaces of bookmark sources and providers, implemented by the Raindrop API and export files.

/** A bookmark of any source. Texts are clean (`cleanText`) and within the limits of a bookmark. */
export interface Bookmark {
  /**
   * Id at the provider, a positive safe integer beyond 32 bits. Bookmarks of files without ids get a stable id from the address,
   * at 2^52 or above.
   */
  id: number;
  /** A title without a letter, digit or emoji is replaced by the host. */
  title: string;
  /** The provider's `excerpt`, in one language. */
  excerpt: string;
  note: string;
  /** Begins with `http://` or `https://` in lower case; no spaces. */
  link: string;
  /** In the order of the source, without empty ones and duplicates. */
  tags: string[];
  /** link, article, image, video, document, audio, book; `link` when the source does not say. */
  type: string;
  /** Host name (the provider's `domain`) without `www.`. */
  source: string;
  /** Address of the picture, or an empty string. */
  cover: string;
  createdAt: Date;
}

/** A bookmark that could not be read; it counts as present, never as removed. */
export interface UnreadableBookmark {
  /** `line 12` of a file, or `bookmark 123` of the provider. */
  where: string;
  reason: string;
}

/** One page of a source; no id repeats within one reading. */
export interface BookmarkPage {
  bookmarks: Bookmark[];
  unreadable: UnreadableBookmark[];
  /** Number of bookmarks that the source reports, for progress only. */
  expected: number | null;
}

/** Writable fields of a bookmark; only the given ones are sent. */
export type BookmarkChanges = Partial<
  Pick<Bookmark, 'title' | 'excerpt' | 'note' | 'link' | 'tags' | 'type' | 'cover'>
>;

export type BookmarkField = keyof BookmarkChanges;

/** State of one bookmark, read directly; the proof for a removal. */
export type BookmarkPresence =
  | { state: 'present'; bookmark: Bookmark }
  /** Present, but outside the collection that is read. */
  | { state: 'moved'; bookmark: Bookmark }
  | { state: 'trashed' }
  | { state: 'absent' };

/**
 * Reads a complete list.
 * @throws DomainError UNAVAILABLE when the list is incomplete (pages read so far are void), INVALID before the first page for a
 * file that is no export; the reason of an aborted signal
 */
export interface BookmarkSource {
  readonly kind: 'raindrop' | 'file';
  pages(signal: AbortSignal): AsyncIterable<BookmarkPage>;
}

/**
 * A source that can be queried by id and written to. A failed write may have arrived: read before a retry.
 * @throws DomainError UNAVAILABLE (`bookmarksUnauthorised`, `…Unreachable`, `…Busy`, `…Malformed`, `…Incomplete`, `…Refused`),
 * NOT_FOUND for a write to a missing bookmark
 */
export interface BookmarkProvider extends BookmarkSource {
  readonly kind: 'raindrop';
  /** Ids in the trash, as proof of removal. */
  trashedIds(signal: AbortSignal): Promise<Set<number>>;
  find(id: number, signal: AbortSignal): Promise<BookmarkPresence>;
  /** Writes the given fields; an empty list or text clears one. Returns the written bookmark. */
  update(id: number, changes: BookmarkChanges, signal: AbortSignal): Promise<Bookmark>;
  /** Moves the bookmark to the trash; does nothing if it is there or missing. */
  remove(id: number, signal: AbortSignal): Promise<void>;
  /** Moves the bookmark from the trash to the collection that is read; false if it was not in the trash. */
  restore(id: number, signal: AbortSignal): Promise<boolean>;
  /** Ids of the bookmarks with exactly this address, in all collections. */
  idsOf(link: string, signal: AbortSignal): Promise<number[]>;
  /** Recreates a bookmark (undo of a removal); returns it with its new id. */
  create(bookmark: Omit<Bookmark, 'id' | 'source'>, signal: AbortSignal): Promise<Bookmark>;
}
