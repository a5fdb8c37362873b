// Response to a request of node:http or node:https, as a promise.
import type { ClientRequest, IncomingMessage } from 'node:http';

/** Sends the request. Some answers end the connection without an error, such as a change of protocol (101). */
export const responseTo = (request: ClientRequest, body = ''): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
    request.once('close', () => reject(new Error('The connection was closed without an answer')));
    request.end(body);
  });
