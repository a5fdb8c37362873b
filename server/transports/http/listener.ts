// HTTP server with time limits for headers, requests and idle connections.
import { createServer, type Server } from 'node:http';
import { answerMalformedRequests } from './malformedRequests.ts';

export interface ListenerLimits {
  /** Bytes of all headers of a request. */
  headerBytes: number;
  /** From the first byte, or from the connection, to the end of the headers. */
  headersMs: number;
  /** From the first byte to the end of the body. */
  requestMs: number;
  /** Between an answer and the next request. */
  keepAliveMs: number;
  /** How often connections are looked at; so much later than their limit they end. */
  lookMs: number;
  /** For how long nothing may move on a connection while it is answered. */
  stillMs: number;
}

/** Makes the server; nothing listens yet. */
export function createListener(limits: ListenerLimits): Server {
  const server = createServer({
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.lookMs,
    // What lacks it is refused by the app (refuseNoHost), with a problem.
    requireHostHeader: false,
  });
  server.timeout = limits.stillMs;
  answerMalformedRequests(server);
  return server;
}
