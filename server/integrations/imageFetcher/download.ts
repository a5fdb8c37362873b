// File download with limits on bytes, time and redirects; each redirect is checked against SSRF.
import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { DomainError } from '../../shared/domainError.ts';
import { limitConnectTime } from '../connectTimeLimit.ts';
import { agentFor, isAllowedHost, effectivePort, type AllowedHost } from './ssrfProtection.ts';

export interface DownloadLimits {
  bytes: number;
  redirects: number;
  connectMs: number;
  totalMs: number;
  ports: readonly number[];
}

/** What is asked for, and as whom. */
interface RequestOptions {
  accept: string;
  userAgent: string;
  /** Bytes after which the rest is left unread; without it, a longer file is refused. */
  stopAfterBytes?: number;
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

function checkAddress(
  address: string,
  base: URL | undefined,
  limits: DownloadLimits,
  allow: readonly AllowedHost[],
): URL {
  const url = URL.parse(address, base);
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
  { accept, userAgent }: RequestOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const get = url.protocol === 'https:' ? httpsGet : httpGet;
    const request = get(
      url,
      {
        agent: agentFor(url, allow),
        signal,
        headers: { Accept: accept, 'User-Agent': userAgent },
      },
      resolve,
    );
    limitConnectTime(request, limits.connectMs);
    request.setTimeout(limits.connectMs, () => request.destroy(new Error('No answer in time')));
    request.once('error', reject);
  });
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
  if (status < 200 || status > 299) throw unreachable();
}

async function readBytes(
  response: IncomingMessage,
  limit: number,
  enough = Infinity,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size >= enough) {
      response.destroy();
      return Buffer.concat([...chunks, chunk]).subarray(0, enough);
    }
    if (size > limit) {
      response.destroy();
      throw unreachable();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A file as it came, and from where, after every redirect. */
interface DownloadedFile {
  bytes: Buffer;
  url: string;
  contentType: string;
}

/** The file's bytes. @throws DomainError GONE for 404 and 410, TOO_MANY for 429, UNAVAILABLE for everything else. */
export async function download(
  address: string,
  limits: DownloadLimits,
  allow: readonly AllowedHost[],
): Promise<Buffer> {
  return (await downloadFile(address, limits, allow, imageRequest)).bytes;
}

/** The same with its address and type. @throws as `download` */
export async function downloadFile(
  address: string,
  limits: DownloadLimits,
  allow: readonly AllowedHost[],
  asking: RequestOptions,
): Promise<DownloadedFile> {
  const inTime = AbortSignal.timeout(limits.totalMs);
  try {
    let url = checkAddress(address, undefined, limits, allow);
    for (let hop = 0; hop <= limits.redirects; hop += 1) {
      const response = await open(url, limits, allow, inTime, asking);
      const location = response.headers.location;
      if (location && [301, 302, 303, 307, 308].includes(response.statusCode ?? 0)) {
        response.destroy();
        url = checkAddress(location, url, limits, allow);
        continue;
      }
      try {
        refuseStatus(response);
      } catch (error) {
        response.destroy();
        throw error;
      }
      const bytes = await readBytes(response, limits.bytes, asking.stopAfterBytes);
      return { bytes, url: url.href, contentType: response.headers['content-type'] ?? '' };
    }
    throw unreachable();
  } catch (error) {
    throw error instanceof DomainError ? error : unreachable(error);
  }
}
