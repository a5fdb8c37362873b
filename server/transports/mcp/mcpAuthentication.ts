// MCP authentication: bearer tokens only, no foreign origin.
import type { RequestHandler } from 'express';
import type { Viewer } from '../../modules/people/accounts/accounts.ts';
import { DomainError } from '../../shared/domainError.ts';

/** Removes the cookie: an agent has the rights of its token only. */
export const withoutCookie: RequestHandler = (request, _response, next) => {
  delete request.headers.cookie;
  next();
};

/** Loopback host names: only callers on this machine can use them. */
const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/** Refuses pages of other origins, and requests for a foreign host name, which DNS rebinding would send. */
export function refuseForeignCallers(publicUrl: string): RequestHandler {
  const { origin, hostname } = new URL(publicUrl);
  const names = new Set([hostname, ...ownNames]);
  return (request, _response, next) => {
    const from = request.get('origin');
    if (!names.has(request.hostname)) {
      next(new DomainError('FORBIDDEN', `This server is called ${hostname}: ask it by that name`));
      return;
    }
    if (from !== undefined && from !== origin) {
      next(
        new DomainError('FORBIDDEN', 'Pages of other origins may not call this server', {
          reason: 'foreignOrigin',
        }),
      );
      return;
    }
    next();
  };
}

/** Treats a token with admin rights as a writing token of the person: no hidden data, no admin actions. */
export const withoutAdmin = (viewer: Viewer): Viewer =>
  viewer.kind === 'member' && viewer.via === 'admin' ? { ...viewer, via: 'write' } : viewer;
