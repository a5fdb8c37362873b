// HTTP client of the Raindrop API: token, timeout, call budget (rate limit), circuit breaker, and retries of reads.
import { randomUUID } from 'node:crypto';
import { limits } from '../../config/limits.ts';
import type { Clock } from '../../shared/clock.ts';
import type { DomainError } from '../../shared/domainError.ts';
import type { Log } from '../../shared/log.ts';
import { createCircuitBreaker } from '../circuitBreaker.ts';
import { upstreamFetch } from '../upstreamFetch.ts';
import {
  errorSchema,
  knownSchema,
  busy,
  gone,
  malformed,
  refused,
  unauthorised,
  unreachable,
} from './responses.ts';
import { createCallBudget, isWorthWaiting, retryAfterMs, type Wait } from './callBudget.ts';

export interface ConnectionOptions {
  /** Base URL without a trailing slash. */
  url: string;
  token: string;
  now: Clock;
  wait: Wait;
  log: Pick<Log, 'warn'>;
  /** Timeout of one call, including its answer. */
  timeoutMs: number;
}

type Parameters = Record<string, string | number | boolean>;

/** The result of one attempt; `retryMs` is the wait before a safe retry, null where a retry is useless. */
type Outcome = { body: unknown } | { error: DomainError; retryMs: number | null };

export class RaindropConnection {
  private deps: ConnectionOptions;
  private budget;
  private breaker;

  constructor(deps: ConnectionOptions) {
    this.deps = deps;
    this.budget = createCallBudget({ now: this.deps.now, wait: this.deps.wait });
    this.breaker = createCircuitBreaker(this.deps.now);
  }

  /** Returns the JSON of the answer. Retries after timeouts, 429, 5xx and malformed answers, never after other 4xx. */
  async get(path: string, parameters: Parameters, signal: AbortSignal): Promise<unknown> {
    for (let tries = 0; ; tries += 1) {
      const outcome = await this.attempt(
        'GET',
        withCacheBuster(this.deps.url + path, parameters),
        null,
        signal,
      );
      if ('body' in outcome) {
        if (outcome.body === undefined) throw malformed('nothing');
        return outcome.body;
      }
      const { error, retryMs } = outcome;
      if (retryMs === null || tries === limits.upstream.retries || !isWorthWaiting(retryMs)) {
        throw error;
      }
      const waitMs = Math.max(retryMs, backoffMs(tries));
      this.deps.log.warn(
        { path, reason: error.reason, waitMs },
        'Retrying a call of the bookmarks service',
      );
      await this.deps.wait(waitMs, signal);
    }
  }

  /** Sends a change; never retried, because a failed call may have arrived. Returns undefined for an empty answer. */
  async write(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: object | null,
    signal: AbortSignal,
  ): Promise<unknown> {
    const outcome = await this.attempt(method, this.deps.url + path, body, signal);
    if ('error' in outcome) throw outcome.error;
    return outcome.body;
  }

  private async attempt(
    method: string,
    address: string,
    body: object | null,
    signal: AbortSignal,
  ): Promise<Outcome> {
    if (!this.breaker.isCallAllowed())
      throw unreachable('failed repeatedly and is paused for a moment');
    await this.budget.take(signal);
    const headers = { authorization: `Bearer ${this.deps.token}`, accept: 'application/json' };
    let response: Response;
    let text: string;
    try {
      response = await upstreamFetch(address, {
        method,
        headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
        body: body ? JSON.stringify(body) : null,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(this.deps.timeoutMs)]),
      });
      text = await response.text();
    } catch (error) {
      signal.throwIfAborted();
      this.breaker.recordFailure();
      return { error: unreachable('does not answer', error), retryMs: 0 };
    }
    this.budget.update(response.headers);
    const outcome = this.judge(response, text);
    if ('error' in outcome && outcome.retryMs !== null && response.status !== 429)
      this.breaker.recordFailure();
    else this.breaker.recordSuccess();
    return outcome;
  }

  private judge({ status, headers }: Response, text: string): Outcome {
    const final = (error: DomainError): Outcome => ({ error, retryMs: null });
    if (status === 401 || status === 403) return final(unauthorised(status));
    if (status === 429) {
      const retryMs = this.budget.recordRateLimit(headers);
      return { error: busy(retryMs), retryMs };
    }
    if (status >= 500) {
      const retryMs = retryAfterMs(headers, this.deps.now()) ?? 0;
      return { error: unreachable(`fails (${status})`), retryMs };
    }
    const isGood = status < 300;
    if (isGood && text === '') return { body: undefined };
    const body = parseJson(text);
    if (body === undefined && isGood) return { error: malformed('no JSON'), retryMs: 0 };
    const said = errorSchema.safeParse(body).data ?? {};
    if (said.auth === false) return final(unauthorised(status));
    if (status === 404) return final(gone());
    // An empty list of ids comes with `result: false`.
    const isEmptyList = knownSchema.safeParse(body).success;
    if (isGood && (said.result !== false || isEmptyList)) return { body };
    return final(refused(status, said.errorMessage ?? String(said.error ?? '')));
  }
}

/** Raindrop answers repeated addresses from a cache that may be hours old. */
function withCacheBuster(address: string, parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
  query.set('_cb', randomUUID());
  return `${address}?${query}`;
}

/** Exponential backoff from one second, with up to 25 % jitter. */
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
