// Time limits of request bodies: a total for most, and a minimum rate for uploads of people who may upload.
import type { IncomingMessage, Server } from 'node:http';

export interface BodyTimeLimits {
  /** From the headers to the end of the body, except for uploads. */
  requestMs: number;
  /** Longest pause of an upload. */
  uploadIdleMs: number;
  /** Minimum rate of an upload, from `requestMs` on. */
  uploadBytesPerSecond: number;
  /** Interval of the checks, in ms; connections may end this much after their limit. */
  lookMs: number;
}

const uploads = new WeakSet<IncomingMessage>();

/** Marks the body as an upload, which is limited by pauses and rate only. */
export const allowSlowUpload = (request: IncomingMessage): void => void uploads.add(request);

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const timeout = () =>
  Object.assign(new Error('The body did not come in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/** Answers slow bodies as Node answers slow requests: 408, and the connection ends. */
export function limitBodyTime(server: Server, limits: BodyTimeLimits): void {
  server.on('request', (request) => {
    if (!hasBody(request)) return;
    const { socket } = request;
    const begun = performance.now();
    const before = socket.bytesRead;
    let moved = { at: begun, bytes: before };
    const isLate = (): boolean => {
      const now = performance.now();
      if (socket.bytesRead > moved.bytes) moved = { at: now, bytes: socket.bytesRead };
      if (now - begun < limits.requestMs) return false;
      if (!uploads.has(request)) return true;
      const rate = ((socket.bytesRead - before) / (now - begun)) * 1_000;
      return now - moved.at > limits.uploadIdleMs || rate < limits.uploadBytesPerSecond;
    };
    const looking = setInterval(() => {
      if (!request.complete && isLate()) server.emit('clientError', timeout(), socket);
    }, limits.lookMs).unref();
    const stop = () => clearInterval(looking);
    request.once('end', stop).once('close', stop);
  });
}
