// Who keeps a connection busy while a server ends is told with the next answer that it goes, and is never cut off.
import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { stopListening } from './drainConnections.ts';

/** Longer than a test may take: a connection that is waited for to its end fails the test. */
const withinMs = 600_000;

test('a connection that is never at rest ends with its next answer', async () => {
  const server = createServer((_request, response) => {
    void pause(20).then(() => response.end('answered'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async () => {
    const [answer] = (await once(get({ port, agent }), 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return answer.headers.connection;
  };
  expect(await ask()).toBe('keep-alive');
  const answers = [ask(), ask(), ask()];
  await once(server, 'request');
  await stopListening(server, withinMs);
  // The third finds nobody: it is told so, and has lost no answer.
  expect(await Promise.allSettled(answers)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'fulfilled', value: 'close' },
    { status: 'rejected', reason: { code: 'ECONNREFUSED' } },
  ]);
  agent.destroy();
});
