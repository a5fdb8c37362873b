// Picture proxy: reads pictures from known addresses, with a cache and limits of concurrency.
import { createHash } from 'node:crypto';
import { DomainError } from '../../../shared/domainError.ts';
import { requireMember, type Viewer } from '../../people/accounts/accounts.module.ts';

/** A re-encoded raster picture in the size of a card. */
export interface Picture {
  bytes: Buffer;
  type: string;
  /** Strong validator, without quotes. */
  etag: string;
}

/** A picture that was just fetched. */
export interface FetchedPicture extends Picture {
  /** The shorter edge, in pixels. */
  edge: number;
}

/** Fetches and re-encodes one picture. @throws DomainError GONE, TOO_MANY or UNAVAILABLE */
export interface PictureSource {
  fetch(url: string): Promise<FetchedPicture>;
}

/** Stored pictures, fetched in advance. */
export interface StoredPictures {
  /** Null if none is stored for this address. */
  find(url: string): Promise<Buffer | null>;
}

export interface KnownPictures {
  /** True for a picture of a visible item, an avatar or, for admins, a value of an open inconsistency. */
  isKnown(viewer: Viewer, url: string): Promise<boolean>;
}

export const etagOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 27);

interface Options {
  known: KnownPictures;
  keptPictures: StoredPictures;
  source: PictureSource;
  limits: { atOnce: number; atOncePerUser: number };
  cacheBytes: number;
}

export function createPictures({ known, keptPictures, source, limits, cacheBytes }: Options) {
  const cache = new Map<string, Picture>();
  let cachedBytes = 0;
  const running = new Map<string, Promise<Picture>>();
  const perUser = new Map<number, number>();
  let all = 0;

  const keep = (url: string, picture: Picture): void => {
    cache.set(url, picture);
    cachedBytes += picture.bytes.length;
    for (const [oldest, { bytes }] of cache) {
      if (cachedBytes <= cacheBytes) break;
      cache.delete(oldest);
      cachedBytes -= bytes.length;
    }
  };

  const fetchOnce = (url: string): Promise<Picture> => {
    const current = running.get(url);
    if (current) return current;
    const fetching = source
      .fetch(url)
      .then((picture) => {
        keep(url, picture);
        return picture;
      })
      .finally(() => running.delete(url));
    running.set(url, fetching);
    return fetching;
  };

  return {
    /**
     * One picture for a signed-in person.
     * @throws DomainError NOT_FOUND for an address that the catalogue does not know, TOO_MANY past the limits
     */
    async read(viewer: Viewer, url: string): Promise<Picture> {
      const { user } = requireMember(viewer);
      if (!(await known.isKnown(viewer, url)))
        throw new DomainError('NOT_FOUND', 'The catalogue does not know this picture');
      const cached = cache.get(url);
      if (cached) return cached;
      const before = await keptPictures.find(url);
      if (before) {
        const picture = { bytes: before, type: 'image/webp', etag: etagOf(before) };
        keep(url, picture);
        return picture;
      }
      const own = perUser.get(user.id) ?? 0;
      if (all >= limits.atOnce || own >= limits.atOncePerUser) {
        throw new DomainError(
          'TOO_MANY',
          'Too many pictures are being loaded. Try again in a second.',
          { retryAfter: 1 },
        );
      }
      all += 1;
      perUser.set(user.id, own + 1);
      try {
        return await fetchOnce(url);
      } finally {
        all -= 1;
        const left = (perUser.get(user.id) ?? 1) - 1;
        if (left > 0) perUser.set(user.id, left);
        else perUser.delete(user.id);
      }
    },
  };
}

export type Pictures = ReturnType<typeof createPictures>;
