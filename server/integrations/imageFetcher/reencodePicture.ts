// Re-encoding of raster images as WebP thumbnails within memory limits.
import type { Metadata } from 'sharp';
import { lazy } from '../../shared/lazy.ts';

/** Pixels of 8 bits that a picture may have, by what reading it costs; of 16 bits, half as many. */
export interface PixelLimits {
  /** Made small while it is read: JPEG in one scan. */
  scan: number;
  /** Read row by row: PNG that is not interlaced. */
  rows: number;
  /** Held whole while they are read: progressive, interlaced, turned, GIF and WebP. */
  whole: number;
  /** Held more than once: AVIF, HEIF and TIFF. */
  twice: number;
}

/** Twice what a card's tile measures, for dense screens. */
const maxEdge = 208;
/** A picture that takes longer is refused. */
const timeoutSeconds = 10;

/** Everything else that the library can read, documents above all, is shut off before a byte is looked at. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map(
  (name) => `VipsForeignLoad${name}`,
);

const loadSharp = lazy(async () => {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  // Pictures that were read are kept by us, made anew, and not once more in the library.
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
  return sharp;
});

/** EXIF orientations above 1 turn or mirror the picture; a JPEG is made small first. */
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

/** A picture as it is shown: WebP. */
interface ReencodedPicture {
  bytes: Buffer;
  /** The shorter edge, in pixels. */
  edge: number;
}

/** @throws Error when the bytes are no picture, or one of too many pixels for its kind. */
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
