// fetch for external services with a short connect timeout.
import type { Agent } from 'undici';
import { limits } from '../config/limits.ts';
import { lazy } from '../shared/lazy.ts';

/** Node's fetch waits ten seconds for a connection. This limit covers DNS, connection and TLS together. */
const agent = lazy(async () => {
  const undici = await import('undici');
  return new undici.Agent({ connect: { timeout: limits.upstream.connectMs } });
});

/** Like fetch; fails with a TypeError whose cause has the code `UND_ERR_CONNECT_TIMEOUT` when no connection is made in time. */
export const upstreamFetch: typeof fetch = async (input, init) => {
  const limited: RequestInit & { dispatcher: Agent } = { ...init, dispatcher: await agent() };
  return fetch(input, limited);
};
