// TCP proxy in front of an external service that fails in the ways in which real services do.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** `down`: the connection breaks at once; `slow`: it is silent for a while, then breaks. */
export const faults = ['down', 'slow', 'busy', 'malformed'] as const;
export type Fault = (typeof faults)[number];

export interface FaultyFront {
  port: number;
  /** Fails like this from now on, also on open connections; null passes everything on. */
  fail(how: Fault | null): void;
  /** Number of connections so far. */
  connections(): number;
  close(): Promise<void>;
}

const slowMs = 700;

const httpAnswer = (status: string, type: string, body: string, more = ''): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\n${more}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;

/** Answers in place of the service. */
const words = {
  http: {
    busy: httpAnswer(
      '429 Too Many Requests',
      'application/json',
      '{"ok":false,"error_code":429,"description":"Too Many Requests"}',
      'Retry-After: 1\r\n',
    ),
    malformed: httpAnswer('200 OK', 'text/html', '<html><h1>Gateway</h1>'),
  },
  smtp: { busy: '421 Too many connections\r\n', malformed: '<html><h1>Gateway</h1>\r\n' },
};

/** @param target the port of the service on this machine */
export async function startFaultyFront(
  target: number,
  protocol: 'http' | 'smtp' = 'http',
): Promise<FaultyFront> {
  const open = new Set<Socket>();
  let fault: Fault | null = null;
  let made = 0;

  const misbehave = (socket: Socket, how: Fault): void => {
    if (how === 'down') socket.destroy();
    else if (how === 'slow') setTimeout(() => socket.destroy(), slowMs);
    else if (protocol === 'smtp') socket.end(words.smtp[how]);
    else socket.once('data', () => socket.end(words.http[how]));
  };

  const server = createServer((socket) => {
    made += 1;
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // A client that disconnects is no failure of the proxy.
    socket.on('error', () => socket.destroy());
    if (fault) {
      misbehave(socket, fault);
      return;
    }
    const behind = connect(target, '127.0.0.1');
    behind.on('error', () => socket.destroy());
    socket.once('close', () => behind.destroy());
    socket.pipe(behind).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    fail(how) {
      fault = how;
      endAll();
    },
    connections: () => made,
    async close() {
      endAll();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
