// fetch with a limit on the size of the answer.
import { upstreamFetch } from '../upstreamFetch.ts';

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
