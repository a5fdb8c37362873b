// Image fetcher: downloads a picture and re-encodes it as WebP without metadata.
import {
  etagOf,
  type FetchedPicture,
  type PictureSource,
} from '../../modules/catalogue/pictures/pictures.ts';
import { DomainError } from '../../shared/domainError.ts';
import { download, type DownloadLimits } from './download.ts';
import type { AllowedHost } from './ssrfProtection.ts';
import { reencodePicture, type PixelLimits } from './reencodePicture.ts';

/** Runs work one after another; a failure reaches its caller only. `begin` may still refuse in its turn. */
type RunInTurn = <Result>(begin: () => Promise<Result>) => Promise<Result>;

function createSerialQueue(): RunInTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (begin) => {
    const result = last.then(begin);
    last = result.catch(() => undefined);
    return result;
  };
}

const headerBytes = 6;
const entryBytes = 16;
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

const isIconFile = (bytes: Buffer): boolean =>
  bytes.length > headerBytes && bytes.readUInt32LE(0) === 0x0001_0000;

/** The largest PNG in an .ico file; other bytes are returned unchanged. */
function pictureOfIcon(bytes: Buffer): Buffer {
  if (!isIconFile(bytes)) return bytes;
  const count = Math.min(
    bytes.readUInt16LE(4),
    Math.floor((bytes.length - headerBytes) / entryBytes),
  );
  const files = Array.from({ length: count }, (_, at) => {
    const entry = headerBytes + at * entryBytes;
    const start = bytes.readUInt32LE(entry + 12);
    return bytes.subarray(start, start + bytes.readUInt32LE(entry + 8));
  });
  const [largest] = files
    .filter((file) => file.subarray(0, png.length).equals(png))
    .toSorted((a, b) => b.length - a.length);
  return largest ?? bytes;
}

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
