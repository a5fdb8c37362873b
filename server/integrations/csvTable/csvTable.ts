// Tables as spreadsheets read and write them, whatever they are about.
import { CsvError, parse } from 'csv-parse/sync';
import { withGuard, withoutGuard } from '../bookmarkFile/formulaGuard.ts';

interface Line {
  /** Where it begins, counted from 1. */
  line: number;
  cells: string[];
}

/** The lines of a table with its header first, or the line at which it cannot be taken apart. */
export type CsvTable = { header: string[]; lines: Line[] } | { brokenAt: number };

const delimiters = [',', ';', '\t'];

const delimiterOf = (header: string): string => {
  const count = (letter: string) => header.split(letter).length;
  return delimiters.reduce((best, letter) => (count(letter) > count(best) ? letter : best));
};

/** Reads a table whose cells are parted by comma, semicolon or tab. Cells lose the spaces around them. */
export function readCsvTable(given: string): CsvTable {
  const text = given.replace(/^\uFEFF/u, '').replaceAll(/\r\n?/g, '\n');
  try {
    const found = parse(text, {
      delimiter: delimiterOf(text.slice(0, text.indexOf('\n') >>> 0)),
      record_delimiter: '\n',
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    let before = 0;
    const lines = found.map(({ record, info }) => {
      // A cell may hold line ends: the row begins behind the one before.
      const line = Math.max(before + 1, info.lines - record.join('').split('\n').length + 1);
      before = info.lines;
      return { line, cells: record.map((cell) => withoutGuard(cell.trim())) };
    });
    const [first, ...rest] = lines;
    return {
      header: first?.cells ?? [],
      lines: rest.filter(({ cells }) => cells.some((cell) => cell !== '')),
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as unknown as { lines?: unknown };
    return { brokenAt: typeof lines === 'number' ? lines : 1 };
  }
}

const quoted = (cell: string): string =>
  /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** A table in UTF-8 with its mark, so that a spreadsheet reads Russian; CRLF; no cell begins as a formula would. */
export const writeCsvTable = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map((cell) => quoted(withGuard(cell))).join(',')}\r\n`).join('')}`;
