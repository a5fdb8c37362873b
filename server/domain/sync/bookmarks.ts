// The port to wherever the bookmarks live: the Raindrop API, or an export file.

/** One bookmark as the catalogue understands it, whatever it came from. */
export interface Bookmark {
  /** Id in the bookmarks service. An export without ids gets a stable id from the normalised address. */
  id: number;
  title: string;
  /** The service's `excerpt`: one language only. */
  excerpt: string;
  /** The service's `note`. */
  note: string;
  /** Always http or https. */
  link: string;
  tags: string[];
  /** link, article, image, video, document, audio, book. */
  type: string;
  /** Host name the bookmark comes from (the service's `domain`), without `www.`. */
  source: string;
  /** Address of the picture, or an empty string. */
  cover: string;
  createdAt: Date;
}

/** A bookmark that could not be read; the others go on. */
export interface UnreadableBookmark {
  /** Line of the file, or id of the bookmark. */
  where: string;
  reason: string;
}

/** What a source hands over, page by page. */
export interface BookmarkPage {
  bookmarks: Bookmark[];
  unreadable: UnreadableBookmark[];
  /** How many bookmarks the source says it has, when it says so. */
  expected: number | null;
}

/** The fields of a bookmark that may be written back; only those given are sent. */
export type BookmarkChanges = Partial<Pick<Bookmark, 'title' | 'excerpt' | 'note' | 'link' | 'tags' | 'type' | 'cover'>>;

/** Where a bookmark stands, read directly: the proof that a removal needs. */
export type BookmarkPresence =
  | { state: 'present'; bookmark: Bookmark }
  | { state: 'moved'; bookmark: Bookmark }
  | { state: 'trashed' }
  | { state: 'absent' };

/** Reads a complete list. Throws a DomainError UNAVAILABLE when the source cannot give a complete one. */
export interface BookmarkSource {
  readonly kind: 'raindrop' | 'file';
  pages(signal: AbortSignal): AsyncIterable<BookmarkPage>;
}

/** A source that can also be asked about one bookmark, and written to. */
export interface BookmarkService extends BookmarkSource {
  readonly kind: 'raindrop';
  /** Ids in the trash: proof of removal. */
  trashedIds(signal: AbortSignal): Promise<Set<number>>;
  find(id: number, signal: AbortSignal): Promise<BookmarkPresence>;
  /** Writes only the given fields; an empty list or text clears one. Answers the bookmark as it then is. */
  update(id: number, changes: BookmarkChanges, signal: AbortSignal): Promise<Bookmark>;
  /** Moves the bookmark to the trash. */
  remove(id: number, signal: AbortSignal): Promise<void>;
  /** Makes a bookmark again (undo of a removal); answers it with its new id. */
  create(bookmark: Omit<Bookmark, 'id' | 'source'>, signal: AbortSignal): Promise<Bookmark>;
}
