// Before a server behind a proxy stops listening: lets the proxy go of the connections that it keeps. One that is closed in
// the moment in which the proxy sends a request over it would cost the answer.
import type { Server } from 'node:http';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';

const lookEveryMs = 50;

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

/**
 * Goes on answering, and says with every answer that its connection ends. Returns when there is none left, or after
 * `withinMs`, by which time a proxy has closed those that it did not use.
 */
export async function letGo(server: Server, withinMs: number): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close');
  });
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline && (await connectionsOf(server)) > 0)
    await pause(lookEveryMs);
  // Now connections that wait to be accepted have been: those that wait while the server closes are reset.
  await setImmediate();
}
