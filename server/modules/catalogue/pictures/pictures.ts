// Pictures of the catalogue, read for people from where they live: only addresses that the catalogue knows.
import { createHash } from 'node:crypto';
import { DomainError } from '../../../shared/domainError.ts';
import { requireMember, type Viewer } from '../../people/accounts/accounts.module.ts';

/** A picture, made anew by us: raster only, of the size that a card needs. */
export interface Picture {
  bytes: Buffer;
  /** image/webp. */
  type: string;
  /** Strong validator, without quotes. */
  etag: string;
}

/** A picture as it has just been made. */
export interface FetchedPicture extends Picture {
  /** The shorter edge, in pixels. */
  edge: number;
}

/** Fetches and re-encodes one picture. @throws DomainError GONE, TOO_MANY or UNAVAILABLE. */
export interface PictureSource {
  fetch(url: string): Promise<FetchedPicture>;
}

/** Pictures that were fetched before anybody asked, and are kept. */
export interface StoredPictures {
  /** Null where none is kept from this address. */
  find(url: string): Promise<Buffer | null>;
}

export interface KnownPictures {
  /** Whether the address is a picture of an item that the viewer can see, somebody's avatar, or, for admins, part of an open difference. */
  isKnown(viewer: Viewer, url: string): Promise<boolean>;
}

/** The validator of a picture that was made by us. */
export const etagOf = (bytes: Buffer): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 27);

interface Options {
  known: KnownPictures;
  keptPictures: StoredPictures;
  source: PictureSource;
  limits: { atOnce: number; atOncePerUser: number };
  /** Bytes of pictures kept in memory. */
  cacheBytes: number;
}

export function createPictures({ known, keptPictures, source, limits, cacheBytes }: Options) {
  const cache = new Map<string, Picture>();
  let kept = 0;
  const underWay = new Map<string, Promise<Picture>>();
  const perUser = new Map<number, number>();
  let all = 0;

  const keep = (url: string, picture: Picture): void => {
    cache.set(url, picture);
    kept += picture.bytes.length;
    for (const [oldest, { bytes }] of cache) {
      if (kept <= cacheBytes) break;
      cache.delete(oldest);
      kept -= bytes.length;
    }
  };

  const fetchOnce = (url: string): Promise<Picture> => {
    const running = underWay.get(url);
    if (running) return running;
    const fetching = source
      .fetch(url)
      .then((picture) => {
        keep(url, picture);
        return picture;
      })
      .finally(() => underWay.delete(url));
    underWay.set(url, fetching);
    return fetching;
  };

  return {
    /**
     * One picture for a signed-in person.
     * @throws DomainError NOT_FOUND for an address that the catalogue does not know, TOO_MANY past the limits.
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
        throw new DomainError('TOO_MANY', 'Too many pictures at once', { retryAfter: 1 });
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
