// fetch for the services outside: one that takes no connection is given up long before its answer would be.
import { Agent } from 'undici';
import { limits } from '../limits.ts';

/** Node's own fetch waits ten seconds. The limit is for name, connection and TLS together. */
const dispatcher = new Agent({ connect: { timeout: limits.upstream.connectMs } });

/** As fetch; fails with a TypeError whose cause has the code `UND_ERR_CONNECT_TIMEOUT` when no connection comes. */
export const outsideFetch: typeof fetch = (input, init) => {
  const limited: RequestInit & { dispatcher: Agent } = { ...init, dispatcher };
  return fetch(input, limited);
};
