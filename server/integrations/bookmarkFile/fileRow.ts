// Conversion of CSV rows and HTML entries to bookmarks.
import type { Bookmark, UnreadableBookmark } from '../../modules/sync/bookmarkProvider.ts';
import { readBookmark, webAddress } from '../readBookmark.ts';
import { addressId } from './addressId.ts';

/** One bookmark as a file wrote it; every value is text, and an empty one is missing. */
export interface FileRow {
  /** Line on which the row begins, from 1. */
  line: number;
  id: string;
  title: string;
  excerpt: string;
  note: string;
  link: string;
  tags: string;
  cover: string;
  created: string;
}

/** A row of the file: a bookmark, or why it is none. */
export type FileEntry = { bookmark: Bookmark } | { unreadable: UnreadableBookmark };

export function unreadableLine(line: number, reason: string): FileEntry {
  return { unreadable: { where: `line ${line}`, reason } };
}

/**
 * Makes the reader of one file's rows. `writtenAt` is the time of a bookmark that bears none. It
 * remembers the ids of the file, so that the second bookmark with an id is unreadable.
 */
export function createRowReader(writtenAt: Date): (row: FileRow) => FileEntry {
  const lineOfId = new Map<number, number>();

  return (row) => {
    const unreadable = (reason: string) => unreadableLine(row.line, reason);
    const hasId = row.id.trim() !== '';
    const link = webAddress(row.link);
    if (typeof link !== 'string') return unreadable(link.reason);
    const id = hasId ? readId(row.id) : addressId(link);
    if (id === null) return unreadable('the id is not a positive whole number');
    const createdAt = row.created.trim() === '' ? writtenAt : readDate(row.created);
    if (createdAt === null) return unreadable('the date is neither ISO 8601 nor Unix time');
    const tags = row.tags.split(',');
    const reading = readBookmark({ ...row, id, link, tags, type: 'link', createdAt });
    if ('reason' in reading) return unreadable(reading.reason);
    const other = lineOfId.get(id);
    if (other !== undefined) {
      return unreadable(
        hasId
          ? `the id ${id} stands on line ${other} already`
          : `the same page stands on line ${other} already, and no id tells them apart`,
      );
    }
    lineOfId.set(id, row.line);
    return reading;
  };
}

function readId(text: string): number | null {
  const id = Number(text);
  return /^\s*\d+\s*$/.test(text) && Number.isSafeInteger(id) && id > 0 ? id : null;
}

const isoDate =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/i;
/** As Notion writes it in English: November 3, 2025 10:12 AM. */
const wordedDate = /^[a-z]+ (\d{1,2}), \d{4}(?: \d{1,2}:\d\d [ap]m)?$/i;
const afterAll = Date.UTC(2200, 0, 1);

/**
 * ISO 8601 or an English date in words (UTC where it names no zone), or Unix time in seconds, milliseconds or microseconds, between
 * 1970 and 2200; null for anything else, days that do not exist included.
 */
function readDate(text: string): Date | null {
  const date = /^\s*\d+\s*$/.test(text) ? fromUnix(Number(text)) : fromWords(text.trim());
  const time = date?.getTime() ?? Number.NaN;
  return time >= 0 && time < afterAll ? date : null;
}

function fromUnix(value: number): Date {
  if (value < afterAll / 1_000) return new Date(value * 1_000);
  return new Date(value < afterAll ? value : value / 1_000);
}

function fromWords(text: string): Date | null {
  const [, day] = wordedDate.exec(text) ?? [];
  if (day === undefined) return fromIso(text);
  const date = new Date(`${text} UTC`);
  // 30 February would silently become 1 March.
  return date.getUTCDate() === Number(day) ? date : null;
}

function fromIso(text: string): Date | null {
  const [, day = '', time = '00:00', zone = 'Z'] = isoDate.exec(text) ?? [];
  const midnight = new Date(`${day}T00:00Z`);
  // 30 February would silently become 1 March.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(day)) return null;
  return new Date(`${day}T${time}${zone.toUpperCase()}`);
}
