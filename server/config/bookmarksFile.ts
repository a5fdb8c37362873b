// Whether the file of BOOKMARKS_FILE is there, before anything is started for it.
import { ConfigError, type Config } from './config.ts';
import { bookmarkFileProblem } from '../integrations/bookmarkFile/bookmarkFile.ts';
import { settings } from './settings.ts';

/** What it holds is looked at by each run. @throws ConfigError for a file that is not there or cannot be read */
export async function assertBookmarksFile({
  bookmarksFile,
}: Pick<Config, 'bookmarksFile'>): Promise<void> {
  const reason = bookmarksFile === null ? null : await bookmarkFileProblem(bookmarksFile);
  if (reason === null) return;
  const { example } = settings.BOOKMARKS_FILE;
  throw new ConfigError([
    { name: 'BOOKMARKS_FILE', reason: `${bookmarksFile}: ${reason}`, example },
  ]);
}
