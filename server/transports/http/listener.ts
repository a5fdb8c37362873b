// HTTP server with time limits for headers, requests and idle connections.
import { createServer, type Server } from 'node:http';
import { limitBodyTime, type BodyTimeLimits } from './bodyTime.ts';
import { answerMalformedRequests } from './malformedRequests.ts';

export interface ListenerLimits extends BodyTimeLimits {
  /** Bytes of all headers of a request. */
  headerBytes: number;
  /** From the first byte, or from the connection, to the end of the headers. */
  headersMs: number;
  /** Between an answer and the next request. */
  keepAliveMs: number;
  /** For how long nothing may move on a connection while it is answered. */
  stillMs: number;
}

/** Makes the server; nothing listens yet. */
export function createListener(limits: ListenerLimits): Server {
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    // Bodies have limits of their own (bodyTime.ts).
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.lookMs,
    // What lacks it is refused by the app (refuseNoHost), with a problem.
    requireHostHeader: false,
  });
  server.timeout = limits.stillMs;
  answerMalformedRequests(server);
  limitBodyTime(server, limits);
  return server;
}
