// Conversion of the raw rows of a file to bookmarks, with notes about unreadable values.
import type {
  BookmarkFileOptions,
  DayMonthOrder,
  FileBookmark,
  LeftOutCode,
  LeftOutRow,
  NoteParams,
  ParsedBookmarkFile,
  RowNote,
} from '../../modules/sync/bookmarkFile.ts';
import {
  getHost,
  normaliseAddress,
} from '../../modules/catalogue/pageAddresses/normaliseAddress.ts';
import { limits } from '../../config/limits.ts';
import { cleanLine, decodeEntities } from '../../shared/cleanText.ts';
import { uniqueTags } from '../../shared/tagKey.ts';
import { readBookmark, webAddress } from '../readBookmark.ts';
import { findAddress } from './addressInText.ts';
import { unescapeFormula } from '../csvTable/csvTable.ts';
import { decideOrder, isEmptyDate, isPlausible, needsOrder, readDate } from './dates.ts';
import type { BrokenRow, RawRow } from './rawRow.ts';
import { splitTags, tagSeparator } from './tags.ts';
import { createHash } from 'node:crypto';

const firstId = 2 ** 52;

/**
 * A positive safe integer between 2^52 and 2^53, derived from the normalised address. Ids of Raindrop are far smaller, so the two
 * never collide.
 */
export function addressId(link: string): number {
  const digest = createHash('sha256').update(normaliseAddress(link)).digest();
  // 48 + 4 bits, as many as fit.
  return firstId + digest.readUIntBE(0, 6) * 16 + (digest.readUInt8(6) >> 4);
}

/** Maximum length of a row's value in a note. */
const toldCharacters = 200;

interface ResolveOptions extends BookmarkFileOptions {
  /** Date of bookmarks without one. */
  writtenAt: Date;
  now: Date;
  isOurs: boolean;
  hasOwnIds: boolean;
  tagSeparator: string | null;
}

const shortened = (text: string): string => text.trim().slice(0, toldCharacters).toWellFormed();

const leaveOut = (
  line: number,
  code: LeftOutCode,
  params: NoteParams,
  text: string,
): LeftOutRow => ({
  where: `line ${line}`,
  reason: reasonOf(code, params),
  line,
  code,
  params,
  text: shortened(text),
});

function reasonOf(code: LeftOutCode, params: NoteParams): string {
  const reasons: Record<LeftOutCode, string> = {
    addressMissing: 'the address is missing',
    addressUnreadable: 'the address cannot be read',
    addressLong: `the address is longer than ${params['most']} bytes`,
    addressSecret: 'the address holds a user name or a password',
    addressSuspicious: 'the address holds what stands behind a lost quotation mark',
    addressKind: `the address begins with ${params['scheme']} instead of http or https`,
    quoteOpen: 'a quotation mark is not closed',
    jsonBroken: 'its JSON is broken',
    rowLong: `it is longer than ${params['most']} characters`,
  };
  return reasons[code];
}

/** Order of day and month of a file's dates. */
export function dayMonthOrder(
  rows: readonly RawRow[],
  { dayMonthOrder: asked }: BookmarkFileOptions,
): ParsedBookmarkFile['dayMonthOrder'] {
  // Only digits with separators are ambiguous.
  const dates = rows
    .filter(({ created }) => /\d[/\-\u{2010}-\u{2015}\u{2212}]\d/u.test(created))
    .map(({ created }) => ({ created, reading: readDate(created) }));
  const example = dates.find(({ reading }) => needsOrder(reading))?.created.trim();
  if (example === undefined) return null;
  const decided = decideOrder(dates.map(({ reading }) => reading));
  return {
    order: decided ?? asked ?? 'dayFirst',
    isAmbiguous: decided === null && asked === undefined,
    example,
  };
}

