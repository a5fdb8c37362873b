// CSV reader for bookmark exports; a broken row does not affect the others.
import { CsvError, parse } from 'csv-parse/sync';
import { limits } from '../../config/limits.ts';
import type { FileRow } from './fileRow.ts';
import { unescapeFormula } from './csvInjection.ts';
import { openLines, type Lines } from './lines.ts';

/** The columns of a Raindrop export; of these an import needs `url` only. */
export const raindropColumns = [
  'id',
  'title',
  'note',
  'excerpt',
  'url',
  'folder',
  'tags',
  'created',
  'cover',
  'highlights',
  'favorite',
] as const;

type Column = (typeof raindropColumns)[number];

/** How tables of other programs head these columns: Notion, browsers' add-ons, sheets that people have made. */
const columnAliases: Partial<Record<Column, readonly string[]>> = {
  title: ['name', 'название', 'имя', 'заголовок'],
  note: ['notes', 'comment', 'заметка', 'заметки', 'комментарий'],
  excerpt: ['description', 'описание'],
  url: ['link', 'website', 'ссылка', 'адрес'],
  tags: ['tag', 'теги', 'тег', 'метки'],
  created: ['created time', 'создано'],
};

/** A row, or the line of one that cannot be taken apart and why. */
export type CsvRow = { row: FileRow } | { line: number; reason: string };

/** A row as the quotation marks bound it: lines `from` up to, not including, `to`, counted from 0. */
interface RawRow {
  from: number;
  to: number;
  /** Null when a quotation mark is not closed within the length of a row. */
  text: string | null;
}

const maxRowCharacters = limits.bookmark.rowCharacters;
const tooLongReason = `it is longer than ${maxRowCharacters} characters`;

interface Table {
  lines: Lines;
  delimiter: string;
  names: string[];
}

/** Characters that are taken apart at once: far cheaper than row by row, no dearer than many, and a small part of a turn. */
const chunkCharacters = 4_096;

/**
 * The rows of a file, or why it is no export of bookmarks. Cells are separated by comma, semicolon or
 * tab; line ends inside a cell become LF. Null stands for a line of which there is nothing to say.
 */
export function readCsv(
  text: string,
  atOnce = chunkCharacters,
): { rows: Iterable<CsvRow | null> } | { refusal: string } {
  const lines = openLines(text);
  const delimiter = delimiterOf((lines(0) ?? '').slice(0, maxRowCharacters));
  const first = rawRowAt(lines, 0);
  const records = parseRows([first], delimiter);
  if (!records) return { refusal: `its first line is no header: ${quotationError(first)}` };
  const names = asRaindropNames((records[0] ?? []).map((name) => name.trim().toLowerCase()));
  if (!names.includes('url')) return { refusal: 'it has no column named url' };
  const twice = raindropColumns.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice) return { refusal: `it has two columns named ${twice}` };
  return { rows: rowsOf({ lines, delimiter, names }, first.to, atOnce) };
}

/** A column that has no name of Raindrop's has the first of the other names that is there. */
function asRaindropNames(names: readonly string[]): string[] {
  const renamed = [...names];
  for (const column of raindropColumns) {
    if (names.includes(column)) continue;
    const other = columnAliases[column]?.find((name) => names.includes(name));
    if (other !== undefined) renamed[names.indexOf(other)] = column;
  }
  return renamed;
}

function delimiterOf(header: string): string {
  const count = (letter: string) => header.split(letter).length;
  return [',', ';', '\t'].reduce((best, letter) => (count(letter) > count(best) ? letter : best));
}

/**
 * A lost quotation mark swallows the rows after it: reading goes on at the first line inside the
 * broken row that begins a sound one, or after the broken row when there is none.
 */
function* rowsOf(
  { lines, delimiter, names }: Table,
  first: number,
  atOnce: number,
): Generator<CsvRow | null> {
  let at = first;
  let brokenTo = first;
  let room = atOnce;
  while (lines(at) !== undefined) {
    if (isBlank(lines(at))) {
      yield null;
      at += 1;
      continue;
    }
    const pieces = rawRowsAt(lines, at, room);
    const records = parseRows(pieces, delimiter);
    // Behind a broken row they are taken apart one by one, and then more and more at once again.
    room = records ? Math.min(2 * room + 200, atOnce) : 0;
    if (!records && pieces.length > 1) continue;
    for (const [place, piece] of pieces.entries()) {
      const { from, to } = piece;
      const cells = records?.[place];
      if (cells?.length === names.length) {
        yield { row: rowFrom(cells, names, from + 1) };
        at = to;
        brokenTo = to;
        continue;
      }
      if (from < brokenTo) yield null;
      else {
        const width = `it has ${cells?.length} columns instead of ${names.length}`;
        yield { line: from + 1, reason: cells ? width : quotationError(piece) };
        brokenTo = to;
      }
      at = from + 1;
      room = 0;
      break;
    }
  }
}

const isBlank = (line: string | undefined): boolean => line?.trim() === '';

/** Rows that follow each other, at least one, until they fill the room or a line is blank. */
function rawRowsAt(lines: Lines, from: number, room: number): RawRow[] {
  const pieces = [rawRowAt(lines, from)];
  let [last] = pieces;
  let length = 0;
  while (last?.text) {
    length += last.text.length + 1;
    if (length >= room || lines(last.to) === undefined || isBlank(lines(last.to))) break;
    last = rawRowAt(lines, last.to);
    pieces.push(last);
  }
  return pieces;
}

/** The row that begins on this line: lines are added until the quotation marks are even, or it is too long for one. */
function rawRowAt(lines: Lines, from: number): RawRow {
  const parts: string[] = [];
  let isOdd = false;
  let length = 0;
  do {
    const line = lines(from + parts.length) ?? '';
    isOdd = hasOddQuotes(line) !== isOdd;
    length += line.length + 1;
    parts.push(line);
  } while (isOdd && length <= maxRowCharacters && lines(from + parts.length) !== undefined);
  return { from, to: from + parts.length, text: isOdd ? null : parts.join('\n') };
}

function hasOddQuotes(line: string): boolean {
  let isOdd = false;
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

/** The cells of each row; null when one of them is broken. Where quotation marks are even and none is misplaced, a row ends. */
function parseRows(pieces: readonly RawRow[], delimiter: string): string[][] | null {
  if (pieces.some(({ text }) => text === null || text.length > maxRowCharacters)) return null;
  const text = pieces.map((piece) => piece.text).join('\n');
  try {
    return parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true });
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

function quotationError({ text }: RawRow): string {
  if (text === null) return 'a quotation mark is not closed';
  return text.length > maxRowCharacters ? tooLongReason : 'a quotation mark is misplaced';
}

function rowFrom(cells: string[], names: string[], line: number): FileRow {
  const cell = (name: string) => unescapeFormula(cells[names.indexOf(name)] ?? '');
  return {
    line,
    id: cell('id'),
    title: cell('title'),
    excerpt: cell('excerpt'),
    note: cell('note'),
    link: cell('url'),
    tags: cell('tags'),
    cover: cell('cover'),
    created: cell('created'),
  };
}
