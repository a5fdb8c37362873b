// One call to the Raindrop API: token, time limit, budget, breaker, and repeats where they are safe.
import { randomUUID } from 'node:crypto';
import { limits } from '../../config/limits.ts';
import type { Clock } from '../../shared/clock.ts';
import type { DomainError } from '../../shared/domainError.ts';
import type { Log } from '../../shared/log.ts';
import { createCircuitBreaker } from '../circuitBreaker.ts';
import { upstreamFetch } from '../upstreamFetch.ts';
import { errorSchema, knownSchema } from './responses.ts';
import { createCallBudget, isWorthWaiting, retryAfterMs } from './callBudget.ts';
import type { Wait } from './wait.ts';
import { busy, gone, malformed, refused, unauthorised, unreachable } from './errors.ts';

export interface ConnectionOptions {
  /** The whole base path, without a closing slash. */
  url: string;
  token: string;
  now: Clock;
  wait: Wait;
  log: Pick<Log, 'warn'>;
  /** For one call, its answer included. */
  timeoutMs: number;
}

type Parameters = Record<string, string | number | boolean>;

export interface Connection {
  /** The JSON of the answer. Repeated after no answer, 429, 5xx and garbage; never after other 4xx. */
  get(path: string, parameters: Parameters, signal: AbortSignal): Promise<unknown>;
  /** Never repeated: a call that failed may have arrived. Undefined when the answer has no body. */
  write(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: object | null,
    signal: AbortSignal,
  ): Promise<unknown>;
}

/** What one try came to; `againMs` is the wait before a safe repeat, if one makes sense. */
type Outcome = { body: unknown } | { error: DomainError; againMs: number | null };

export function createConnection(options: ConnectionOptions): Connection {
  const { url, token, now, wait, log, timeoutMs } = options;
  const budget = createCallBudget({ now, wait });
  const breaker = createCircuitBreaker(now);

  async function attempt(
    method: string,
    address: string,
    body: object | null,
    signal: AbortSignal,
  ): Promise<Outcome> {
    if (!breaker.isCallAllowed()) throw unreachable('failed repeatedly and is left alone');
    await budget.take(signal);
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    let response: Response;
    let text: string;
    try {
      response = await upstreamFetch(address, {
        method,
        headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
        body: body ? JSON.stringify(body) : null,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      text = await response.text();
    } catch (error) {
      signal.throwIfAborted();
      breaker.recordFailure();
      return { error: unreachable('does not answer', error), againMs: 0 };
    }
    budget.update(response.headers);
    const outcome = judge(response, text);
    if ('error' in outcome && outcome.againMs !== null && response.status !== 429)
      breaker.recordFailure();
    else breaker.recordSuccess();
    return outcome;
  }

  function judge({ status, headers }: Response, text: string): Outcome {
    const final = (error: DomainError): Outcome => ({ error, againMs: null });
    if (status === 401 || status === 403) return final(unauthorised(status));
    if (status === 429) {
      const againMs = budget.recordRateLimit(headers);
      return { error: busy(againMs), againMs };
    }
    if (status >= 500) {
      const againMs = retryAfterMs(headers, now()) ?? 0;
      return { error: unreachable(`fails (${status})`), againMs };
    }
    const isGood = status < 300;
    if (isGood && text === '') return { body: undefined };
    const body = parseJson(text);
    if (body === undefined && isGood) return { error: malformed('no JSON'), againMs: 0 };
    const said = errorSchema.safeParse(body).data ?? {};
    if (said.auth === false) return final(unauthorised(status));
    if (status === 404) return final(gone());
    // Where nothing was found, an empty list comes with `result: false`.
    const isEmptyList = knownSchema.safeParse(body).success;
    if (isGood && (said.result !== false || isEmptyList)) return { body };
    return final(refused(status, said.errorMessage ?? String(said.error ?? '')));
  }

  return {
    async get(path, parameters, signal) {
      for (let tries = 0; ; tries += 1) {
        const outcome = await attempt('GET', withCacheBuster(url + path, parameters), null, signal);
        if ('body' in outcome) {
          if (outcome.body === undefined) throw malformed('nothing');
          return outcome.body;
        }
        const { error, againMs } = outcome;
        if (againMs === null || tries === limits.upstream.retries || !isWorthWaiting(againMs)) {
          throw error;
        }
        const waitMs = Math.max(againMs, backoffMs(tries));
        log.warn({ path, reason: error.reason, waitMs }, 'The bookmarks service is asked again');
        await wait(waitMs, signal);
      }
    },

    async write(method, path, body, signal) {
      const outcome = await attempt(method, url + path, body, signal);
      if ('error' in outcome) throw outcome.error;
      return outcome.body;
    },
  };
}

/** The service answers the same address from a cache, at times hours old: no address comes twice. */
function withCacheBuster(address: string, parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
  query.set('_cb', randomUUID());
  return `${address}?${query}`;
}

/** One second, two, four …, and up to a quarter more. */
function backoffMs(tries: number): number {
  return 1_000 * 2 ** tries * (1 + Math.random() / 4);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