/** Creates the resolver for the rows of one file. */
export function createRowResolver(
  rows: readonly RawRow[],
  order: DayMonthOrder,
  options: ResolveOptions,
): (row: RawRow) => FileBookmark | LeftOutRow {
  const separator =
    options.tagSeparator ??
    tagSeparator(rows.flatMap(({ tags }) => (typeof tags === 'string' ? [tags] : [])));
  const ids = createIdReader(rows, options.hasOwnIds);

  return (given) => {
    const row = options.isOurs ? withoutFormulaGuards(given) : withoutEntities(given);
    row.title ||= titleWithin(row.link);
    const notes = [...row.notes];
    const address = readAddress(row.link, notes);
    if (typeof address !== 'string')
      return leaveOut(row.line, address.code, address.params, row.link || row.title || row.excerpt);
    const createdAt = readCreated(row.created, order, options.now, notes);
    const id = ids(row, address, notes);
    const tags = readTags(row.tags, separator, notes);
    const reading = readBookmark({
      id: id.value,
      link: address,
      type: 'link',
      title:
        !options.isOurs && isAddressOf(row.title, address) ? '' : cut(row.title, 'titleCut', notes),
      excerpt: cut(row.excerpt, 'excerptCut', notes),
      note: cut(row.note, 'noteCut', notes),
      tags,
      cover: readCover(row.cover, notes),
      createdAt: createdAt ?? options.writtenAt,
    });
    if ('reason' in reading) return leaveOut(row.line, 'addressUnreadable', {}, row.link);
    // Old tags of the catalogue may contain commas: its own export restores them unchanged.
    if (options.isOurs) reading.bookmark.tags = uniqueTags(tags.map(cleanLine)).filter(Boolean);
    return {
      bookmark: reading.bookmark,
      line: row.line,
      folder: [...row.folder],
      otherFolders: [],
      isPrivate: row.isPrivate,
      isUnread: row.isUnread,
      hasOwnId: id.isOwn,
      hasDate: createdAt !== null,
      notes,
    };
  };
}

export const leaveOutBroken = ({ line, code, params, text }: BrokenRow): LeftOutRow =>
  leaveOut(line, code, params, text);

function withoutFormulaGuards(row: RawRow): RawRow {
  const { title, excerpt, note, link, cover, tags } = row;
  return {
    ...row,
    title: unescapeFormula(title),
    excerpt: unescapeFormula(excerpt),
    note: unescapeFormula(note),
    link: unescapeFormula(link),
    cover: unescapeFormula(cover),
    tags: typeof tags === 'string' ? unescapeFormula(tags) : tags,
  };
}

function withoutEntities(row: RawRow): RawRow {
  const { title, excerpt, note, folder, tags } = row;
  return {
    ...row,
    title: decodeEntities(title),
    excerpt: decodeEntities(excerpt),
    note: decodeEntities(note),
    link: row.link.replaceAll('&amp;', '&'),
    folder: folder.map(decodeEntities),
    tags: typeof tags === 'string' ? decodeEntities(tags) : tags.map(decodeEntities),
  };
}

