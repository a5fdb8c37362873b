// Re-encoding of raster images as WebP thumbnails within memory limits.
import type { Metadata } from 'sharp';
import { lazy } from '../../shared/memoize.ts';

/** Maximum pixels of 8 bits, by the memory that decoding takes; half as many of 16 bits. */
export interface PixelLimits {
  /** Scaled while decoding: JPEG in one scan. */
  scan: number;
  /** Decoded row by row: PNG without interlacing. */
  rows: number;
  /** Decoded as a whole: progressive, interlaced, rotated, GIF and WebP. */
  whole: number;
  /** Held more than once: AVIF, HEIF and TIFF. */
  twice: number;
}

/** Twice the size of a card's tile, for dense screens. */
const maxEdge = 208;
/** A picture that takes longer is refused. */
const timeoutSeconds = 10;

/** Allowed loaders; all others of the library, such as documents, are blocked. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map(
  (name) => `VipsForeignLoad${name}`,
);

const loadSharp = lazy(async () => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  // The cache of the library is redundant, since results are cached here.
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
  return sharp;
});

/** EXIF orientations above 1 rotate or mirror the picture; a JPEG is scaled down first. */
const isTurned = ({ format, orientation = 1 }: Metadata): boolean =>
  format !== 'jpeg' && orientation > 1;

function pixelLimit(picture: Metadata, limits: PixelLimits): number {
  const { format, isProgressive = false } = picture;
  if (format !== 'jpeg' && format !== 'png' && format !== 'gif' && format !== 'webp')
    return limits.twice;
  if (isProgressive || isTurned(picture)) return limits.whole;
  if (format === 'jpeg') return limits.scan;
  return format === 'png' ? limits.rows : limits.whole;
}

/** A WebP picture. */
interface ReencodedPicture {
  bytes: Buffer;
  /** The shorter edge, in pixels. */
  edge: number;
}

/** @throws Error when the bytes are no picture, or one with too many pixels for its kind */
export async function reencodePicture(
  bytes: Buffer,
  limits: PixelLimits,
): Promise<ReencodedPicture> {
  const sharp = await loadSharp();
  const picture = sharp(bytes, { limitInputPixels: limits.scan, pages: 1, failOn: 'error' });
  const found = await picture.metadata();
  const pixels = found.width * found.height;
  const most = pixelLimit(found, limits) / (found.depth === 'ushort' ? 2 : 1);
  if (pixels > most) throw new Error(`${pixels} pixels are too many for ${found.format}: ${most}`);
  const { data, info } = await picture
    .rotate()
    .resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .timeout({ seconds: timeoutSeconds })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, edge: Math.min(info.width, info.height) };
}
