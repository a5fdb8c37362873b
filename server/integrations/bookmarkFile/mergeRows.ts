// Merge of rows with the same page into one: all tags, the longest texts, the earliest date.
import type { FileBookmark, ParsedBookmarkFile } from '../../modules/sync/bookmarkFile.ts';
import { uniqueTags } from '../../shared/tagKey.ts';

const longer = (one: string, other: string): string => (other.length > one.length ? other : one);

function merge(first: FileBookmark, other: FileBookmark): void {
  const [kept, further] = [first.bookmark, other.bookmark];
  kept.tags = uniqueTags([...kept.tags, ...further.tags]);
  // The host is the placeholder of a missing title.
  if (kept.title === kept.source) kept.title = further.title;
  kept.excerpt = longer(kept.excerpt, further.excerpt);
  kept.note = longer(kept.note, further.note);
  kept.cover ||= further.cover;
  if (other.hasDate && (!first.hasDate || further.createdAt < kept.createdAt)) {
    kept.createdAt = further.createdAt;
    first.hasDate = true;
  }
  const paths = [first.folder, ...first.otherFolders].map((path) => path.join('\n'));
  for (const folder of [other.folder, ...other.otherFolders])
    if (!paths.includes(folder.join('\n'))) first.otherFolders.push(folder);
  first.isPrivate ||= other.isPrivate;
  first.isUnread ||= other.isUnread;
}

/** Merges rows with the same id, within and across files, into the first one, with a note. */
export function mergeSamePages(files: readonly ParsedBookmarkFile[]): void {
  const firstOf = new Map<number, { row: FileBookmark; file: ParsedBookmarkFile }>();
  for (const file of files) {
    file.rows = file.rows.filter((row) => {
      const first = firstOf.get(row.bookmark.id);
      if (!first) {
        firstOf.set(row.bookmark.id, { row, file });
        return true;
      }
      merge(first.row, row);
      const isOther = first.file !== file;
      const known = first.row.notes.find(
        ({ code, params }) =>
          code === 'samePage' && (params['file'] ?? '') === (isOther ? file.name : ''),
      );
      if (known) known.params['lines'] = `${known.params['lines']}, ${row.line}`;
      else
        first.row.notes.push({
          code: 'samePage',
          params: { lines: String(row.line), ...(isOther ? { file: file.name } : {}) },
        });
      return false;
    });
  }
}
