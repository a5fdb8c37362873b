// Graceful shutdown of connections: a proxy closes them without losing an answer.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';

const lookEveryMs = 50;
/** Length of an event loop round in which nothing was done. */
const emptyRoundMs = 0.5;
/** Maximum wait for a round without new connections. */
const maxWaitMs = 500;

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

/** Marks every further answer as the last one of its connection. */
function endWithAnswers(server: Server): void {
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close');
  });
}

/**
 * Keeps answering, and marks every answer as the last one of its connection: closing it abruptly could lose a request that the
 * proxy is sending. Returns when no connection is left, or after `withinMs`, when a proxy has closed its idle ones.
 */
export async function drainConnections(server: Server, withinMs: number): Promise<void> {
  endWithAnswers(server);
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline && (await connectionsOf(server)) > 0)
    await pause(lookEveryMs);
}

/**
 * Stops listening and answers accepted requests for at most `withinMs`, then cuts them off. Connections in the system's queue would
 * be reset, so it first waits for an event loop round without a new one.
 */
export async function stopListening(server: Server, withinMs: number): Promise<void> {
  let taken = 0;
  server.on('connection', () => {
    taken += 1;
  });
  const waitUntil = performance.now() + maxWaitMs;
  for (;;) {
    const [before, begun] = [taken, performance.now()];
    await setImmediate();
    const now = performance.now();
    if ((taken === before && now - begun < emptyRoundMs) || now > waitUntil) break;
  }
  const ended = once(server, 'close');
  // Otherwise a busy keep-alive connection would be served until the time limit, and then cut off.
  endWithAnswers(server);
  server.close();
  const late = setTimeout(() => server.closeAllConnections(), withinMs);
  await ended;
  clearTimeout(late);
}
