import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isReady } from './isReady.ts';

const asked = async (listener: RequestListener, withinMs?: number): Promise<boolean> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await isReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, withinMs);
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

test.each([
  [200, true],
  [503, false],
])('whoever answers %i is ready: %s', async (status, ready) => {
  expect(await asked((_request, response) => response.writeHead(status).end())).toBe(ready);
});

test('whoever takes the question and does not answer is not ready, and holds nobody', async () => {
  expect(await asked(() => undefined, 50)).toBe(false);
});

test('whoever is not there is not ready', async () => {
  expect(await isReady('http://127.0.0.1:1/')).toBe(false);
});
