// Rows of an imported CSV table, with the errors of its header and lines.
import { decodeText } from './decodeText.ts';
import { DomainError } from './domainError.ts';

/** Port for reading and writing CSV. */
export interface TableFiles {
  /** Stops after `maxRows` rows; `hasMore` tells if it stopped. */
  read(
    text: string,
    maxRows: number,
  ):
    | { header: string[]; lines: { line: number; cells: string[] }[]; hasMore: boolean }
    | { brokenAt: number };
  write(rows: readonly (readonly string[])[]): string;
}

export interface TableError {
  /** From 1, the header. */
  line: number;
  /** Null for the whole line. */
  column: string | null;
  code: string;
}

/** A row of a file: its cells by column name. */
export interface RowCells {
  line: number;
  cells: Map<string, string>;
}

export const tableError = (line: number, column: string | null, code: string): TableError => ({
  line,
  column,
  code,
});

/** @throws DomainError INVALID (`unknownEncoding`) */
export function tableText(table: string | Uint8Array): string {
  const text = typeof table === 'string' ? table : decodeText(table)?.text;
  if (text !== undefined) return text;
  throw new DomainError(
    'INVALID',
    'The file cannot be read as text. Save it as CSV in UTF-8, UTF-16 or Windows-1251',
    { reason: 'unknownEncoding' },
  );
}

interface Columns {
  /** The error code of a forbidden column; null for a known one. */
  refuse(name: string): string | null;
  required: readonly string[];
  maxRows: number;
}

/** A named column, and its position in a line. */
interface NamedColumn {
  name: string;
  index: number;
}

function headerErrors(
  columns: readonly NamedColumn[],
  { refuse, required }: Columns,
): TableError[] {
  const seen = Map.groupBy(columns, ({ name }) => name);
  return [
    ...columns.flatMap(({ name }) => {
      const code = refuse(name);
      return code === null ? [] : [tableError(1, name, code)];
    }),
    ...[...seen]
      .filter(([, those]) => those.length > 1)
      .map(([name]) => tableError(1, name, 'columnTwice')),
    ...required
      .filter((name) => !seen.has(name))
      .map((name) => tableError(1, name, 'columnMissing')),
  ];
}

/** The rows of a table; none when the header or the shape of a line is wrong. */
export function readTableRows(
  files: Pick<TableFiles, 'read'>,
  text: string,
  expected: Columns,
): { rows: RowCells[]; errors: TableError[] } {
  const table = files.read(text, expected.maxRows);
  if ('brokenAt' in table)
    return { rows: [], errors: [tableError(table.brokenAt, null, 'broken')] };
  // Spreadsheets leave unnamed columns behind.
  const columns = table.header
    .map((name, index): NamedColumn => ({ name: name.trim().toLowerCase(), index }))
    .filter(({ name }) => name !== '');
  const errors = headerErrors(columns, expected);
  if (table.hasMore) errors.push(tableError(expected.maxRows + 2, null, 'tooManyRows'));
  // An unquoted comma would shift a cell into the next column.
  for (const { line, cells } of table.lines)
    if (cells.length > table.header.length) errors.push(tableError(line, null, 'tooManyCells'));
  if (errors.length > 0) return { rows: [], errors };
  const rows = table.lines.map(({ line, cells }) => ({
    line,
    cells: new Map(columns.map(({ name, index }) => [name, cells[index] ?? ''])),
  }));
  return { rows, errors };
}
