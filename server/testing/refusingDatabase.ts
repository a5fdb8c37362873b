// A server that refuses every connection as PostgreSQL or a pooler does, with TLS or without.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket, type SecureContext } from 'node:tls';

const sslRequestBytes = 8;

/** @param secureContext for TLS; without it the server takes none */
export async function startRefusingDatabase(
  code: string,
  message: string,
  secureContext?: SecureContext,
): Promise<{ port: number; close(): void }> {
  const body = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(body.length + 4, 1);
  const refuse = (socket: Socket): void => void socket.end(Buffer.concat([head, body]));
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (first) => {
      if (first.length !== sslRequestBytes) refuse(socket);
      else if (!secureContext) socket.end('N');
      else {
        socket.write('S');
        const secured = new TLSSocket(socket, { isServer: true, secureContext });
        secured.on('error', () => undefined).once('data', () => refuse(secured));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, close: () => void server.close() };
}
