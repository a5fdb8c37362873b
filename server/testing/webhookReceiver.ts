// Webhook receiver for tests: a real HTTP server that is slow, fails, sends nonsense, redirects, and is killed and restarted.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Behaviour =
  'fine' | 'slow' | '410' | '429' | '500' | '503' | 'redirect' | 'nonsense' | 'cut';

/** A message as it came. */
interface Message {
  body: string;
  headers: Record<string, string>;
  /** Whether it was answered with a success. */
  isTaken: boolean;
}

export interface Receiver {
  url: string;
  /** Host and port, as settings name them. */
  host: string;
  /** Every message that came, whatever was answered. */
  taken: Message[];
  /** What the receiver does with the message of a place; it takes each unless told. */
  behave: (place: number) => Behaviour;
  onMessage: (message: Message) => void;
  /** When it wants to hear of us again, in what it answers from now on. */
  retryAfter: string | null;
  /** What happens between a message and its answer. */
  meanwhile: () => Promise<unknown>;
  /** A message came that will not be answered. */
  onSlow: () => void;
  /** Nobody listens any more. */
  kill(): Promise<void>;
  /** Somebody listens again, at the same place. */
  revive(): Promise<void>;
  close(): Promise<void>;
}

/** Opens one on this machine. */
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
          // What was taken of the last word of a sender that ends is known to nobody.
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
