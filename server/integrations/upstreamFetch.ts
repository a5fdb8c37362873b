// fetch for external services with a short connect timeout.
import type { Agent } from 'undici';
import { limits } from '../config/limits.ts';
import { lazy } from '../shared/lazy.ts';

/** Node's own fetch waits ten seconds. The limit is for name, connection and TLS together. */
const agent = lazy(async () => {
  const undici = await import('undici');
  return new undici.Agent({ connect: { timeout: limits.upstream.connectMs } });
});

/** As fetch; fails with a TypeError whose cause has the code `UND_ERR_CONNECT_TIMEOUT` when no connection comes. */
export const upstreamFetch: typeof fetch = async (input, init) => {
  const limited: RequestInit & { dispatcher: Agent } = { ...init, dispatcher: await agent() };
  return fetch(input, limited);
};
