// Decompression of an answer's body, regardless of its header.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough, pipeline, type Readable, type Transform } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

// Passes on the data before a truncation.
const flush = { finishFlush: constants.Z_SYNC_FLUSH };

/** Detects the format by the first bytes, since servers declare a wrong one or none. */
function decompressorFor(encoding: string, start: Buffer): Transform {
  const [first = 0, second = 0] = start;
  if (first === 0x1f && second === 0x8b) return createGunzip(flush);
  if (start.readUInt32LE(0) === 0xfd2fb528)
    return createZstdDecompress({ finishFlush: constants.ZSTD_e_flush });
  if (encoding === 'br' && !isText(start))
    return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
  if (encoding === 'deflate' && !isText(start))
    return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0
      ? createInflate(flush)
      : createInflateRaw(flush);
  return new PassThrough();
}

/** Markup, possibly after a byte order mark or white space. */
const isText = (start: Buffer): boolean => /^(?:\xEF\xBB\xBF)?\s*</.test(start.toString('latin1'));

/** The decompressed body, which the reader must destroy. */
export async function uncompressed(response: IncomingMessage): Promise<Readable> {
  if (!response.readableLength) await once(response, 'readable');
  const chunk: Buffer | null = response.read();
  if (chunk) response.unshift(chunk);
  const start = Buffer.concat([chunk ?? Buffer.alloc(0), Buffer.alloc(4)]);
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  // Errors reach the reader by the stream.
  return pipeline(response, decompressorFor(encoding, start), () => undefined);
}
