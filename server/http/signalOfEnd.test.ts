import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signalOfEnd } from './signalOfEnd.ts';

const server = createServer();
let url: string;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The response to a call that waits for its answer. */
async function called(signal?: AbortSignal): Promise<ServerResponse> {
  const asked = once(server, 'request') as Promise<[unknown, ServerResponse]>;
  fetch(url, signal ? { signal } : {}).catch(() => null);
  return (await asked)[1];
}

test('is aborted when the caller leaves, not before', async () => {
  const caller = new AbortController();
  const response = await called(caller.signal);
  const over = signalOfEnd(response);
  expect(over.aborted).toBe(false);
  caller.abort();
  if (!over.aborted) await once(over, 'abort');
  expect(over.reason).toMatchObject({ code: 'UNAVAILABLE' });
  expect(signalOfEnd(response).aborted).toBe(true);
});

test('is aborted when the answer is sent', async () => {
  const response = await called();
  const over = signalOfEnd(response);
  response.end('Fine');
  if (!over.aborted) await once(over, 'abort');
  expect(over.aborted).toBe(true);
});
