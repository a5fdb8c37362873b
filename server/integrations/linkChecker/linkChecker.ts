// Opens an address as a polite robot: HEAD first, GET where HEAD is refused, public hosts only, nothing read but the status.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import {
  linkAnswerForStatus,
  type LinkAnswer,
  type LinkProbe,
} from '../../modules/curation/linkChecks/linkChecks.ts';
import { limits } from '../../config/limits.ts';
import { errorCode } from '../../shared/errorCode.ts';
import { limitConnecting, NoConnectionError } from '../connectLimit.ts';
import { agentFor, NotPublicError, type AllowedHost } from '../imageFetcher/publicAgent.ts';

export interface LinkCheckerOptions {
  /** Hosts of the own network that may be opened all the same. */
  allow: readonly AllowedHost[];
  /** For one answer. */
  answerMs?: number;
  /** For one link, redirects included. */
  totalMs?: number;
  redirects?: number;
}

type Method = 'HEAD' | 'GET';

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

function open(
  url: URL,
  method: Method,
  allow: readonly AllowedHost[],
  answerMs: number,
  signal: AbortSignal,
) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      {
        method,
        agent: agentFor(url, allow),
        signal,
        headers: {
          accept: 'text/html,*/*;q=0.8',
          'accept-language': 'en,ru;q=0.8',
          'user-agent': 'Mozilla/5.0 (compatible; Loadout link checker)',
        },
      },
      resolve,
    );
    limitConnecting(request, limits.upstream.connectMs);
    request.setTimeout(answerMs, () =>
      request.destroy(Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' })),
    );
    request.once('error', reject);
    request.end();
  });
}

function nextAddress(location: string, base: URL): URL {
  const url = URL.parse(location, base);
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new NotPublicError(location);
  return url;
}

/** Longer ones are made for one visit. */
const longestMove = 1_000;

/** An answer with where it was given, unless that is what was asked. */
function movedAnswer(answer: LinkAnswer, asked: string, at: URL): LinkAnswer {
  const isMoved = at.href !== new URL(asked).href && at.href.length <= longestMove;
  return answer.kind === 'ok' && isMoved ? { ...answer, movedTo: at.href } : answer;
}

/** Opens the checker; it keeps no connections and remembers nothing. */
export function createLinkChecker(options: LinkCheckerOptions): LinkProbe {
  const {
    allow,
    answerMs = limits.links.answerMs,
    totalMs = limits.links.totalMs,
    redirects = limits.links.redirects,
  } = options;

  /** The answer to one method, redirects followed by hand, so that every host on the way is checked. */
  const ask = async (address: string, method: Method, signal: AbortSignal): Promise<LinkAnswer> => {
    let url = nextAddress(address, new URL(address));
    for (let hop = 0; hop <= redirects; hop += 1) {
      const response = await open(url, method, allow, answerMs, signal);
      response.destroy();
      const status = response.statusCode ?? 0;
      const { location } = response.headers;
      if (!redirectStatuses.has(status) || location === undefined)
        return movedAnswer(linkAnswerForStatus(status), address, url);
      url = nextAddress(location, url);
    }
    return { kind: 'failing', status: 'too many redirects' };
  };

  return {
    async check(address, signal) {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(totalMs)]);
      try {
        const short = await ask(address, 'HEAD', inTime).catch((error: unknown) => {
          const isFinal = error instanceof NotPublicError;
          if (inTime.aborted || isFinal || error instanceof NoConnectionError) throw error;
          return null;
        });
        // Many sites answer HEAD wrongly or not at all: only GET may find fault.
        return short?.kind === 'ok' ? short : await ask(address, 'GET', inTime);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof NotPublicError) return { kind: 'blocked', status: 'not public' };
        if (error instanceof NoConnectionError)
          return { kind: 'unreachable', status: 'no connection' };
        return {
          kind: 'unreachable',
          status: errorCode(error) || (inTime.aborted ? 'ETIMEDOUT' : 'no answer'),
        };
      }
    },
  };
}
