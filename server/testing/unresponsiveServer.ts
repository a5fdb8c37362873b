// Unresponsive server: its accept queue is full, so that even the handshake is not answered.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

export interface DeafServer {
  host: string;
  port: number;
  /** By http, without a closing slash. */
  url: string;
  close(): Promise<void>;
}

/** Listens with the shortest queue, tells its port, and never looks at its socket again. */
const listenAndBlock = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;

export async function startDeafServer(): Promise<DeafServer> {
  const worker = new Worker(listenAndBlock, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  const host = '127.0.0.1';
  const inQueue: Socket[] = [];
  for (let isTaken = true; isTaken;) {
    const socket = connect(port, host);
    // The end of the server resets those that still wait.
    socket.on('error', () => socket.destroy());
    inQueue.push(socket);
    isTaken = await Promise.race([once(socket, 'connect').then(() => true), wait(300, false)]);
  }
  return {
    host,
    port,
    url: `http://${host}:${port}`,
    async close() {
      for (const socket of inQueue) socket.destroy();
      await worker.terminate();
    },
  };
}
