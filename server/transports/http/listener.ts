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
  /** Maximum time without traffic while a request is answered. */
  stillMs: number;
}

/** Creates the server without listening. */
export function createListener(limits: ListenerLimits): Server {
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    // Bodies have limits of their own (bodyTime.ts).
    requestTimeout: 0,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.lookMs,
    // The app refuses requests without it, with a problem (refuseNoHost).
    requireHostHeader: false,
  });
  server.timeout = limits.stillMs;
  answerMalformedRequests(server);
  limitBodyTime(server, limits);
  return server;
}
