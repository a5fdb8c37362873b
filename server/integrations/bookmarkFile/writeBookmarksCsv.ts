// CSV writer for bookmarks in Raindrop's export format.
import type { Bookmark } from '../../modules/sync/bookmarkProvider.ts';
import { raindropColumns } from './formats.ts';
import { escapeFormula } from '../csvTable/csvTable.ts';
import { joinTags } from './tags.ts';

/**
 * A CSV file in UTF-8 with a byte order mark, as Raindrop writes it and spreadsheets need it, with CRLF and the header of a
 * Raindrop export. The format has neither type nor source, and commas separate tags. Cells are escaped against formulas.
 * @param delimiter Excel expects a semicolon in locales with a decimal comma
 */
export function writeBookmarksCsv(
  bookmarks: Iterable<Bookmark>,
  delimiter: ',' | ';' = ',',
): string {
  const lines = [raindropColumns.join(delimiter)];
  for (const bookmark of bookmarks) lines.push(line(bookmark, delimiter));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function line(bookmark: Bookmark, delimiter: string): string {
  const cells: Record<(typeof raindropColumns)[number], string> = {
    id: String(bookmark.id),
    title: bookmark.title,
    note: bookmark.note,
    excerpt: bookmark.excerpt,
    url: bookmark.link,
    folder: '',
    tags: joinTags(bookmark.tags),
    created: bookmark.createdAt.toISOString(),
    cover: bookmark.cover,
    highlights: '',
    favorite: 'false',
  };
  return raindropColumns.map((column) => quoted(escapeFormula(cells[column]))).join(delimiter);
}

function quoted(cell: string): string {
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
