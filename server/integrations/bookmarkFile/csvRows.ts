// Reads a CSV export row by row, so that a broken row costs itself only.
import { CsvError, parse } from 'csv-parse/sync';
import type { FileRow } from './fileRow.ts';
import { withoutGuard } from './formulaGuard.ts';
import { splitLines } from './lines.ts';

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

/** A row, or the line of one that cannot be taken apart and why. */
export type CsvRow = { row: FileRow } | { line: number; reason: string };

/** One row as the quotes bound it: lines `from` up to, not including, `to`, counted from 0. */
interface Piece {
  from: number;
  to: number;
  cells: string[];
  /** Why it is no row; null when it is one. */
  fault: string | null;
}

/**
 * The rows of a file, or why it is no export of bookmarks. Cells are separated by comma, semicolon or
 * tab; line ends inside a cell become LF.
 */
export function readCsv(text: string): { rows: Iterable<CsvRow> } | { refusal: string } {
  const lines = splitLines(text);
  const delimiter = delimiterOf(lines[0] ?? '');
  const header = pieceAt(lines, 0, delimiter);
  const names = header.cells.map((name) => name.trim().toLowerCase());
  if (header.fault !== null) return { refusal: `its first line is no header: ${header.fault}` };
  if (!names.includes('url')) return { refusal: 'it has no column named url' };
  const twice = raindropColumns.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice) return { refusal: `it has two columns named ${twice}` };
  return { rows: rowsOf(lines, header.to, delimiter, names) };
}

function delimiterOf(header: string): string {
  const count = (letter: string) => header.split(letter).length;
  return [',', ';', '\t'].reduce((best, letter) => (count(letter) > count(best) ? letter : best));
}

function* rowsOf(
  lines: string[],
  first: number,
  delimiter: string,
  names: string[],
): Generator<CsvRow> {
  let at = first;
  while (at < lines.length) {
    if (lines[at]?.trim() === '') {
      at += 1;
      continue;
    }
    const piece = pieceAt(lines, at, delimiter, names.length);
    if (piece.fault === null) {
      yield { row: rowFrom(piece.cells, names, at + 1) };
      at = piece.to;
    } else {
      const next = recover(lines, piece, delimiter, names.length);
      yield { line: at + 1, reason: piece.fault };
      at = next;
    }
  }
}

/**
 * A lost quotation mark swallows the rows after it: reading goes on at the first line inside the
 * broken row that begins a sound one, or after the broken row when there is none.
 */
function recover(lines: string[], broken: Piece, delimiter: string, width: number): number {
  for (let line = broken.from + 1; line < broken.to; line += 1) {
    if (lines[line]?.trim() !== '' && pieceAt(lines, line, delimiter, width).fault === null)
      return line;
  }
  return broken.to;
}

/** The row that begins on this line: lines are added until the quotation marks are even. */
function pieceAt(lines: string[], from: number, delimiter: string, width?: number): Piece {
  let to = from;
  let isOdd = false;
  do {
    isOdd = hasOddQuotes(lines[to] ?? '') !== isOdd;
    to += 1;
  } while (isOdd && to < lines.length);
  if (isOdd) return { from, to, cells: [], fault: 'a quotation mark is not closed' };
  const cells = getCells(lines.slice(from, to).join('\n'), delimiter);
  if (cells === null) return { from, to, cells: [], fault: 'a quotation mark is misplaced' };
  const isWhole = width === undefined || cells.length === width;
  const fault = isWhole ? null : `it has ${cells.length} columns instead of ${width}`;
  return { from, to, cells, fault };
}

function hasOddQuotes(line: string): boolean {
  let isOdd = false;
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

function getCells(text: string, delimiter: string): string[] | null {
  try {
    const [cells = [], ...rest] = parse(text, { delimiter, record_delimiter: '\n' });
    return rest.length === 0 ? cells : null;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

function rowFrom(cells: string[], names: string[], line: number): FileRow {
  const cell = (name: string) => withoutGuard(cells[names.indexOf(name)] ?? '');
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
