// Image fetcher: downloads a picture and re-encodes it as WebP without metadata.
import {
  etagOf,
  type FetchedPicture,
  type PictureSource,
} from '../../modules/catalogue/pictures/pictures.ts';
import { DomainError } from '../../shared/domainError.ts';
import { createSerialQueue } from '../../shared/serialQueue.ts';
import { download, type DownloadLimits } from './download.ts';
import { pictureOfIcon } from './iconFile.ts';
import type { AllowedHost } from './ssrfProtection.ts';
import { reencodePicture, type PixelLimits } from './reencodePicture.ts';

interface Options {
  limits: DownloadLimits & { pixels: PixelLimits; waitMs: number };
  allow: readonly AllowedHost[];
  /** Reads a stored picture; null when it has to be downloaded. */
  readOwn?: (url: string) => Promise<Buffer | null>;
}

export function createImageFetcher({ limits, allow, readOwn }: Options): PictureSource {
  const inTurn = createSerialQueue();

  /** Unpacks one picture at a time, which limits the memory for any number of requests. */
  const remake = (source: Buffer) => {
    const asked = performance.now();
    return inTurn(() => {
      if (performance.now() - asked > limits.waitMs)
        throw new DomainError('TOO_MANY', 'Too many pictures at once', { retryAfter: 2 });
      return reencodePicture(source, limits.pixels);
    });
  };

  return {
    async fetch(url): Promise<FetchedPicture> {
      const source = (await readOwn?.(url)) ?? (await download(url, limits, allow));
      if (source.length === 0)
        throw new DomainError('UNAVAILABLE', 'The picture is empty', {
          reason: 'imageUnavailable',
        });
      const { bytes, edge } = await remake(pictureOfIcon(source)).catch((error: unknown) => {
        if (error instanceof DomainError) throw error;
        throw new DomainError('UNAVAILABLE', 'The file is no picture that can be shown', {
          reason: 'imageUnavailable',
          cause: error,
        });
      });
      return {
        bytes,
        edge,
        type: 'image/webp',
        etag: etagOf(bytes),
      };
    },
  };
}
