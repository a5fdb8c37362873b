// Types of parsed bookmark files: rows, notes about them, and rows left out.
import type { Bookmark, BookmarkSource, UnreadableBookmark } from './bookmarkProvider.ts';

/** Programs whose exports are recognised; `netscape`, `csv` and `json` are files of unknown programs. */
const bookmarkFileFormats = [
  'loadout',
  'raindrop',
  'pocket',
  'linkwarden',
  'karakeep',
  'linkding',
  'wallabag',
  'pinboard',
  'instapaper',
  'notion',
  'readwise',
  'omnivore',
  'matter',
  'mymind',
  'shaarli',
  'firefox',
  'chrome',
  'safari',
  'opml',
  'xbel',
  'netscape',
  'csv',
  'json',
] as const;

export type BookmarkFileFormat = (typeof bookmarkFileFormats)[number];

/** Order of day and month in dates such as 09/01/2024. */
export type DayMonthOrder = 'dayFirst' | 'monthFirst';

/** A value in a note or reason, which clients insert into a sentence. */
export type NoteParams = Record<string, string | number>;

/** Notes about an imported row. */
const rowNoteCodes = [
  /** The date cannot be read and is left out; `text`. */
  'dateUnreadable',
  /** The date is before 1990 or in the future and is left out; `text`. */
  'dateOutOfRange',
  /** The text is cut to `most` characters. */
  'titleCut',
  'excerptCut',
  'noteCut',
  /** A tag longer than `most` characters is left out; `text` is its beginning. */
  'tagLeftOut',
  /** The address of the picture cannot be used; `text`. */
  'pictureLeftOut',
  /** The id cannot be used, and the address decides; `text`. */
  'idUnreadable',
  /** Line `line` has the same id, and the address decides; `text`. */
  'idTwice',
  /** Further lines (`lines`, `12, 15`) have the same page, and their tags and texts are here; `file` where it is another file. */
  'samePage',
  /** The address had no scheme and got https; `text`. */
  'schemeAdded',
  /** The address contained spaces, which are encoded, or stood among other text; `text`. */
  'addressRepaired',
  /** The row has more cells than the header; `text` holds the surplus. */
  'cellsLeftOut',
  /** A quotation mark of the row was misplaced or not closed, and the row was read without it. */
  'quoteRepaired',
] as const;

export interface RowNote {
  code: (typeof rowNoteCodes)[number];
  params: NoteParams;
}

/** Reasons why a row is left out. */
const leftOutCodes = [
  'addressMissing',
  'addressUnreadable',
  /** Longer than `most` bytes. */
  'addressLong',
  /** Holds a user name or a password. */
  'addressSecret',
  /** Contains a space, quotation mark or attribute, as after a lost quotation mark. */
  'addressSuspicious',
  /** Not a web page; `scheme` is `javascript:`, `place:`, `chrome:`, … Clients count these by scheme. */
  'addressKind',
  /** A quotation mark is not closed, and no address can be read. */
  'quoteOpen',
  /** Invalid JSON in a line of a file with one JSON object per line. */
  'jsonBroken',
  /** Longer than `most` characters. */
  'rowLong',
] as const;

export type LeftOutCode = (typeof leftOutCodes)[number];

/** A row that is left out; `where` and `reason` are in English. */
export interface LeftOutRow extends UnreadableBookmark {
  line: number;
  code: LeftOutCode;
  params: NoteParams;
  /** Text of the row in the file, at most 200 characters. */
  text: string;
}

export interface FileBookmark {
  bookmark: Bookmark;
  /** Line on which it begins; for JSON the position of the entry. Counts from 1. */
  line: number;
  /** Names of the folders around it, outermost first. */
  folder: string[];
  /** Folders of further rows with the same page. */
  otherFolders: string[][];
  isPrivate: boolean;
  isUnread: boolean;
  /** True when the id comes from the provider or this catalogue, false when it is derived from the address. */
  hasOwnId: boolean;
  /** False when the file has no usable date, so that `createdAt` is the time of the file. */
  hasDate: boolean;
  notes: RowNote[];
}

export interface ParsedBookmarkFile {
  name: string;
  format: BookmarkFileFormat;
  /** `utf-8`, `utf-16le`, `windows-1252`, … */
  encoding: string;
  /**
   * Null when no date needs it. With `isAmbiguous` no row decides the order and the caller named none; dates were read
   * day first. `example` is a date that can be read both ways.
   */
  dayMonthOrder: { order: DayMonthOrder; isAmbiguous: boolean; example: string } | null;
  rows: FileBookmark[];
  /** At most 10,000 of `leftOutCount`. */
  leftOut: LeftOutRow[];
  leftOutCount: number;
  /** Names of the table columns that were not read. */
  ignoredColumns: string[];
}

export interface BookmarkFileOptions {
  /** Order of day and month when no row of a file decides it. */
  dayMonthOrder?: DayMonthOrder | undefined;
  /** Encoding of files that are not UTF-8, for use when the detection is wrong. */
  encoding?: string | undefined;
}

/** Files as a source of bookmarks; `pages` returns the bookmarks and left-out rows of `read`. */
export interface BookmarkFileSource extends BookmarkSource {
  readonly kind: 'file';
  /**
   * Reads all files. A page that occurs again in a later file is merged into the earlier row.
   * @throws DomainError INVALID (`notABookmarkFile`) for a file that is not an export of bookmarks
   */
  read(signal: AbortSignal): Promise<ParsedBookmarkFile[]>;
}
