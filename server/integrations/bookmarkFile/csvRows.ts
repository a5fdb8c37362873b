// Rows of CSV tables.
import { limits } from '../../config/limits.ts';
import type { BookmarkFileFormat, RowNote } from '../../modules/sync/bookmarkFile.ts';
import { csvDialect, type CsvDialect } from '../csvTable/csvTable.ts';
import { csvRecords, type CsvRecord } from './csvRecords.ts';
import { findAddress, holdsAddress, wordsAround } from './addressInText.ts';
import { fieldColumns, fieldName, type Field } from './formats.ts';
import { folderPath, isMarkedPrivate, isTrue, isUnreadMark } from './marks.ts';
import { emptyRow, type RawEntry, type RawRow } from './rawRow.ts';
import { splitTags, tagSeparator } from './tags.ts';
import { findLayout, type TableLayout } from './tableLayout.ts';

/** Number of records from which the layout is recognised. */
const lookedAt = 20;

export interface RawFile {
  format: BookmarkFileFormat;
  /** Separator of tags; null to detect it. */
  tagSeparator: string | null;
  /** True when the ids are those of Raindrop or of this catalogue. */
  hasIds: boolean;
  ignoredColumns: string[];
  entries: Iterable<RawEntry>;
}

/** The rows of a table, or the reason why it is no export of bookmarks. */
export function readCsv(given: string, fileName: string): RawFile | { refusal: string } {
  const pairs = titlesOverAddresses(given);
  if (pairs)
    return {
      format: 'csv',
      tagSeparator: null,
      hasIds: false,
      ignoredColumns: [],
      entries: pairs,
    };
  const text = withoutBackslashes(given);
  const dialect = csvDialect(text);
  const records = csvRecords(text.slice(dialect.start), dialect.delimiter);
  const beginning: CsvRecord[] = [];
  while (beginning.length < lookedAt) {
    const { value, done } = records.next();
    if (done) break;
    if (value) beginning.push(value);
  }
  const inside = textInOneColumn(beginning, records);
  if (inside !== null) return readCsv(inside, fileName);
  const layout = findLayout(
    beginning.map(({ cells }) => cells),
    fileName,
  );
  if (layout === null)
    return { refusal: 'it has no column named url, and no column holds addresses' };
  return {
    format: layout.format,
    tagSeparator: layout.known?.separator ?? null,
    hasIds: layout.format === 'raindrop',
    ignoredColumns: layout.ignoredColumns,
    entries: rowsOf(layout, beginning, records, dialect),
  };
}

/** Pages as browsers copy them: each address is on the line after its title. Null for other text. */
function titlesOverAddresses(text: string): RawRow[] | null {
  const lines = text.split(/\r\n?|\n/);
  const filled = lines.flatMap((line, place) => (line.trim() === '' ? [] : [{ line, place }]));
  const isPair = filled.every(({ line }, at) =>
    at % 2 === 0 ? !holdsAddress(line) : /^\s*https?:\/\/\S+\s*$/i.test(line),
  );
  if (filled.length < 4 || filled.length % 2 !== 0 || !isPair) return null;
  return filled.flatMap(({ line, place }, at) =>
    at % 2 === 0
      ? []
      : [{ ...emptyRow, line: place + 1, link: line.trim(), title: filled[at - 1]!.line }],
  );
}

