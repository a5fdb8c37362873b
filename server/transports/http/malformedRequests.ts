// Malformed requests: the answers of Node itself (400, 408, 413, 431) as problems.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemOf } from '../rest/problems.ts';
import { errorCode } from '../../shared/errorCode.ts';

const refusals: Record<string, { status: number; reason: string; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'request.timeout',
    message: 'The request did not come in time',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'headers.too.large',
    message: 'The headers are too large',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    reason: 'entity.too.large',
    message: 'The body is too large',
  },
};
const unreadable = { status: 400, reason: 'request', message: 'The request cannot be read' };

/** The whole answer, in a default form and language since the headers were not read. */
function answerOf(error: Error): string {
  const { status, reason, message } = refusals[errorCode(error)] ?? unreadable;
  const requestId = randomUUID();
  const problem = problemOf(
    { message, extensions: { code: 'INVALID', reason } },
    requestId,
    status,
  );
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
    'Content-Type: application/problem+json; charset=utf-8',
    'Content-Language: en',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    '',
    body,
  ].join('\r\n');
}

/** Answers unreadable requests and closes the connection. It only closes when an answer has begun or an earlier one is pending. */
export function answerMalformedRequests(server: Server): void {
  // All open answers of a connection, since requests may be pipelined.
  const answers = new WeakMap<Duplex, Set<ServerResponse>>();
  server.on('request', ({ socket }, response) => {
    const open = answers.get(socket) ?? new Set();
    answers.set(socket, open.add(response));
    const done = () => open.delete(response);
    response.once('finish', done).once('close', done);
  });
  server.on('clientError', (error, socket) => {
    const [first, ...others] = answers.get(socket) ?? [];
    // Otherwise the answer would be taken for that of an earlier request.
    const isDue =
      first !== undefined && (first.headersSent || first.req.complete || others.length > 0);
    if (!socket.writable || isDue || errorCode(error) === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    socket.end(answerOf(error), () => socket.destroy());
  });
  // The server may ignore expectations other than 100-continue (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}
