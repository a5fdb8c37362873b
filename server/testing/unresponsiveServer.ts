// A server that accepts no connection: its queue is full, so even the handshake gets no answer.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

export interface DeafServer {
  host: string;
  port: number;
  /** With http and without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/** Listens with the shortest queue, reports its port, and blocks its thread. */
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
    // The end of the server resets waiting connections.
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
