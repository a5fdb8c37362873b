// Connect time limit for requests of node:http and node:https.
import type { ClientRequest } from 'node:http';

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
