// CSV tables as spreadsheets read and write them: dialect, cells, protection against CSV injection.
import { CsvError, parse } from 'csv-parse/sync';

interface Line {
  /** First line of the row, from 1. */
  line: number;
  cells: string[];
}

/** The header and rows of a table, or the line of a syntax error. */
type CsvTable = { header: string[]; lines: Line[]; hasMore: boolean } | { brokenAt: number };

/**
 * Parses a table separated by commas, semicolons, tabs or bars, with or without Excel's `sep=` line. Stops after `maxRows` rows,
 * empty ones included; `hasMore` tells if it stopped. Cells are trimmed.
 */
export function readCsvTable(given: string, maxRows: number): CsvTable {
  const { delimiter, start, skippedLines } = csvDialect(given);
  const text = given.slice(start).replaceAll(/\r\n?/g, '\n');
  try {
    const found = parse(text, {
      delimiter,
      record_delimiter: '\n',
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      // The header, the rows, and one more that shows whether there are more.
      to: maxRows + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    let before = 0;
    const lines = found.map(({ record, info }) => {
      // A cell may contain line ends: the row begins after the previous one.
      const line = Math.max(before + 1, info.lines - record.join('').split('\n').length + 1);
      before = info.lines;
      return {
        line: line + skippedLines,
        cells: record.map((cell) => unescapeFormula(cell.trim())),
      };
    });
    const [first, ...rest] = lines;
    return {
      header: first?.cells ?? [],
      hasMore: rest.length > maxRows,
      lines: rest.slice(0, maxRows).filter(({ cells }) => cells.some((cell) => cell !== '')),
    };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const { lines } = error as unknown as { lines?: unknown };
    return { brokenAt: skippedLines + (typeof lines === 'number' ? lines : 1) };
  }
}

const quoted = (cell: string): string =>
  /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** A table in UTF-8 with a byte order mark, so that spreadsheets read Russian, with CRLF; cells are escaped against formulas. */
export const writeCsvTable = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map((cell) => quoted(escapeFormula(cell))).join(',')}\r\n`).join('')}`;

const delimiters = [',', ';', '\t', '|'];

/** Maximum number of lines in which a delimiter is searched. */
const lookedAt = 10;

/** Separator line that Excel writes before the header. */
const separatorLine = /^\u{FEFF}?"?sep=(.|\\t)"?\s*(?:\r\n?|\n|$)/iu;

export interface CsvDialect {
  delimiter: string;
  /** Offset of the header, after the byte order mark and the separator line. */
  start: number;
  /** Lines before the header. */
  skippedLines: number;
}

const countIn = (text: string, delimiter: string): number =>
  text.replaceAll(/"[^"]*"/g, '').split(delimiter).length - 1;

/** Detects the dialect: the separator line decides, else the most frequent delimiter in the header. */
export function csvDialect(text: string): CsvDialect {
  const [line, separator] = separatorLine.exec(text.slice(0, 20)) ?? [];
  if (line !== undefined && separator !== undefined)
    return {
      delimiter: separator === String.raw`\t` ? '\t' : separator,
      start: line.length,
      skippedLines: /[\r\n]/.test(line) ? 1 : 0,
    };
  const lines = text.slice(0, 20_000).split(/\r\n?|\n/, lookedAt);
  const mostFrequent = (part: string) =>
    delimiters.reduce((best, delimiter) =>
      countIn(part, delimiter) > countIn(part, best) ? delimiter : best,
    );
  const header = lines[0] ?? '';
  const hasDelimiter = delimiters.some((delimiter) => countIn(header, delimiter) > 0);
  return {
    delimiter: mostFrequent(hasDelimiter ? header : lines.join('\n')),
    start: text.startsWith('\u{FEFF}') ? 1 : 0,
    skippedLines: 0,
  };
}

/** Escapes a cell that a spreadsheet would run; `unescapeFormula` reverts it. */
export const escapeFormula = (cell: string): string =>
  /^'*[=+\-@＝＋－＠\t\r]/.test(cell) ? `'${cell}` : cell;

/** Reverts `escapeFormula`; other cells stay unchanged. */
export const unescapeFormula = (cell: string): string =>
  /^'+[=+\-@＝＋－＠\t\r]/.test(cell) ? cell.slice(1) : cell;