const withoutScheme = /^(?:www\.)?[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u;

function readAddress(
  written: string,
  notes: RowNote[],
): string | { code: LeftOutCode; params: NoteParams } {
  const text = written.trim();
  if (text === '') return { code: 'addressMissing', params: {} };
  if (/^\/\/[\p{L}\d]/u.test(text)) {
    notes.push({ code: 'schemeAdded', params: { text: shortened(text) } });
    return readAddress(`https:${text}`, notes);
  }
  const inside = addressWithin(text);
  if (inside !== null) {
    notes.push({ code: 'addressRepaired', params: { text: shortened(text) } });
    return readAddress(inside, notes);
  }
  if (withoutScheme.test(text) && !/^[a-z]+:/i.test(text.replace(/:\d+(?=[/?#]|$)/, ''))) {
    notes.push({ code: 'schemeAdded', params: { text: shortened(text) } });
    return readAddress(`https://${text}`, notes);
  }
  if (isSuspicious(text)) return { code: 'addressSuspicious', params: {} };
  const address = webAddress(text);
  if (typeof address === 'string' && /\s/.test(text))
    notes.push({ code: 'addressRepaired', params: { text: shortened(text) } });
  return typeof address === 'string' ? address : addressFault(address.reason);
}

/** True for an address with traces of a lost quotation mark; a query may contain angle brackets and pairs of marks. */
const isSuspicious = (text: string): boolean =>
  /^https?:/i.test(text) &&
  /"|\s[a-z_]+=|\s<|<\/?(?:a|dt|dd|h3)[\s>]/i.test(text.replaceAll(/(?<=\?[^"]*)"[^"<>=]*"/g, ''));

/** Reader views and extensions of browsers show a page at an address of their own. */
const shownElsewhere =
  /^(?:view-source:|about:reader\?url=|[a-z-]+-extension:\/\/\S*?[#&?](?:uri|url)=)(https?(?::|%3a)\S+)$/i;

/**
 * The first address in a cell with other content: a Markdown link, a formula, words, several addresses. Null when the cell is one
 * address.
 */
function addressWithin(text: string): string | null {
  const [, shown] = shownElsewhere.exec(text) ?? [];
  if (shown !== undefined) return /%3a/i.test(shown.slice(0, 8)) ? decodeAddress(shown) : shown;
  const isOne = /^https?:/i.test(text)
    ? !/\shttps?:\/\//i.test(text)
    : /^[a-z][\w+.-]+:\S/i.test(text);
  if (isOne || isSuspicious(text)) return null;
  const inside = findAddress(text)?.address ?? null;
  return inside === text ? null : inside;
}

function decodeAddress(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The title of a Markdown link or a formula; of limited length, so that a run of brackets takes no longer than other text. */
const titleWithin = (link: string): string =>
  /\[([^\]]{1,500})\]\(http|HYPERLINK\("[^"]*"\s*[,;]\s*"([^"]*)"/i
    .exec(link)
    ?.slice(1)
    .find(Boolean) ?? '';

function addressFault(reason: string): { code: LeftOutCode; params: NoteParams } {
  const [, scheme] = /^the address begins with (\S+)/.exec(reason) ?? [];
  if (scheme !== undefined) return { code: 'addressKind', params: { scheme } };
  if (reason.includes('user name')) return { code: 'addressSecret', params: {} };
  if (reason.includes('longer'))
    return { code: 'addressLong', params: { most: limits.bookmark.addressBytes } };
  return { code: 'addressUnreadable', params: {} };
}

function readCreated(
  written: string,
  order: DayMonthOrder,
  now: Date,
  notes: RowNote[],
): Date | null {
  if (isEmptyDate(written)) return null;
  const reading = readDate(written);
  // An unambiguous date keeps its reading, whatever the order of the others.
  const date = reading[order] ?? reading.dayFirst ?? reading.monthFirst;
  if (date && isPlausible(date, now)) return date;
  notes.push({
    code: date ? 'dateOutOfRange' : 'dateUnreadable',
    params: { text: shortened(written) },
  });
  return null;
}

function cut(text: string, code: 'titleCut' | 'excerptCut' | 'noteCut', notes: RowNote[]): string {
  const most = code === 'titleCut' ? limits.bookmark.title : limits.bookmark.text;
  const trimmed = text.replaceAll(/\r\n?/g, '\n').trim();
  if (trimmed.length <= most) return trimmed;
  notes.push({ code, params: { most } });
  return trimmed.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
}

function readTags(tags: string | readonly string[], separator: string, notes: RowNote[]): string[] {
  const most = limits.bookmark.tag;
  const list = typeof tags === 'string' ? splitTags(tags, separator) : tags;
  return list.filter((tag) => {
    if (tag.trim().length <= most) return true;
    notes.push({ code: 'tagLeftOut', params: { most, text: shortened(tag) } });
    return false;
  });
}

function readCover(written: string, notes: RowNote[]): string {
  if (written.trim() === '') return '';
  const cover = webAddress(written);
  if (typeof cover === 'string') return cover;
  // Browsers write data in place of an address, which is no loss.
  if (!/^\s*(?:data:|<screenshot>)/i.test(written))
    notes.push({ code: 'pictureLeftOut', params: { text: shortened(written) } });
  return '';
}

/** Some programs use the address as the title of untitled bookmarks. */
function isAddressOf(title: string, address: string): boolean {
  const text = title.trim();
  if (text === address) return true;
  const full = /^https?:/i.test(text) ? text : `https://${text}`;
  return (
    !/\s/.test(text) &&
    text.includes('.') &&
    text.includes('/') &&
    getHost(full) !== '' &&
    normaliseAddress(full) === normaliseAddress(address)
  );
}

/** Spreadsheets keep fifteen digits of a number and replace the others by zeros. */
const roundedFrom = 1e15;

/** Ids count only in files of Loadout and Raindrop; other and invalid ids are derived from the address. */
function createIdReader(rows: readonly RawRow[], hasOwnIds: boolean) {
  const lineOf = new Map<number, number>();
  const large = rows.map(({ id }) => Number(id)).filter((id) => id >= roundedFrom);
  const areRounded = large.length > 1 && large.every((id) => id % 10 === 0);

  return (row: RawRow, address: string, notes: RowNote[]): { value: number; isOwn: boolean } => {
    const byAddress = { value: addressId(address), isOwn: false };
    const written = row.id.trim();
    if (!hasOwnIds || written === '') return byAddress;
    const text = shortened(written);
    const id = Number(written);
    if (!/^\d+$/.test(written) || !Number.isSafeInteger(id) || id === 0) {
      notes.push({ code: 'idUnreadable', params: { text } });
      return byAddress;
    }
    if (areRounded && id >= roundedFrom) {
      notes.push({ code: 'idUnreadable', params: { text } });
      return byAddress;
    }
    const line = lineOf.get(id);
    if (line !== undefined) {
      notes.push({ code: 'idTwice', params: { text, line } });
      return byAddress;
    }
    lineOf.set(id, row.line);
    return { value: id, isOwn: true };
  };
}
