// Connect time limit and answer of a request of node:http or node:https.
import type { ClientRequest, IncomingMessage } from 'node:http';

export class ConnectTimeoutError extends Error {
  constructor() {
    super('No connection in time');
    this.name = 'NoConnectionError';
  }
}

/** Ends the request with a NoConnectionError when DNS, connection and TLS together take longer than `ms`. */
export function limitConnectTime(request: ClientRequest, ms: number): void {
  request.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => request.destroy(new ConnectTimeoutError()), ms);
    const clear = () => clearTimeout(timer);
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', clear);
    socket.once('close', clear);
  });
}

/** Sends the request. Some answers end the connection without an error, such as a change of protocol (101). */
export const responseTo = (request: ClientRequest, body = ''): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
    request.once('close', () => reject(new Error('The connection was closed without an answer')));
    request.end(body);
  });
