// fetch as grammY calls it: with the abort signal of a package of its own, which Node's fetch does not take.
import { outsideFetch } from '../outsideFetch.ts';

interface ForeignSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
}

interface BotRequest {
  method?: string;
  headers?: Record<string, string>;
  /** JSON: the bot sends no files. */
  body?: string;
  signal?: ForeignSignal;
}

export function botFetch(address: string, { method, headers, body, signal }: BotRequest) {
  const own = new AbortController();
  if (signal?.aborted) own.abort();
  signal?.addEventListener('abort', () => own.abort());
  return outsideFetch(address, {
    ...(method ? { method } : {}),
    ...(headers ? { headers } : {}),
    ...(body ? { body } : {}),
    signal: own.signal,
  });
}
