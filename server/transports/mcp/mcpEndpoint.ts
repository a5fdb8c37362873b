// MCP endpoint over HTTP, without sessions.
import type { ApolloServer } from '@apollo/server';
import { Router } from 'express';
import { limits } from '../../config/limits.ts';
import { requireMember } from '../../modules/people/accounts/accounts.ts';
import type { Context } from '../graphql/context.ts';
import { getViewer, type ContextMaker } from '../http/session.ts';
import { refuseMethod } from '../rest/sendProblem.ts';
import { DomainError } from '../../shared/domainError.ts';
import type { Log } from '../../shared/log.ts';
import { withoutAdmin } from './mcpAuthentication.ts';

export const mcpPath = '/mcp';

interface Options {
  apollo: ApolloServer<Context>;
  makeContext: ContextMaker;
  version: string;
  log: Log;
}

/** Challenge of RFC 6750, without a sign-in address since an agent cannot use one. */
const challenge = (sent: string | undefined): string =>
  sent === undefined ? 'Bearer' : 'Bearer error="invalid_token"';

export function createMcpEndpoint({ apollo, makeContext, version, log }: Options): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.post(mcpPath, async (request, response) => {
    response.locals.viewer = withoutAdmin(getViewer(response));
    const context = makeContext(request, response, { isOwnDocument: true });
    if (context.viewer.kind === 'visitor') {
      response.setHeader('WWW-Authenticate', challenge(request.headers.authorization));
      if (context.viewer.unconfirmed) requireMember(context.viewer);
      throw new DomainError(
        'UNAUTHENTICATED',
        'Send a token that works: Authorization: Bearer lo_…',
      );
    }
    // Only the revision 2025-03-26 has batches, and it sends no version header.
    const mostMessages = request.get('mcp-protocol-version') ? 1 : limits.mcp.batch;
    if (Array.isArray(request.body) && request.body.length > mostMessages)
      throw new DomainError('INVALID', `Send at most ${mostMessages} messages at a time`);
    response.setHeader('Cache-Control', 'no-store');
    // Loaded with the first call, since most processes serve no agents.
    const { handleCall } = await import('./handleCall.ts');
    await handleCall(request, response, { context, apollo, version, log });
  });
  router.all(mcpPath, (_request, response) => refuseMethod(response, ['POST']));
  return router;
}
