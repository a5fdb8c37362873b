// What fails once the server listens ends nothing; what fails before is told by main (program.test.ts).
import { createServer } from 'node:http';
import { listenAt } from './listenAt.ts';

test('a connection that cannot be taken is told, and those that can are', async () => {
  const server = createServer((_request, response) => response.end('here'));
  const told: string[] = [];
  await listenAt(server, { host: '127.0.0.1', port: 0 }, ({ message }) => void told.push(message));
  try {
    server.emit('error', new Error('accept EMFILE'));
    expect(told).toEqual(['accept EMFILE']);
    const { port } = server.address() as { port: number };
    expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('here');
  } finally {
    server.close();
  }
});
