// Layout of a table of bookmarks: its header and the field of each column.
import type { BookmarkFileFormat } from '../../modules/sync/bookmarkFile.ts';
import { holdsAddress } from './addressInText.ts';
import { isEmptyDate, readDate } from './dates.ts';
import {
  fieldColumns,
  fieldName,
  notionFileName,
  tableFormats,
  type Field,
  type TableFormat,
} from './formats.ts';

export interface TableLayout {
  format: BookmarkFileFormat;
  known: TableFormat | null;
  columns: Record<Field, readonly number[]>;
  /** Cells of the header; empty without one. */
  header: readonly string[];
  /** True when rows are lines of prose, whatever the delimiter. */
  isProse: boolean;
  /** Records before the first row. */
  headerLength: number;
  ignoredColumns: string[];
}

/** Number of records in which the header is searched, since there may be a heading above it. */
const headerPlaces = 5;

const address = /^\s*(?:https?:\/\/|www\.)\S/i;

const isAddress = (cell: string | undefined): boolean => address.test(cell ?? '');

/** The layout from the first records; null for a table without addresses. */
export function findLayout(
  records: readonly (readonly string[])[],
  fileName: string,
): TableLayout | null {
  for (const [place, cells] of records.slice(0, headerPlaces).entries()) {
    const columns = fieldColumns(cells.map(fieldName));
    if (columns.link.length > 0 && !cells.some(holdsAddress))
      return withHeader(columns, cells, place + 1, records.slice(place + 1), fileName);
  }
  if (isProse(records)) return proseLayout;
  const link = addressColumn(records);
  if (link === null) return null;
  const [first = []] = records;
  if (!first.some(holdsAddress)) {
    const columns = { ...fieldColumns(first.map(fieldName)), link: [link] };
    return withHeader(columns, first, 1, records.slice(1), fileName);
  }
  const title = link === 0 ? 1 : 0;
  return {
    format: 'csv',
    known: null,
    columns: { ...fieldColumns([]), link: [link], title: [title] },
    header: [],
    isProse: false,
    headerLength: 0,
    ignoredColumns: first.length > 2 ? first.slice(2).map((_, at) => String(at + 3)) : [],
  };
}

/** True when names and addresses share cells more often than addresses have cells of their own. */
function isProse(records: readonly (readonly string[])[]): boolean {
  const alone = records.filter((cells) => cells.some(isAddress)).length;
  const held = records.filter((cells) => cells.some(holdsAddress)).length;
  return held > 2 * alone && 2 * held >= records.length;
}

const proseLayout: TableLayout = {
  format: 'csv',
  known: null,
  columns: { ...fieldColumns([]), link: [0] },
  header: [],
  isProse: true,
  headerLength: 0,
  ignoredColumns: [],
};

function withHeader(
  found: Record<Field, readonly number[]>,
  header: readonly string[],
  headerLength: number,
  rows: readonly (readonly string[])[],
  fileName: string,
): TableLayout {
  const names = header.map(fieldName);
  const known = tableFormats.find(({ columns }) => columns.every((name) => names.includes(name)));
  const isNotion = notionFileName.test(fileName);
  const isKnown = known !== undefined && known.format !== 'notion';
  const columns = known?.fields
    ? fieldColumns(names.map((name) => known.fields?.[name] ?? name))
    : isKnown
      ? found
      : byContents(found, header, rows);
  const used = new Set(Object.values(columns).flat());
  return {
    format: known?.format ?? (isNotion ? 'notion' : 'csv'),
    known: known ?? null,
    columns,
    header,
    isProse: false,
    headerLength,
    ignoredColumns: isKnown
      ? []
      : header.filter((name, place) => !used.has(place) && name.trim() !== ''),
  };
}

/** Recognises columns with arbitrary names, such as database properties, by their content. */
function byContents(
  found: Record<Field, readonly number[]>,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Record<Field, readonly number[]> {
  const columns = { ...found };
  const used = new Set(Object.values(found).flat());
  const free = header.flatMap((_, place) => (used.has(place) ? [] : [place]));
  const take = (field: Field, holds: (cells: readonly string[]) => boolean) => {
    if (columns[field].length > 0) return;
    const place = free.find((column) => {
      const cells = rows.map((row) => row[column]?.trim() ?? '').filter((cell) => cell !== '');
      return cells.length > 0 && holds(cells);
    });
    if (place === undefined) return;
    columns[field] = [place];
    free.splice(free.indexOf(place), 1);
  };
  take('title', (cells) => cells.some((cell) => /\p{L}/u.test(cell) && !isAddress(cell)));
  take('created', (cells) => cells.every(isDate));
  take(
    'tags',
    (cells) =>
      cells.some((cell) => cell.includes(',')) &&
      cells.every((cell) => cell.split(',').every((part) => /^\s*\S+(?: \S+){0,2}\s*$/.test(part))),
  );
  return columns;
}

const isDate = (cell: string): boolean =>
  !/^[\d.,]+$/.test(cell.replaceAll(/\d+\.\d+\.\d+/g, '')) &&
  !isEmptyDate(cell) &&
  Object.values(readDate(cell)).some((date) => date !== null);

/** The column with an address in at least half of the records. */
function addressColumn(records: readonly (readonly string[])[]): number | null {
  const counts = new Map<number, number>();
  for (const cells of records)
    for (const [place, cell] of cells.entries())
      if (isAddress(cell)) counts.set(place, (counts.get(place) ?? 0) + 1);
  const [best] = [...counts].toSorted(([, one], [, other]) => other - one);
  return best && best[1] * 2 >= records.length - 1 ? best[0] : null;
}
