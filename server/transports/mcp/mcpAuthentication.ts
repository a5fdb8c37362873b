// MCP authentication: bearer tokens only, no foreign origin.
import type { RequestHandler } from 'express';
import type { Viewer } from '../../modules/people/accounts/accounts.ts';
import { DomainError } from '../../shared/domainError.ts';

/** An agent acts by its token alone: the cookie of whoever sits in front of it does not count. */
export const withoutCookie: RequestHandler = (request, _response, next) => {
  delete request.headers.cookie;
  next();
};

/** Names of this machine for itself: whoever may use them is on it. */
const ownNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses pages of other origins, and callers who know the server by a name that is not its own: a page whose name was made to
 * lead here (DNS rebinding).
 */
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

/** A token that may act as an admin acts here as one of the person: nothing hidden is told, nothing of an admin is done. */
export const withoutAdmin = (viewer: Viewer): Viewer =>
  viewer.kind === 'member' && viewer.via === 'admin' ? { ...viewer, via: 'write' } : viewer;
