// Splitting of CSV into records; a lost or misplaced quotation mark affects its own row only.
import { limits } from '../../config/limits.ts';

/** Returns a line by its index from 0; undefined after the last. */
type Lines = (at: number) => string | undefined;

/**
 * Lines without their ends (CRLF, LF or CR); an empty last line is omitted. Split lazily, since splitting a long text at once would
 * block other requests.
 */
function openLines(text: string): Lines {
  const end = /\r\n|\n|\r/g;
  const lines: string[] = [];
  let next = 0;
  return (at) => {
    while (lines.length <= at && next < text.length) {
      const found = end.exec(text);
      lines.push(text.slice(next, found?.index));
      next = found ? end.lastIndex : text.length;
    }
    return lines[at];
  };
}

export interface CsvRecord {
  /** Line on which it begins, from 0. */
  line: number;
  cells: string[];
  /** A quotation mark was not closed; the record is its first line without the mark. */
  isRepaired: boolean;
  isTooLong: boolean;
}

const maxCharacters = limits.bookmark.rowCharacters;

/** Records in order; null for a blank line. */
export function* csvRecords(text: string, delimiter: string): Generator<CsvRecord | null> {
  const lines = openLines(text);
  let width = 0;
  for (let at = 0; lines(at) !== undefined;) {
    const line = lines(at)!;
    if (line.trim() === '') {
      yield null;
      at += 1;
      continue;
    }
    if (line.length > maxCharacters) {
      yield { line: at, cells: [line.slice(0, 200)], isRepaired: false, isTooLong: true };
      at += 1;
      continue;
    }
    const record = readRecord(lines, at, delimiter, width);
    yield record
      ? { line: at, cells: record.cells, isRepaired: false, isTooLong: false }
      : { line: at, cells: splitLine(line, delimiter).cells, isRepaired: true, isTooLong: false };
    width = Math.max(width, record?.cells.length ?? 0);
    at = record?.to ?? at + 1;
  }
}

const address = /^\s*"?https?:\/\//i;

/** True for a line that starts a record: it contains an address and has the usual number of cells, or an open cell. */
function looksLikeRecord(line: string, delimiter: string, width: number): boolean {
  if (width < 2 || !line.includes('://')) return false;
  const { cells, isMisquoted, openAt } = splitLine(line, delimiter);
  const isWhole = openAt === -1 ? cells.length === width : openAt > 0;
  const sound = openAt === -1 ? cells : cells.slice(0, openAt);
  return isWhole && !isMisquoted && sound.some((cell) => address.test(cell));
}

/**
 * The record that starts on a line; null when a quotation mark is not closed, or a later line shows that one was lost.
 * @param width cells of the widest record before
 */
function readRecord(
  lines: Lines,
  from: number,
  delimiter: string,
  width: number,
): { cells: string[]; to: number } | null {
  const cells: string[] = [];
  let at = from;
  let line = lines(at)!;
  let length = line.length;
  for (let place = 0; ;) {
    const quote = quoteAt(line, place);
    const parts: string[] = [];
    let start = quote === -1 ? place : quote + 1;
    let closing = quote === -1 ? place : closingQuote(line, start, delimiter, at > from);
    while (closing === -1) {
      parts.push(line.slice(start));
      at += 1;
      line = lines(at) ?? '';
      length += line.length + 1;
      if (lines(at) === undefined || length > maxCharacters) return null;
      if (looksLikeRecord(line, delimiter, width)) return null;
      start = 0;
      closing = closingQuote(line, start, delimiter, true);
    }
    if (closing === null) return null;
    const end = line.indexOf(delimiter, closing);
    const stop = end === -1 ? line.length : end;
    if (quote === -1) cells.push(line.slice(place, stop));
    else cells.push([...parts, line.slice(start, closing)].join('\n').replaceAll('""', '"'));
    if (end === -1) return { cells, to: at + 1 };
    place = end + 1;
  }
}

/** Position of the quotation mark that opens the cell at a position; -1 for an unquoted cell. */
function quoteAt(text: string, place: number): number {
  let at = place;
  while (text[at] === ' ') at += 1;
  return text[at] === '"' ? at : -1;
}

/**
 * Position of the mark that closes a cell; -1 without one in this text. A mark inside a cell is kept; null for one on a later line,
 * which opens another cell and shows that an earlier mark was lost.
 */
function closingQuote(
  text: string,
  from: number,
  delimiter: string,
  isLaterLine: boolean,
): number | null {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] === '"') {
      at += 1;
      continue;
    }
    let next = at + 1;
    while (text[next] === ' ') next += 1;
    if (next >= text.length || text[next] === delimiter) return at;
    if (isLaterLine) return null;
  }
  return -1;
}

/**
 * The cells of one line without marks that do not close on it (`openAt` is the cell of the first). `isMisquoted`: a mark is inside
 * a cell.
 */
function splitLine(line: string, delimiter: string) {
  const cells: string[] = [];
  let openAt = -1;
  let isMisquoted = false;
  for (let place = 0; place <= line.length;) {
    const quote = quoteAt(line, place);
    const closing = quote === -1 ? -1 : closingQuote(line, quote + 1, delimiter, false);
    const isQuoted = closing !== null && closing !== -1;
    const end = line.indexOf(delimiter, isQuoted ? closing : place);
    const stop = end === -1 ? line.length : end;
    cells.push(
      isQuoted
        ? line.slice(quote + 1, closing).replaceAll('""', '"')
        : line.slice(quote === -1 ? place : quote + 1, stop),
    );
    if (quote !== -1 && !isQuoted && openAt === -1) openAt = cells.length - 1;
    isMisquoted ||= quote === -1 && line.slice(place, stop).includes('"');
    place = stop + 1;
  }
  return { cells, openAt, isMisquoted };
}
