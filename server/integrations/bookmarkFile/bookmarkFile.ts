// Bookmark source for export files: Raindrop CSV or Netscape HTML.
import type { Stats } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import type { BookmarkPage, BookmarkSource } from '../../modules/sync/bookmarkProvider.ts';
import { limits } from '../../config/limits.ts';
import { DomainError } from '../../shared/domainError.ts';
import { createYieldingScheduler, type YieldingScheduler } from '../../shared/yieldingScheduler.ts';
import { readCsv } from './csvRows.ts';
import { decodeText } from '../../shared/decodeText.ts';
import { createRowReader, unreadableLine, type FileEntry } from './fileRow.ts';
import { htmlKind, readHtml } from './htmlRows.ts';

/** Entries, readable or not, that one page holds at most. */
const pageLength = 500;

/** So many files a refusal names. */
const maxNames = 10;

/**
 * Opens an export file; it is read when its pages are asked for, each time anew. A file that is no
 * export of bookmarks is refused with INVALID (reason `notABookmarkFile`) before the first page. A
 * bookmark without a date bears the time at which the file was written; folders are not kept.
 */
export function openBookmarkFile(path: string): BookmarkSource {
  return {
    kind: 'file',
    async *pages(signal) {
      const scheduler = createYieldingScheduler();
      const { text, writtenAt } = await readText(path, signal);
      await scheduler.next();
      yield* pagesOf(entriesOf(text, writtenAt, path), scheduler, signal);
    },
  };
}

/** A file that somebody handed over. */
export interface UploadedFile {
  /** As its owner calls it. */
  name: string;
  bytes: Uint8Array;
}

/**
 * Files that were handed over, as one source. The lines of several are told apart by the files' names; a bookmark that an
 * earlier file has is unreadable in a later one. Refuses what is no export of bookmarks, as a file on the disk, and what holds none.
 */
export function openUploadedFiles(files: readonly UploadedFile[], writtenAt: Date): BookmarkSource {
  return {
    kind: 'file',
    async *pages(signal) {
      const scheduler = createYieldingScheduler();
      const fileOf = new Map<number, string>();
      let hasEntries = false;
      for (const { name, bytes } of files) {
        const place = files.length > 1 ? `${name}, ` : '';
        const text = decode(bytes, name);
        await scheduler.next();
        const entries = Iterator.from(entriesOf(text, writtenAt, name)).map((entry) => {
          if (entry === null) return null;
          hasEntries = true;
          if ('unreadable' in entry) {
            const { where, reason } = entry.unreadable;
            return { unreadable: { where: `${place}${where}`, reason } };
          }
          const { id, title } = entry.bookmark;
          const other = fileOf.get(id);
          if (other === undefined) {
            fileOf.set(id, name);
            return entry;
          }
          const reason = `${other} has the same bookmark`;
          return { unreadable: { where: `${place}${title}`, reason } };
        });
        yield* pagesOf(entries, scheduler, signal);
      }
      if (!hasEntries) throw refusal(namesOf(files), 'it holds none');
    },
  };
}

/** The first names, for a sentence. */
function namesOf(files: readonly UploadedFile[]): string {
  const names = files.slice(0, maxNames).map(({ name }) => name);
  return [...names, ...(files.length > maxNames ? ['…'] : [])].join(', ');
}

async function* pagesOf(
  entries: Iterable<FileEntry | null>,
  scheduler: YieldingScheduler,
  signal: AbortSignal,
): AsyncGenerator<BookmarkPage> {
  let page = emptyPage();
  for (const entry of entries) {
    if (entry && 'bookmark' in entry) page.bookmarks.push(entry.bookmark);
    else if (entry) page.unreadable.push(entry.unreadable);
    if (page.bookmarks.length + page.unreadable.length === pageLength) {
      yield page;
      signal.throwIfAborted();
      page = emptyPage();
    }
    const rest = scheduler.next();
    if (!rest) continue;
    await rest;
    // Of a file whose lines say nothing no page is ever full.
    signal.throwIfAborted();
  }
  yield page;
}

function emptyPage(): BookmarkPage {
  return { bookmarks: [], unreadable: [], expected: null };
}

/** The file as the disk has it, or why it cannot be read. */
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

/** Why a file cannot be read, whatever it holds; null where it can. */
export async function bookmarkFileProblem(path: string): Promise<string | null> {
  const looked = await checkFile(path);
  return 'why' in looked ? looked.why : null;
}

async function readText(path: string, signal: AbortSignal) {
  signal.throwIfAborted();
  const looked = await checkFile(path);
  if ('why' in looked) throw refusal(path, looked.why, looked.cause);
  const bytes = await readFile(path, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw refusal(path, readFailure(error), error);
  });
  return { text: decode(bytes, path), writtenAt: looked.file.mtime };
}

function decode(bytes: Uint8Array, path: string): string {
  const text = decodeText(bytes);
  if (text === null) throw refusal(path, 'it is not text in UTF-8, UTF-16 or Windows-1251');
  if (text.includes('\0')) throw refusal(path, 'it is not text');
  if (text.trim() === '') throw refusal(path, 'it is empty');
  return text;
}

/** The entries of a file; null stands for a line of which there is nothing to say, behind which others have a turn all the same. */
function entriesOf(text: string, writtenAt: Date, path: string): Iterable<FileEntry | null> {
  const read = createRowReader(writtenAt);
  const kind = htmlKind(text);
  if (kind === 'bookmarks') return readHtml(text).map((row) => row && read(row));
  if (kind === 'other') throw refusal(path, 'it is HTML, but no Netscape bookmark file');
  const csv = readCsv(text);
  if ('refusal' in csv) throw refusal(path, csv.refusal);
  return Iterator.from(csv.rows).map((line) => {
    if (line === null) return null;
    return 'row' in line ? read(line.row) : unreadableLine(line.line, line.reason);
  });
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
