// Link checker: one GET to public hosts only, which reads the status and not the page.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import {
  classifyLinkAnswer,
  type LinkAnswer,
  type LinkProbe,
} from '../../modules/curation/linkChecks/linkChecks.ts';
import { limits } from '../../config/limits.ts';
import { errorCode } from '../../shared/errorCode.ts';
import { limitConnectTime, ConnectTimeoutError, responseTo } from '../connectTimeLimit.ts';
import {
  redirectLocation,
  resolveLocation,
  agentFor,
  NotPublicError,
  type AllowedHost,
} from '../imageFetcher/ssrfProtection.ts';
import { parseSetCookie } from 'cookie';

const maxCookies = 50;
const maxCookieLength = 4_096;

/** True when a host may set and receive a cookie for a domain: the domain itself or a subdomain. */
const isWithin = (host: string, domain: string): boolean =>
  host === domain || (domain.includes('.') && host.endsWith(`.${domain}`));

class CookieJar {
  private readonly cookies = new Map<string, { domain: string; isShared: boolean; pair: string }>();

  store({ hostname }: URL, headers: readonly string[]): void {
    for (const header of headers) {
      const pair = header.split(';', 1)[0]?.trim() ?? '';
      const { name, domain: named, maxAge, expires } = parseSetCookie(header);
      const domain = (named ?? hostname).replace(/^\./, '').toLowerCase();
      const isExpired = (maxAge ?? 1) <= 0 || (expires && expires.getTime() < Date.now());
      if (!isWithin(hostname, domain) || pair.length > maxCookieLength) continue;
      const key = `${domain} ${name}`;
      if (isExpired) this.cookies.delete(key);
      else if (this.cookies.size < maxCookies || this.cookies.has(key))
        this.cookies.set(key, { domain, isShared: named !== undefined, pair });
    }
  }

  /** The `Cookie` header for an address; empty without cookies. */
  header({ hostname }: URL): string {
    return [...this.cookies.values()]
      .filter(({ domain, isShared }) =>
        isShared ? isWithin(hostname, domain) : hostname === domain,
      )
      .map(({ pair }) => pair)
      .join('; ');
  }
}

interface LinkCheckerOptions {
  /** Internal hosts that may be opened. */
  allow: readonly AllowedHost[];
  /** For one answer. */
  answerMs?: number;
  /** For one link, redirects included. */
  totalMs?: number;
  redirects?: number;
}

/** Some sites send more cookies than Node's limit of 16 kB; browsers accept 256 kB. */
const maxHeaderSize = 256_000;

interface Request {
  url: URL;
  allow: readonly AllowedHost[];
  answerMs: number;
  cookies: CookieJar;
  signal: AbortSignal;
}

function open({ url, allow, answerMs, cookies, signal }: Request) {
  const cookie = cookies.header(url);
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    agent: agentFor(url, allow),
    signal,
    maxHeaderSize,
    headers: {
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'accept-language': 'en,ru;q=0.8',
      'user-agent': 'Mozilla/5.0 (compatible; Loadout link checker)',
      ...(cookie === '' ? {} : { cookie }),
    },
  });
  limitConnectTime(request, limits.upstream.connectMs);
  request.setTimeout(answerMs, () =>
    request.destroy(Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' })),
  );
  return responseTo(request);
}

/** Longer ones are made for a single visit. */
const maxRedirectTargetLength = 1_000;

/** True for a page on the way to the requested one, such as a sign-in: its query contains the return address. */
const isDetour = (asked: URL, at: URL): boolean =>
  [...at.searchParams.values()].some((value) => {
    const back = /^(?:https?:)?\//i.test(value) ? URL.parse(value, at) : null;
    return back?.host === asked.host && back.pathname === asked.pathname;
  });

/** Adds the new address to an answer when the page has moved. */
function withRedirectTarget(answer: LinkAnswer, address: string, at: URL): LinkAnswer {
  const asked = new URL(address);
  const isMoved = at.href !== asked.href && !at.username && !at.password && !isDetour(asked, at);
  return answer.kind === 'ok' && isMoved && at.href.length <= maxRedirectTargetLength
    ? { ...answer, movedTo: at.href }
    : answer;
}

/** Requested waiting time, in seconds or as a date. */
function readRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return ms > 0 ? Math.min(ms, limits.links.retryAfterMs) : undefined;
}

function answerOf({ statusCode = 0, headers }: IncomingMessage): LinkAnswer {
  const isChallenge = headers['cf-mitigated'] !== undefined;
  const answer = isChallenge
    ? ({ kind: 'blocked', status: 'challenge' } as const)
    : classifyLinkAnswer(statusCode);
  const retryAfterMs = readRetryAfter(headers['retry-after']);
  return answer.kind === 'blocked' && retryAfterMs ? { ...answer, retryAfterMs } : answer;
}

/** Errors of a host with an invalid answer. */
const answeredErrors = /^(?:HPE_|ERR_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO|HOSTNAME_)/;

function answerOfError(error: unknown, isLate: boolean): LinkAnswer {
  if (error instanceof NotPublicError) return { kind: 'blocked', status: 'not public' };
  if (error instanceof ConnectTimeoutError) return { kind: 'unreachable', status: 'no connection' };
  const code = errorCode(error);
  // The error code of an aborted request does not describe the site.
  if (isLate) return { kind: 'unreachable', status: 'ETIMEDOUT' };
  return {
    kind: answeredErrors.test(code) ? 'blocked' : 'unreachable',
    status: code || 'no answer',
  };
}

/** Creates the checker, which keeps no connections and no state. */
export function createLinkChecker(options: LinkCheckerOptions): LinkProbe {
  const {
    allow,
    answerMs = limits.links.answerMs,
    totalMs = limits.links.totalMs,
    redirects = limits.links.redirects,
  } = options;

  /** The answer of the page. Redirects are followed here, so that every host is checked. */
  const ask = async (address: string, signal: AbortSignal): Promise<LinkAnswer> => {
    const cookies = new CookieJar();
    let url = new URL(address);
    for (let hop = 0; hop <= redirects; hop += 1) {
      if (!['http:', 'https:'].includes(url.protocol)) throw new NotPublicError(url.href);
      const response = await open({ url, allow, answerMs, cookies, signal });
      response.destroy();
      const location = redirectLocation(response.statusCode, response.headers.location);
      if (location === undefined) return withRedirectTarget(answerOf(response), address, url);
      cookies.store(url, response.headers['set-cookie'] ?? []);
      const next = resolveLocation(location, url);
      if (!next) return { kind: 'blocked', status: 'unreadable redirect' };
      url = next;
    }
    return { kind: 'blocked', status: 'too many redirects' };
  };

  return {
    async check(address, signal) {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(totalMs)]);
      try {
        return await ask(address, inTime);
      } catch (error) {
        signal.throwIfAborted();
        return answerOfError(error, inTime.aborted);
      }
    },
  };
}
