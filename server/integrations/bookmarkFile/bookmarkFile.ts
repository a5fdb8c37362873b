// Bookmark sources for export files.
import type { Stats } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import type {
  BookmarkFileOptions,
  BookmarkFileSource,
  ParsedBookmarkFile,
  FileBookmark,
} from '../../modules/sync/bookmarkFile.ts';
import { limits } from '../../config/limits.ts';
import { DomainError } from '../../shared/domainError.ts';
import { parseBookmarkFile, type ParseOptions } from './parseBookmarkFile.ts';
import { uniqueTags } from '../../shared/tagKey.ts';

const longer = (one: string, other: string): string => (other.length > one.length ? other : one);

function merge(first: FileBookmark, other: FileBookmark): void {
  const [kept, further] = [first.bookmark, other.bookmark];
  kept.tags = uniqueTags([...kept.tags, ...further.tags]);
  // The host is the placeholder of a missing title.
  if (kept.title === kept.source) kept.title = further.title;
  kept.excerpt = longer(kept.excerpt, further.excerpt);
  kept.note = longer(kept.note, further.note);
  kept.cover ||= further.cover;
  if (other.hasDate && (!first.hasDate || further.createdAt < kept.createdAt)) {
    kept.createdAt = further.createdAt;
    first.hasDate = true;
  }
  const paths = [first.folder, ...first.otherFolders].map((path) => path.join('\n'));
  for (const folder of [other.folder, ...other.otherFolders])
    if (!paths.includes(folder.join('\n'))) first.otherFolders.push(folder);
  first.isPrivate ||= other.isPrivate;
  first.isUnread ||= other.isUnread;
}

/** Merges rows with the same id, within and across files, into the first one, with a note. */
function mergeSamePages(files: readonly ParsedBookmarkFile[]): void {
  const firstOf = new Map<number, { row: FileBookmark; file: ParsedBookmarkFile }>();
  for (const file of files) {
    file.rows = file.rows.filter((row) => {
      const first = firstOf.get(row.bookmark.id);
      if (!first) {
        firstOf.set(row.bookmark.id, { row, file });
        return true;
      }
      merge(first.row, row);
      const isOther = first.file !== file;
      const known = first.row.notes.find(
        ({ code, params }) =>
          code === 'samePage' && (params['file'] ?? '') === (isOther ? file.name : ''),
      );
      if (known) known.params['lines'] = `${known.params['lines']}, ${row.line}`;
      else
        first.row.notes.push({
          code: 'samePage',
          params: { lines: String(row.line), ...(isOther ? { file: file.name } : {}) },
        });
      return false;
    });
  }
}

/** Maximum number of rows per page, readable or not. */
const pageLength = 500;

/** Maximum number of files that a refusal names. */
const maxNames = 10;

export interface UploadedFile {
  /** File name of the user. */
  name: string;
  bytes: Uint8Array;
}

/**
 * Opens an export file, which is read again for each listing. Refuses other files with INVALID (reason `notABookmarkFile`) before
 * the first page. The modification time of the file is the date of bookmarks without one.
 */
export function openBookmarkFile(
  path: string,
  options: BookmarkFileOptions = {},
): BookmarkFileSource {
  return toSource(async (signal) => {
    const { bytes, writtenAt } = await readBytes(path, signal);
    const now = new Date(Math.max(writtenAt.getTime(), Date.now()));
    return parseAll([{ name: path, bytes }], { ...options, writtenAt, now, signal });
  });
}

/** Uploaded files as one source. Refuses files that are no export of bookmarks, and files without any. */
export function openUploadedFiles(
  files: readonly UploadedFile[],
  writtenAt: Date,
  options: BookmarkFileOptions = {},
): BookmarkFileSource {
  return toSource(async (signal) => {
    const parsed = await parseAll(files, { ...options, writtenAt, now: writtenAt, signal });
    if (parsed.every(({ rows, leftOut }) => rows.length + leftOut.length === 0))
      throw refusal(namesOf(files), 'it holds none');
    return parsed;
  });
}

/** The first names, for a sentence. */
function namesOf(files: readonly UploadedFile[]): string {
  const names = files.slice(0, maxNames).map(({ name }) => name);
  return [...names, ...(files.length > maxNames ? ['…'] : [])].join(', ');
}

function toSource(read: BookmarkFileSource['read']): BookmarkFileSource {
  return {
    kind: 'file',
    read,
    async *pages(signal) {
      const files = await read(signal);
      const place = (file: ParsedBookmarkFile) => (files.length > 1 ? `${file.name}, ` : '');
      for (const file of files) {
        const length = Math.max(file.rows.length, file.leftOut.length, 1);
        for (let start = 0; start < length; start += pageLength) {
          signal.throwIfAborted();
          yield {
            bookmarks: file.rows.slice(start, start + pageLength).map(({ bookmark }) => bookmark),
            unreadable: file.leftOut
              .slice(start, start + pageLength)
              .map((row) => ({ ...row, where: `${place(file)}${row.where}` })),
            expected: null,
          };
        }
      }
    },
  };
}

/** The file's attributes, or the reason why it cannot be read. */
async function checkFile(
  path: string,
): Promise<{ file: Stats } | { why: string; cause?: unknown }> {
  try {
    const file = await stat(path);
    if (file.isDirectory()) return { why: 'it is a directory' };
    if (!file.isFile()) return { why: 'it is no ordinary file' };
    if (file.size > limits.bookmark.fileBytes)
      return { why: `it is larger than ${limits.bookmark.fileBytes / 1_000_000} MB` };
    await (await open(path)).close();
    return { file };
  } catch (error) {
    return { why: readFailure(error), cause: error };
  }
}

/** The reason why a file cannot be read, regardless of its content; null when it can. */
export async function bookmarkFileProblem(path: string): Promise<string | null> {
  const looked = await checkFile(path);
  return 'why' in looked ? looked.why : null;
}

async function readBytes(path: string, signal: AbortSignal) {
  signal.throwIfAborted();
  const looked = await checkFile(path);
  if ('why' in looked) throw refusal(path, looked.why, looked.cause);
  const bytes = await readFile(path, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw refusal(path, readFailure(error), error);
  });
  return { bytes, writtenAt: looked.file.mtime };
}

async function parseAll(
  files: readonly UploadedFile[],
  options: ParseOptions,
): Promise<ParsedBookmarkFile[]> {
  const parsed: ParsedBookmarkFile[] = [];
  for (const { name, bytes } of files) {
    const file = await parseBookmarkFile(name, bytes, options);
    if ('refusal' in file) throw refusal(name, file.refusal);
    parsed.push(file);
  }
  mergeSamePages(parsed);
  return parsed;
}

function readFailure(error: unknown): string {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  const code = hasCode ? String(error.code) : 'unknown error';
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  return `it cannot be read (${code})`;
}

function refusal(path: string, why: string, cause?: unknown): DomainError {
  return new DomainError('INVALID', `${path} is no export of bookmarks: ${why}.`, {
    reason: 'notABookmarkFile',
    facts: { file: path },
    cause,
  });
}
