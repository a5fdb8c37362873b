// Receiver of webhooks for tests: a real HTTP server that can be slow, fail, answer nonsense, redirect, and be killed and
// restarted.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Behaviour =
  'fine' | 'slow' | '410' | '429' | '500' | '503' | 'redirect' | 'nonsense' | 'cut';

interface Message {
  body: string;
  headers: Record<string, string>;
  /** True when the answer was a success. */
  isTaken: boolean;
}

export interface Receiver {
  url: string;
  /** Host and port, as settings name them. */
  host: string;
  /** All received messages, with any answer. */
  taken: Message[];
  /** Behaviour for the message at this position; accepts all by default. */
  behave: (place: number) => Behaviour;
  onMessage: (message: Message) => void;
  /** Value of the Retry-After header of further answers. */
  retryAfter: string | null;
  /** Runs between a message and its answer. */
  meanwhile: () => Promise<unknown>;
  /** Called for a message that gets no answer. */
  onSlow: () => void;
  /** Stops listening. */
  kill(): Promise<void>;
  /** Listens again at the same port. */
  revive(): Promise<void>;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  let server: Server | null = null;
  let port = 0;
  const answer = (): Server =>
    createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const behaviour = receiver.behave(receiver.taken.length);
        const message = {
          body: Buffer.concat(chunks).toString(),
          headers: Object.fromEntries(
            Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
          ),
          // A sender that was killed does not learn the last answer.
          isTaken: behaviour === 'fine',
        };
        receiver.taken.push(message);
        receiver.onMessage(message);
        if (behaviour === 'slow') return receiver.onSlow();
        if (behaviour === 'cut') return request.socket.destroy();
        if (behaviour === 'nonsense') return request.socket.end('This is no HTTP\r\n\r\n');
        if (behaviour === 'redirect') response.setHeader('Location', receiver.url);
        if (receiver.retryAfter !== null) response.setHeader('Retry-After', receiver.retryAfter);
        response.statusCode =
          behaviour === 'fine' ? 200 : behaviour === 'redirect' ? 307 : Number(behaviour);
        void receiver.meanwhile().then(() => response.end('x'.repeat(100_000)));
      });
    });
  const receiver: Receiver = {
    url: '',
    host: '',
    taken: [],
    behave: () => 'fine',
    onMessage: () => undefined,
    retryAfter: null,
    meanwhile: () => Promise.resolve(),
    onSlow: () => undefined,
    async kill() {
      const closing = server;
      server = null;
      if (!closing) return;
      closing.closeAllConnections();
      await new Promise((resolve) => closing.close(resolve));
    },
    async revive() {
      const opened = answer();
      await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', resolve));
      port = (opened.address() as AddressInfo).port;
      server = opened;
    },
    close: () => receiver.kill(),
  };
  await receiver.revive();
  receiver.host = `127.0.0.1:${port}`;
  receiver.url = `http://${receiver.host}/hook`;
  return receiver;
}
