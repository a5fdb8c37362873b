// Proxy that adds a bearer token to every request, for programs that cannot send one.
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BearerProxy {
  url: string;
  /** Sets the target address and the token of all further requests. */
  lead(to: { url: string; token: string }): void;
  close(): void;
}

/** Starts the proxy on a free port, without a target. */
export async function startBearerProxy(): Promise<BearerProxy> {
  let target = { url: '', token: '' };
  const server = createServer((asked, answer) => {
    const passedOn = request(new URL(asked.url ?? '/', target.url), {
      method: asked.method,
      headers: { ...asked.headers, authorization: `Bearer ${target.token}` },
    });
    passedOn.on('response', (given) => {
      given.pipe(answer.writeHead(given.statusCode ?? 502, given.headers));
    });
    passedOn.on('error', () => answer.destroy());
    asked.pipe(passedOn);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    lead: (to) => {
      target = to;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
