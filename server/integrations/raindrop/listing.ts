// Complete listing of a Raindrop collection; a list that changes while it is read is read again.
import type { BookmarkPage } from '../../modules/sync/bookmarkProvider.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { Log } from '../../shared/log.ts';
import {
  idOf,
  pageSchema,
  readRaindrop,
  trash,
  incomplete,
  malformed,
  refused,
} from './responses.ts';
import type { RaindropConnection } from './connection.ts';
import type { Wait } from './callBudget.ts';

/** Maximum page size of Raindrop. */
const perPage = 50;

/** Maximum number of passes over the list. */
const passes = 3;

interface Reader {
  connection: RaindropConnection;
  wait: Wait;
  log: Pick<Log, 'warn'>;
}

interface RawPage {
  items: unknown[];
  count: number;
  number: number;
}

/**
 * All bookmarks of a collection (0: of all but the trash), including nested collections. Yields pages as they come; when a pass
 * shows duplicates, holes or a changing count, the next pass yields the bookmarks that were missing. Throws UNAVAILABLE
 * (`bookmarksIncomplete`) after the last pass.
 */
export async function* listBookmarks(
  { connection, wait, log }: Reader,
  collection: number,
  signal: AbortSignal,
): AsyncGenerator<BookmarkPage> {
  const given = new Set<string>();
  let fault: string | null = null;
  for (let pass = 0; pass < passes; pass += 1) {
    if (fault !== null) {
      log.warn({ fault }, 'The list of bookmarks is read again');
      await wait(1_000 * 2 ** pass, signal);
    }
    const tally = createTally();
    for await (const page of pagesOf(connection, collection, signal)) {
      tally.add(page);
      yield unseenPart(page, given);
      if (tally.hasShifted()) break;
    }
    fault = tally.fault();
    if (fault === null) return;
  }
  throw incomplete(fault ?? 'it was not read');
}

/** Ids of all bookmarks in the trash. */
export async function listTrash(
  connection: RaindropConnection,
  signal: AbortSignal,
): Promise<Set<number>> {
  const ids = new Set<number>();
  for await (const { items } of pagesOf(connection, trash, signal)) {
    const before = ids.size;
    for (const id of items.map(idOf)) if (id !== null) ids.add(id);
    if (ids.size === before) break;
  }
  return ids;
}

async function* pagesOf(
  connection: RaindropConnection,
  collection: number,
  signal: AbortSignal,
): AsyncGenerator<RawPage> {
  for (let number = 0; ; number += 1) {
    const page = await fetchPage(connection, collection, number, signal);
    yield page;
    if (page.items.length === 0 || (number + 1) * perPage >= page.count) return;
  }
}

async function fetchPage(
  connection: RaindropConnection,
  collection: number,
  number: number,
  signal: AbortSignal,
): Promise<RawPage> {
  // New bookmarks come last in this order and shift no page; an unknown order is unstable.
  const order = { page: number, perpage: perPage, sort: 'created' };
  const parameters = collection > 0 ? { ...order, nested: true } : order;
  const answer = await connection
    .get(`/raindrops/${collection}`, parameters, signal)
    .catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'NOT_FOUND') {
        throw refused(404, `there is no collection ${collection}`);
      }
      throw error;
    });
  const page = pageSchema.safeParse(answer);
  if (!page.success) throw malformed('a page that cannot be read', page.error);
  return { ...page.data, number };
}

/** The bookmarks of a page that no earlier page contained. */
function unseenPart({ items, count, number }: RawPage, given: Set<string>): BookmarkPage {
  const page: BookmarkPage = { bookmarks: [], unreadable: [], expected: count };
  for (const [at, item] of items.entries()) {
    const key = keyOf(item, number, at);
    if (given.has(key)) continue;
    given.add(key);
    const raindrop = readRaindrop(item, key);
    if ('unreadable' in raindrop) page.unreadable.push(raindrop.unreadable);
    else page.bookmarks.push(raindrop.bookmark);
  }
  return page;
}

function keyOf(item: unknown, page: number, at: number): string {
  const id = idOf(item);
  return id === null ? `bookmark ${at + 1} of page ${page + 1}` : `bookmark ${id}`;
}

/** Counts one pass: the list is complete when every id occurred once and their number equals the count of Raindrop. */
function createTally() {
  const seen = new Set<string>();
  const counts = new Set<number>();
  let duplicates = 0;

  return {
    add({ items, count, number }: RawPage) {
      counts.add(count);
      for (const [at, item] of items.entries()) {
        const key = keyOf(item, number, at);
        if (seen.has(key)) duplicates += 1;
        seen.add(key);
      }
    },
    /** True when this pass can no longer become complete. */
    hasShifted: () => duplicates > 0 || counts.size > 1,
    fault(): string | null {
      if (duplicates > 0) return 'a bookmark came twice';
      if (counts.size > 1) return `its length changed from ${[...counts].join(' to ')}`;
      const [count = 0] = counts;
      return seen.size === count ? null : `it has ${count} bookmarks but gave ${seen.size}`;
    },
  };
}
