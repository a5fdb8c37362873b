// Property: reading any file does not fail, and each of its rows is imported or reported.
import fc from '../../testing/fastCheck.ts';
import { openUploadedFiles } from './bookmarkFile.ts';

const cell = fc
  .array(
    fc.constantFrom(...'aЖé5', ' ', '"', "'", '\n', '<', '>', '&amp;', '#', '=', '🛠', '\\', '/'),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const date = fc.oneof(
  cell,
  fc.constantFrom('1711000000', '21.03.2024', '3/4/2024', '21 марта 2024', '', '-1', '45372'),
);
const row = fc.record({
  title: cell,
  tags: fc.array(cell, { maxLength: 3 }),
  date,
  folder: fc.array(cell, { maxLength: 3 }),
  isPrivate: fc.boolean(),
  /** A missing quotation mark, a truncated file, or a NUL in the title. */
  damage: fc.constantFrom('none', 'none', 'none', 'quote', 'cut', 'nul'),
});
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

const address = (at: number) => `https://${at}.example.com/`;

function damaged(line: string, { damage }: Row): string {
  if (damage === 'quote') return line.replace(/"(?=[,;\t| >])/, '');
  if (damage === 'nul') return line.replace('">', '">\0');
  return damage === 'cut' ? line.slice(0, -3) : line;
}

function toCsv(rows: readonly Row[], delimiter: string, separator: string): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.map((row, at) =>
    damaged(
      [
        address(at),
        quoted(row.title),
        quoted(row.tags.join(separator)),
        quoted(row.date),
        quoted(row.folder.join('/')),
        row.isPrivate ? 'yes' : '',
      ].join(delimiter),
      row,
    ),
  );
  return [['url', 'title', 'tags', 'date', 'folder', 'private'].join(delimiter), ...lines].join(
    '\r\n',
  );
}

function toHtml(rows: readonly Row[]): string {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const lines = rows.map((row, at) => {
    const entry = `<DT><A HREF="${address(at)}" ADD_DATE="${escaped(row.date)}" TAGS="${escaped(row.tags.join(','))}" PRIVATE="${Number(row.isPrivate)}">${escaped(row.title)}</A>`;
    const [folder] = row.folder;
    return folder === undefined
      ? damaged(entry, row)
      : `<DT><H3>${escaped(folder)}</H3>\n<DL><p>\n${damaged(entry, row)}\n</DL>`;
  });
  return ['<!DOCTYPE NETSCAPE-Bookmark-file-1>', '<DL><p>', ...lines].join('\n');
}

const toJson = (rows: readonly Row[]): string =>
  JSON.stringify(rows.map((row, at) => ({ ...row, url: address(at), created_at: row.date })));

const file = fc
  .record({
    rows: fc.array(row, { minLength: 1, maxLength: 5 }),
    dialect: fc.constantFrom('csv', 'html', 'json'),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    separator: fc.constantFrom(', ', '|', ';'),
    encoding: fc.constantFrom('utf8' as const, 'utf16le' as const, 'mark' as const),
  })
  .map(({ rows, dialect, delimiter, separator, encoding }) => {
    const text = { csv: toCsv(rows, delimiter, separator), html: toHtml(rows), json: toJson(rows) }[
      dialect
    ]!;
    const bytes = encoding === 'mark' ? Buffer.from(`\uFEFF${text}`) : Buffer.from(text, encoding);
    return { text, count: rows.length, bytes };
  });

it('imports or reports each row of any file', async () => {
  const { signal } = new AbortController();
  await fc.assert(
    fc.asyncProperty(file, async ({ count, bytes }) => {
      const source = openUploadedFiles([{ name: 'a', bytes }], new Date('2026-11-29'));
      const [{ rows, leftOut } = { rows: [], leftOut: [] }] = await source.read(signal);
      const told = new Set([
        ...rows.map(({ bookmark }) => bookmark.link),
        ...leftOut.map(({ text }) => /https:\/\/\d\.example\.com\/?/.exec(text)?.[0] ?? text),
      ]);
      const missing = Array.from({ length: count }, (_, at) => address(at)).filter(
        (link) => !told.has(link) && !told.has(link.slice(0, -1)),
      );
      expect(missing).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});
