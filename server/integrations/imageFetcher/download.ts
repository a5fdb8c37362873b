// File download with limits on bytes, time and redirects; each redirect is checked against SSRF.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type Readable, PassThrough, pipeline, type Transform } from 'node:stream';
import { DomainError } from '../../shared/domainError.ts';
import { limitConnectTime, responseTo } from '../connectTimeLimit.ts';
import {
  redirectLocation,
  resolveLocation,
  agentFor,
  isAllowedHost,
  effectivePort,
  type AllowedHost,
} from './ssrfProtection.ts';
import { once } from 'node:events';
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
async function uncompressed(response: IncomingMessage): Promise<Readable> {
  if (!response.readableLength) await once(response, 'readable');
  const chunk: Buffer | null = response.read();
  if (chunk) response.unshift(chunk);
  const start = Buffer.concat([chunk ?? Buffer.alloc(0), Buffer.alloc(4)]);
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  // Errors reach the reader by the stream.
  return pipeline(response, decompressorFor(encoding, start), () => undefined);
}

export interface DownloadLimits {
  bytes: number;
  redirects: number;
  connectMs: number;
  totalMs: number;
  ports: readonly number[];
}

/** Headers of a request, and the limits of its body. */
interface RequestOptions {
  accept: string;
  userAgent: string;
  /** Reads a part of files whose beginning is enough; without it, a longer or truncated file is refused. */
  part?: {
    /** Maximum number of bytes to read. */
    bytes: number;
    /** Tells if the bytes read so far, with this chunk, are enough. */
    isEnough: (chunk: Buffer, readAll: () => Buffer) => boolean;
    /** True to refuse a truncated body. */
    isStrict?: boolean;
  };
}

const imageRequest: RequestOptions = {
  accept: 'image/avif,image/webp,image/png,image/jpeg,image/*;q=0.8',
  userAgent: 'Loadout image proxy',
};

const unreachable = (cause?: unknown) =>
  new DomainError('UNAVAILABLE', 'The picture cannot be read', {
    reason: 'imageUnavailable',
    cause,
  });

function checkAddress(url: URL | null, limits: DownloadLimits, allow: readonly AllowedHost[]): URL {
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password)
    throw unreachable();
  if (!limits.ports.includes(effectivePort(url)) && !isAllowedHost(url, allow)) throw unreachable();
  return url;
}

function open(
  url: URL,
  limits: DownloadLimits,
  allow: readonly AllowedHost[],
  signal: AbortSignal,
  { accept, userAgent, part }: RequestOptions,
): Promise<IncomingMessage> {
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    agent: agentFor(url, allow),
    signal,
    headers: {
      Accept: accept,
      'User-Agent': userAgent,
      ...(part && { 'Accept-Encoding': 'gzip, deflate, br', 'Accept-Language': 'en,ru;q=0.8' }),
    },
  });
  limitConnectTime(request, limits.connectMs);
  request.setTimeout(limits.connectMs, () => request.destroy(new Error('No answer in time')));
  return responseTo(request);
}

/** Cause of a refusal by the other server. */
export class HttpStatusError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

function refuseStatus(response: IncomingMessage): void {
  const status = response.statusCode ?? 0;
  if (status === 404 || status === 410) throw new DomainError('GONE', 'The picture is gone');
  if (status === 429) {
    const retryAfter = Number(response.headers['retry-after']);
    throw new DomainError('TOO_MANY', 'The picture’s host asks to wait', {
      retryAfter: Number.isFinite(retryAfter) ? Math.min(Math.max(retryAfter, 1), 60) : 1,
    });
  }
  if (status < 200 || status > 299) throw unreachable(new HttpStatusError(status));
}

async function readBytes(response: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) {
      response.destroy();
      throw unreachable();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The received beginning of a body. */
async function readPart(
  body: Readable,
  { bytes: most, isEnough, isStrict }: NonNullable<RequestOptions['part']>,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= most || isEnough(chunk, () => Buffer.concat(chunks))) break;
    }
  } catch (error) {
    if (size === 0 || isStrict) throw error;
  } finally {
    body.destroy();
  }
  return Buffer.concat(chunks).subarray(0, most);
}

/** A file with its address after redirects. */
interface DownloadedFile {
  bytes: Buffer;
  url: string;
  contentType: string;
}

/** The file's bytes. @throws DomainError GONE for 404 and 410, TOO_MANY for 429, UNAVAILABLE for everything else */
export async function download(
  address: string,
  limits: DownloadLimits,
  allow: readonly AllowedHost[],
): Promise<Buffer> {
  return (await downloadFile(address, limits, allow, imageRequest)).bytes;
}

/** The file with its address and type. @throws as `download` */
export async function downloadFile(
  address: string,
  limits: DownloadLimits,
  allow: readonly AllowedHost[],
  asking: RequestOptions,
): Promise<DownloadedFile> {
  const inTime = AbortSignal.timeout(limits.totalMs);
  try {
    let url = checkAddress(URL.parse(address), limits, allow);
    for (let hop = 0; hop <= limits.redirects; hop += 1) {
      const response = await open(url, limits, allow, inTime, asking);
      const location = redirectLocation(response.statusCode, response.headers.location);
      if (location !== undefined) {
        response.destroy();
        url = checkAddress(resolveLocation(location, url), limits, allow);
        continue;
      }
      try {
        refuseStatus(response);
      } catch (error) {
        response.destroy();
        throw error;
      }
      const bytes = asking.part
        ? await readPart(await uncompressed(response), asking.part)
        : await readBytes(response, limits.bytes);
      return { bytes, url: url.href, contentType: response.headers['content-type'] ?? '' };
    }
    throw unreachable();
  } catch (error) {
    throw error instanceof DomainError ? error : unreachable(error);
  }
}
