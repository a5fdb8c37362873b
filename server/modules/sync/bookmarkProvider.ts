// Interfaces of bookmark sources and providers, implemented by the Raindrop API and export files.

/**
 * One bookmark as the catalogue understands it, whatever it came from. Texts are trimmed, hold no NUL,
 * and keep the limits of a bookmark.
 */
export interface Bookmark {
  /**
   * Id in the bookmarks service, a positive safe integer beyond 32 bits. An export without ids gets a
   * stable id from the normalised address, at 2^52 or above, where no service id can be.
   */
  id: number;
  /** Never empty: a bookmark without a title bears its address. */
  title: string;
  /** The service's `excerpt`: one language only. */
  excerpt: string;
  /** The service's `note`. */
  note: string;
  /** Begins with `http://` or `https://`, in small letters, and holds no blanks. */
  link: string;
  /** In the order of the source, no empty ones, none twice. */
  tags: string[];
  /** link, article, image, video, document, audio, book; `link` where the source does not say. */
  type: string;
  /** Host name the bookmark comes from (the service's `domain`), without `www.`. */
  source: string;
  /** Address of the picture, http or https, or an empty string. */
  cover: string;
  createdAt: Date;
}

/** A bookmark that could not be read; the others go on. It is there all the same: never a removal. */
export interface UnreadableBookmark {
  /** `line 12` of the file, or `bookmark 123` of the service. */
  where: string;
  reason: string;
}

/** What a source hands over, page by page; no bookmark id comes twice in one reading. */
export interface BookmarkPage {
  bookmarks: Bookmark[];
  unreadable: UnreadableBookmark[];
  /**
   * How many bookmarks the source says it has, when it says so: for progress only. The source itself
   * makes sure that the list is complete.
   */
  expected: number | null;
}

/** The fields of a bookmark that may be written back; only those given are sent. */
export type BookmarkChanges = Partial<
  Pick<Bookmark, 'title' | 'excerpt' | 'note' | 'link' | 'tags' | 'type' | 'cover'>
>;

/** The name of one of them. */
export type BookmarkField = keyof BookmarkChanges;

/** Where a bookmark stands, read directly: the proof that a removal needs. */
export type BookmarkPresence =
  | { state: 'present'; bookmark: Bookmark }
  /** Alive, but outside the collection that the catalogue reads. */
  | { state: 'moved'; bookmark: Bookmark }
  | { state: 'trashed' }
  | { state: 'absent' };

/**
 * Reads a complete list. Throws a DomainError UNAVAILABLE when the source cannot give a complete one
 * (pages already handed over are then worth nothing), and INVALID, before the first page, when a file
 * is no export of bookmarks. An aborted signal rejects with its own reason.
 */
export interface BookmarkSource {
  readonly kind: 'raindrop' | 'file';
  pages(signal: AbortSignal): AsyncIterable<BookmarkPage>;
}

/**
 * A source that can also be asked about one bookmark, and written to. Errors are DomainErrors:
 * UNAVAILABLE (reason `bookmarksUnauthorised`, `bookmarksUnreachable`, `bookmarksBusy`,
 * `bookmarksMalformed`, `bookmarksIncomplete` or `bookmarksRefused`), and NOT_FOUND for a write to a
 * bookmark that is gone. A write that failed may yet have arrived: read before trying again.
 */
export interface BookmarkProvider extends BookmarkSource {
  readonly kind: 'raindrop';
  /** Ids in the trash: proof of removal. */
  trashedIds(signal: AbortSignal): Promise<Set<number>>;
  find(id: number, signal: AbortSignal): Promise<BookmarkPresence>;
  /** Writes only the given fields; an empty list or text clears one. Answers the bookmark as it then is. */
  update(id: number, changes: BookmarkChanges, signal: AbortSignal): Promise<Bookmark>;
  /** Moves the bookmark to the trash; one that is there already, or gone, is left as it is. */
  remove(id: number, signal: AbortSignal): Promise<void>;
  /** Takes the bookmark out of the trash, into the collection that is read; answers whether it was there. */
  restore(id: number, signal: AbortSignal): Promise<boolean>;
  /** Ids of the bookmarks with exactly this address, those of other collections too. */
  idsOf(link: string, signal: AbortSignal): Promise<number[]>;
  /** Makes a bookmark again (undo of a removal); answers it with its new id. */
  create(bookmark: Omit<Bookmark, 'id' | 'source'>, signal: AbortSignal): Promise<Bookmark>;
}