/** Databases escape a quotation mark in a cell as `\\"`, spreadsheets double it; a file does one of them. */
function withoutBackslashes(text: string): string {
  const isEscaped = /\\"(?=[\p{L}\d])/u.test(text) && !/[\p{L}\d]""[\p{L}\d\s]/u.test(text);
  return isEscaped ? text.replaceAll(/\\"(?![,;\t|](?! )|[\r\n]|$)/g, '""') : text;
}

/** The table inside a spreadsheet's single column, whose cells are its rows. */
function textInOneColumn(
  beginning: readonly CsvRecord[],
  rest: Iterable<CsvRecord | null>,
): string | null {
  const [first] = beginning;
  const isNested = (cells: readonly string[]) =>
    cells.every((cell, place) => place === 0 || cell.trim() === '');
  if (!first || !beginning.every(({ cells }) => isNested(cells))) return null;
  const header = first.cells[0] ?? '';
  const { delimiter } = csvDialect(header);
  const names = header.split(delimiter).map(fieldName);
  if (names.length < 2 || fieldColumns(names).link.length === 0) return null;
  const lines: string[] = [];
  const add = ({ line, cells }: CsvRecord) => {
    // Blank lines preserve line numbers.
    while (lines.length < line) lines.push('');
    lines.push(cells[0] ?? '');
  };
  beginning.forEach(add);
  for (const record of rest) if (record) add(record);
  return lines.join('\n');
}

function* rowsOf(
  layout: TableLayout,
  beginning: readonly CsvRecord[],
  rest: Iterable<CsvRecord | null>,
  { delimiter, skippedLines }: CsvDialect,
): Generator<RawEntry> {
  const firstLine = skippedLines + 1;
  const [linkPlace] = layout.columns.link;
  const isBarred = layout.header.length === 0 && delimiter === '|' && linkPlace === 0;
  const reader = rowReader(layout);
  const join = (cells: readonly string[]): string[] => {
    if (layout.isProse) return [cells.join(delimiter)];
    // In lists with addresses and titles separated by a bar, further bars belong to the title.
    return isBarred ? joinTitle(cells) : [...cells];
  };
  const read: typeof reader = (record, line) =>
    reader({ ...record, cells: join(record.cells) }, line);
  for (const record of beginning.slice(layout.headerLength)) yield read(record, firstLine);
  for (const record of rest) yield record && read(record, firstLine);
}

/** Placeholders of databases and spreadsheets for an empty value. */
const noValue = /^\s*(?:null|nan|\\n|#n\/a|#ref!)\s*$/i;

const joinTitle = ([address = '', ...title]: readonly string[]): string[] => [
  address,
  title.join('|'),
];

function rowReader({ columns, header, format }: TableLayout) {
  const highlights = header.indexOf('highlights');
  const favorite = header.indexOf('favorite');
  const width = header.findLastIndex((name) => name.trim() !== '') + 1;
  const isHeader = (cells: readonly string[]) =>
    cells.length === header.length &&
    cells.every((cell, place) => cell.replace('\u{FEFF}', '') === header[place]);
  return (record: CsvRecord, firstLine: number): RawEntry => {
    const { cells } = record;
    // Separator rows of Markdown tables, and repeated headers of concatenated exports.
    if (cells.every((cell) => /^[\s:-]*$/.test(cell)) || isHeader(cells)) return null;
    const line = record.line + firstLine;
    if (record.isTooLong)
      return {
        line,
        code: 'rowLong',
        params: { most: limits.bookmark.rowCharacters },
        text: cells[0] ?? '',
      };
    const cell = (field: Field) => {
      for (const place of columns[field]) {
        const value = cells[place] ?? '';
        if (value.trim() !== '' && (field === 'title' || !noValue.test(value))) return value;
      }
      return '';
    };
    // Known programs have one column of tags; in other tables all of them count.
    const tagCells =
      format === 'csv'
        ? columns.tags
            .map((place) => cells[place] ?? '')
            .filter((value) => value.trim() !== '' && !noValue.test(value))
        : [];
    const entry =
      header.length === 0
        ? listEntry(cells, columns.link[0] ?? 0)
        : {
            link: cell('link'),
            title: cell('title'),
            excerpt: cell('excerpt'),
            tags:
              tagCells.length > 1
                ? tagCells.flatMap((tags) => splitTags(tags, tagSeparator([tags])))
                : cell('tags'),
          };
    if (entry.link === '')
      return {
        line,
        code: record.isRepaired ? 'quoteOpen' : 'addressMissing',
        params: {},
        text: cells.join(' '),
      };
    const row: RawRow = {
      ...emptyRow,
      line,
      ...entry,
      id: cell('id'),
      note: cell('note'),
      cover: cell('cover'),
      created: cell('created'),
      folder: folderPath(cell('folder')),
      isPrivate: isMarkedPrivate({
        private: cell('private'),
        public: cell('public'),
        visibility: cell('visibility'),
      }),
      isUnread:
        isTrue(cell('unread')) || isUnreadMark(cell('unread')) || isUnreadMark(cell('status')),
      notes: notesOf(record, width),
      isLoadout:
        cell('folder') === '' &&
        (cells[highlights] ?? '') === '' &&
        /^(?:false|ложь)$/i.test(cells[favorite] ?? ''),
    };
    return format === 'instapaper' ? withoutReadingFolder(row) : row;
  };
}

/**
 * A row of a list without a header: the address from its column or another one, the title from another cell or the text around the
 * address.
 */
function listEntry(
  cells: readonly string[],
  column: number,
): Pick<RawRow, 'link' | 'title' | 'excerpt' | 'tags'> {
  const found = cells.findIndex(holdsAddress);
  const place = found === -1 || holdsAddress(cells[column]) ? column : found;
  const [link = '', beside = ''] = [cells[place], cells[place === 0 ? 1 : 0]];
  const inside = /^\s*=/.test(link) ? null : findAddress(link);
  if (!inside) {
    const [, address = link, rest = ''] = /^\s*(\S+\.\S+)\s+(\S.*)$/s.exec(link) ?? [];
    return { link: address, title: beside || rest, excerpt: '', tags: '' };
  }
  const { name, words, tags } = wordsAround(inside);
  return beside.trim() === ''
    ? { link: inside.address, title: name, excerpt: words, tags }
    : {
        link: inside.address,
        title: beside,
        excerpt: [name, words].filter(Boolean).join(' '),
        tags,
      };
}

function notesOf(record: CsvRecord, width: number): RowNote[] {
  const notes: RowNote[] = [];
  if (record.isRepaired) notes.push({ code: 'quoteRepaired', params: {} });
  const further = width === 0 ? [] : record.cells.slice(width).filter((cell) => cell.trim() !== '');
  if (further.length > 0)
    notes.push({ code: 'cellsLeftOut', params: { text: further.join(', ').slice(0, 200) } });
  return notes;
}

/** Instapaper writes the reading state as a folder. */
function withoutReadingFolder(row: RawRow): RawRow {
  const [folder] = row.folder;
  if (folder !== 'Unread' && folder !== 'Archive') return row;
  return { ...row, folder: [], isUnread: folder === 'Unread' };
}
