// CSRF protection: no write from another origin with the session cookie.
import type { Request, RequestHandler } from 'express';
import { DomainError } from '../../shared/domainError.ts';

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/** True when a request that may write comes from our own page, or has no cookie that could be abused. */
function isSameOrigin(request: Pick<Request, 'get'>, publicOrigin: string): boolean {
  const site = request.get('sec-fetch-site');
  if (site) return site === 'same-origin' || site === 'none';
  const origin = request.get('origin');
  if (origin) return origin === publicOrigin;
  return !request.get('cookie');
}

/**
 * True when a read certainly comes from another page. Over plain http a browser sends neither header for reads of the page itself.
 */
export function isForeignRead(request: Pick<Request, 'get'>, publicOrigin: string): boolean {
  const [site, origin] = [request.get('sec-fetch-site'), request.get('origin')];
  if (site && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && origin !== publicOrigin;
}

export const refuseForeignWrites =
  (publicOrigin: string): RequestHandler =>
  (request, response, next) => {
    const isAllowed =
      harmless.has(request.method) ||
      response.locals.isListedTool === true ||
      isSameOrigin(request, publicOrigin);
    if (isAllowed) next();
    else {
      next(
        new DomainError(
          'FORBIDDEN',
          `A call that writes with the session cookie must come from the page itself. A script sends the header Origin: ${publicOrigin}, or a token in place of the cookie`,
          { reason: 'foreignOrigin' },
        ),
      );
    }
  };
