// Rows of bookmark files: their folders, tags from folders, and the choice of rows by folder and privacy.
import { limits } from '../../../config/limits.ts';
import type { Bookmark, BookmarkSource, UnreadableBookmark } from '../bookmarkProvider.ts';
import type { BookmarkFileSource, FileBookmark, ParsedBookmarkFile } from '../bookmarkFile.ts';

/** Names of the enclosing folders that become tags of a bookmark. */
export const folderTagModes = ['none', 'last', 'all'] as const;

export type FolderTags = (typeof folderTagModes)[number];

export interface FileRowChoice {
  includePrivate: boolean;
  /**
   * Keys of folders that are left out with their subfolders, and of subfolders that are included again: the nearest one
   * decides.
   */
  excludeFolders: readonly string[];
  includeFolders: readonly string[];
}

/** Private rows stay out by default, because an import publishes them. */
export const defaultFileRowChoice: FileRowChoice = {
  includePrivate: false,
  excludeFolders: [],
  includeFolders: [],
};

const asOneName = (name: string): string => name.replaceAll(/[%/,]/g, encodeURIComponent);

/** Key of all folders together and of rows outside any folder. */
const rootKey = '/';

/** Key of a folder; empty for none. The key of a folder is a prefix of its subfolders' keys, up to a `/`. */
export const folderKey = (path: readonly string[]): string => path.map(asOneName).join('/');

/** Place of a row for the choice: a page in several folders is in its first. */
export interface RowPlace {
  folder: string;
  isPrivate: boolean;
}

function isChosenFolder(
  folder: string,
  { includeFolders, excludeFolders }: Pick<FileRowChoice, 'includeFolders' | 'excludeFolders'>,
): boolean {
  for (let key = folder; key !== ''; key = key.slice(0, Math.max(0, key.lastIndexOf('/')))) {
    if (includeFolders.includes(key)) return true;
    if (excludeFolders.includes(key)) return false;
  }
  return !excludeFolders.includes(rootKey);
}

export const isChosenRow = ({ folder, isPrivate }: RowPlace, choice: FileRowChoice): boolean =>
  (choice.includePrivate || !isPrivate) && isChosenFolder(folder, choice);

/** The bookmark of a row, with the names of its folders as tags. */
export function toTaggedBookmark(
  { bookmark, folder, otherFolders }: FileBookmark,
  mode: FolderTags,
): Bookmark {
  if (mode === 'none') return bookmark;
  const names = [folder, ...otherFolders].flatMap((path) =>
    mode === 'last' ? path.slice(-1) : path,
  );
  const short = names
    .map((name) => name.trim())
    .filter((name) => name !== '' && name.length <= limits.bookmark.tag);
  return { ...bookmark, tags: [...new Set([...bookmark.tags, ...short])] };
}

/** Left-out rows of several files, each named with its file. */
export const leftOutRows = (files: readonly ParsedBookmarkFile[]): UnreadableBookmark[] =>
  files.flatMap(({ name, leftOut }) =>
    leftOut.map(({ where, reason }) => ({
      where: files.length > 1 ? `${name}, ${where}` : where,
      reason,
    })),
  );

const pageLength = 500;

/** Source of bookmarks that were read before; the run lists the unreadable ones. */
export const toBookmarkSource = (
  bookmarks: readonly Bookmark[],
  unreadable: readonly UnreadableBookmark[],
): BookmarkSource => ({
  kind: 'file',
  async *pages() {
    const expected = bookmarks.length;
    for (let start = 0; start === 0 || start < expected; start += pageLength) {
      yield {
        bookmarks: bookmarks.slice(start, start + pageLength),
        unreadable: start === 0 ? [...unreadable] : [],
        expected,
      };
    }
  },
});

/** The chosen rows of files as a source, read when its pages are requested. */
export const selectFileRows = (
  source: BookmarkFileSource,
  choice: FileRowChoice = defaultFileRowChoice,
  folderTags: FolderTags = 'none',
): BookmarkSource => ({
  kind: 'file',
  async *pages(signal) {
    const files = await source.read(signal);
    const chosen = files
      .flatMap(({ rows }) => rows)
      .filter(({ folder, isPrivate }) =>
        isChosenRow({ folder: folderKey(folder), isPrivate }, choice),
      );
    const bookmarks = chosen.map((row) => toTaggedBookmark(row, folderTags));
    for await (const page of toBookmarkSource(bookmarks, leftOutRows(files)).pages(signal))
      yield { ...page, expected: null };
  },
});
