// Bookmark provider for Raindrop.io.
import type {
  BookmarkChanges,
  BookmarkPresence,
  BookmarkProvider,
} from '../../modules/sync/bookmarkProvider.ts';
import { limits } from '../../config/limits.ts';
import { systemClock, type Clock } from '../../shared/clock.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { Log } from '../../shared/log.ts';
import {
  knownSchema,
  readRaindrop,
  singleSchema,
  trash,
  unsorted,
  type Raindrop,
  collectionsSchema,
  gone,
  malformed,
} from './responses.ts';
import { RaindropConnection } from './connection.ts';
import { listBookmarks, listTrash } from './listing.ts';
import { pause, type Wait } from './callBudget.ts';
import { minuteMs } from '../../shared/durations.ts';

const freshMs = minuteMs;

interface Collections {
  /** Tells if `inner` is `outer` or nested in it; 0 contains all but the trash. */
  contains(outer: number, inner: number, signal: AbortSignal): Promise<boolean>;
}

function createCollections(connection: RaindropConnection, now: Clock): Collections {
  let parents = new Map<number, number>();
  let readAt = Number.NEGATIVE_INFINITY;

  async function parentsNow(signal: AbortSignal): Promise<Map<number, number>> {
    if (now().getTime() - readAt < freshMs) return parents;
    const answer = collectionsSchema.safeParse(
      await connection.get('/collections/childrens', {}, signal),
    );
    if (!answer.success) throw malformed('collections that cannot be read', answer.error);
    parents = new Map(
      answer.data.items.flatMap(({ _id, parent }) => (parent ? [[_id, parent.$id] as const] : [])),
    );
    readAt = now().getTime();
    return parents;
  }

  return {
    async contains(outer, inner, signal) {
      if (outer === 0 || outer === inner) return true;
      if (outer < 0 || inner < 0) return false;
      const parentOf = await parentsNow(signal);
      const passed = new Set<number>();
      let at: number | undefined = inner;
      while (at !== undefined && at !== outer && !passed.has(at)) {
        passed.add(at);
        at = parentOf.get(at);
      }
      return at === outer;
    },
  };
}

export interface RaindropOptions {
  /** The whole base path, for example `https://api.raindrop.io/rest/v1`. */
  url: string;
  token: string;
  /** 0 reads all collections but the trash, -1 unsorted bookmarks, others include nested collections. */
  collection: number;
  now?: Clock;
  wait?: Wait;
  log?: Pick<Log, 'warn'>;
  /** Time limit of one call; 15 s by default. */
  timeoutMs?: number;
}

/** Creates the provider, which makes no call by itself. */
export function createRaindrop(options: RaindropOptions): BookmarkProvider {
  const { url, token, collection, now = systemClock, wait = pause } = options;
  const { log = silent, timeoutMs = limits.upstream.raindropMs } = options;
  const base = url.replace(/\/+$/, '');
  const connection = new RaindropConnection({ url: base, token, now, wait, log, timeoutMs });
  const collections = createCollections(connection, now);

  async function read(id: number, signal: AbortSignal): Promise<Raindrop | null> {
    try {
      return singleOf(await connection.get(`/raindrop/${id}`, {}, signal), id);
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  }

  async function find(id: number, signal: AbortSignal): Promise<BookmarkPresence> {
    const raindrop = await read(id, signal);
    if (raindrop === null) return { state: 'absent' };
    const { bookmark, collectionId } = raindrop;
    if (collectionId === trash) return { state: 'trashed' };
    const isOurs = await collections.contains(collection, collectionId, signal);
    return { state: isOurs ? 'present' : 'moved', bookmark };
  }

  return {
    kind: 'raindrop',
    pages: (signal) => listBookmarks({ connection, wait, log }, collection, signal),
    trashedIds: (signal) => listTrash(connection, signal),
    find,

    async update(id, changes, signal) {
      const body = operationBody(changes);
      const isChange = Object.keys(body).length > 0;
      const answer = isChange
        ? await connection.write('PUT', `/raindrop/${id}`, body, signal)
        : undefined;
      if (answer !== undefined) return singleOf(answer, id).bookmark;
      const raindrop = await read(id, signal);
      if (raindrop === null) throw gone();
      return raindrop.bookmark;
    },

    async remove(id, signal) {
      // Removing a bookmark in the trash would delete it permanently, and with it the proof of removal.
      const { state } = await find(id, signal);
      if (state === 'trashed' || state === 'absent') return;
      try {
        await connection.write('DELETE', `/raindrop/${id}`, null, signal);
      } catch (error) {
        if (!isAbsent(error)) throw error;
      }
    },

    async restore(id, signal) {
      const { state } = await find(id, signal);
      if (state !== 'trashed') return false;
      // Raindrop does not tell the collection that it was in before.
      const $id = collection === 0 ? unsorted : collection;
      await connection.write('PUT', `/raindrop/${id}`, { collection: { $id } }, signal);
      return true;
    },

    async idsOf(link, signal) {
      const answer = await connection.write('POST', '/import/url/exists', { urls: [link] }, signal);
      const known = knownSchema.safeParse(answer);
      if (!known.success) throw malformed('no list of ids');
      return known.data.ids;
    },

    async create({ createdAt, ...fields }, signal) {
      const body = {
        ...operationBody(fields),
        created: createdAt.toISOString(),
        ...(collection === 0 ? {} : { collection: { $id: collection } }),
      };
      return singleOf(await connection.write('POST', '/raindrop', body, signal), null).bookmark;
    },
  };
}

function isAbsent(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'NOT_FOUND';
}

const silent: Pick<Log, 'warn'> = { warn: () => undefined };

/** Only the given fields: an empty text or list would clear a field. */
function operationBody({ title, excerpt, note, link, tags, type, cover }: BookmarkChanges) {
  const fields = { title, excerpt, note, link, tags, type, cover };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function singleOf(answer: unknown, id: number | null): Raindrop {
  const single = singleSchema.safeParse(answer);
  const raindrop = readRaindrop(single.data?.item, 'a bookmark');
  if ('unreadable' in raindrop) {
    const { where, reason } = raindrop.unreadable;
    throw malformed(`${where} in a form that cannot be read: ${reason}`);
  }
  if (id !== null && raindrop.bookmark.id !== id) throw malformed('another bookmark');
  return raindrop;
}
