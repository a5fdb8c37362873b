// Graceful shutdown of connections: a proxy closes them without losing an answer.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';

const lookEveryMs = 50;
/** A round of the event loop so short that nothing was done in it. */
const emptyRoundMs = 0.5;
/** Longest wait for a moment without waiting connections. */
const maxWaitMs = 500;

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

/** From now on each answer says that its connection ends. */
function endWithAnswers(server: Server): void {
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close');
  });
}

/**
 * Goes on answering, and says with every answer that its connection ends: one that is closed in the moment in which the
 * proxy sends a request over it would cost the answer. Returns when there is none left, or after `withinMs`, by which time
 * a proxy has closed those that it did not use.
 */
export async function drainConnections(server: Server, withinMs: number): Promise<void> {
  endWithAnswers(server);
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline && (await connectionsOf(server)) > 0)
    await pause(lookEveryMs);
}

/**
 * Stops listening; what has been let in is answered, for `withinMs` at most: then it is cut off. Connections that the
 * system has made and the process has not yet taken would be reset, so the end is put behind a round of the event loop that
 * found none.
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
  // Who keeps a connection busy would be served until the time is over, and cut off then.
  endWithAnswers(server);
  server.close();
  const late = setTimeout(() => server.closeAllConnections(), withinMs);
  await ended;
  clearTimeout(late);
}
