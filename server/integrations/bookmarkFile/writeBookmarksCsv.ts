// CSV writer for bookmarks in Raindrop's export format.
import type { Bookmark } from '../../modules/sync/bookmarkProvider.ts';
import { raindropColumns } from './csvRows.ts';
import { escapeFormula } from './csvInjection.ts';

/**
 * A CSV file: UTF-8 without mark, CRLF, the header of a Raindrop export. The format knows neither type
 * nor source, and a comma divides tags. No cell begins as a formula would.
 */
export function writeBookmarksCsv(bookmarks: Iterable<Bookmark>): string {
  const lines = [raindropColumns.join(',')];
  for (const bookmark of bookmarks) lines.push(line(bookmark));
  return `${lines.join('\r\n')}\r\n`;
}

function line(bookmark: Bookmark): string {
  const cells: Record<(typeof raindropColumns)[number], string> = {
    id: String(bookmark.id),
    title: bookmark.title,
    note: bookmark.note,
    excerpt: bookmark.excerpt,
    url: bookmark.link,
    folder: '',
    tags: bookmark.tags.join(', '),
    created: bookmark.createdAt.toISOString(),
    cover: bookmark.cover,
    highlights: '',
    favorite: 'false',
  };
  return raindropColumns.map((column) => quoted(escapeFormula(cells[column]))).join(',');
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
