// Reads a picture from the internet and makes it anew: raster in, WebP out, without anything else that was in it.
import { createHash } from 'node:crypto';
import type { Picture, PictureSource } from '../../domain/images/images.ts';
import { DomainError } from '../../shared/domainError.ts';
import { whenFirstUsed } from '../../shared/whenFirstUsed.ts';
import { download, type DownloadLimits } from './download.ts';
import type { AllowedHost } from './publicAgent.ts';

/** Twice what a card's tile measures, for dense screens. */
const edge = 208;
const rasters = new Set(['png', 'jpeg', 'webp', 'gif', 'heif', 'avif', 'tiff']);

const loadSharp = whenFirstUsed(async () => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  return sharp;
});

interface Options {
  limits: DownloadLimits & { pixels: number };
  allow: readonly AllowedHost[];
  /** A picture that we hold ourselves; null when it has to be fetched. */
  readOwn?: (url: string) => Promise<Buffer | null>;
}

async function remake(bytes: Buffer, pixels: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const picture = sharp(bytes, { limitInputPixels: pixels, pages: 1, failOn: 'error' });
  const { format } = await picture.metadata();
  if (!rasters.has(format)) throw new Error(`${format} is no raster picture`);
  return picture
    .rotate()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer();
}

export function createImageFetcher({ limits, allow, readOwn }: Options): PictureSource {
  return {
    async fetch(url): Promise<Picture> {
      const source = (await readOwn?.(url)) ?? (await download(url, limits, allow));
      if (source.length === 0)
        throw new DomainError('UNAVAILABLE', 'The picture is empty', {
          reason: 'imageUnavailable',
        });
      const bytes = await remake(source, limits.pixels).catch((error: unknown) => {
        throw new DomainError('UNAVAILABLE', 'The file is no picture that can be shown', {
          reason: 'imageUnavailable',
          cause: error,
        });
      });
      return {
        bytes,
        type: 'image/webp',
        etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 27),
      };
    },
  };
}
