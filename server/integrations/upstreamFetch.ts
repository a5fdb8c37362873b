// fetch for external services with a short connect timeout and a bounded answer.
import type { Agent } from 'undici';
import { limits } from '../config/limits.ts';
import { lazy } from '../shared/memoize.ts';

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

class AnswerTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`The answer is larger than ${maxBytes} bytes`);
    this.name = 'AnswerTooLargeError';
  }
}

/** Wraps fetch: reading more than `maxBytes` of the body fails with AnswerTooLargeError. Redirects are not followed. */
export const boundedFetch =
  (maxBytes: number): typeof upstreamFetch =>
  async (input, init) => {
    const response = await upstreamFetch(input, { ...init, redirect: 'error' });
    if (!response.body) return response;
    let seen = 0;
    const bounded = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          seen += chunk.byteLength;
          if (seen > maxBytes) controller.error(new AnswerTooLargeError(maxBytes));
          else controller.enqueue(chunk);
        },
      }),
    );
    return new Response(bounded, {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
