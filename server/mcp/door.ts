// The door for agents, MCP over HTTP: a tool of the table, its documents, and Apollo's own execution. Nothing is kept between
// calls, so a token that was ended opens nothing any more.
import type { ApolloServer } from '@apollo/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { Router, type Request } from 'express';
import type { Language } from '../domain/knowledge/knowledge.ts';
import type { Context } from '../graphql/context.ts';
import { askedLanguage, fallbackLanguage, getViewer, type ContextMaker } from '../http/session.ts';
import { refuseMethod } from '../rest/sendProblem.ts';
import { DomainError } from '../shared/domainError.ts';
import type { Log } from '../shared/log.ts';
import { createAgentServer } from './agentServer.ts';
import { withoutAdmin } from './callers.ts';
import { createAsk } from './run.ts';

export const mcpPath = '/mcp';

interface Options {
  apollo: ApolloServer<Context>;
  makeContext: ContextMaker;
  version: string;
  log: Log;
}

/** What is missing, as RFC 6750 says it; where to sign in is left out, since an agent cannot. */
const challenge = (sent: string | undefined): string =>
  sent === undefined ? 'Bearer' : 'Bearer error="invalid_token"';

/** The language of a call that names none: of its header, else the one in which the person wants to be told, else as everywhere. */
const languageOf = async (request: Request, { viewer, services }: Context): Promise<Language> =>
  askedLanguage(request.get('accept-language')) ??
  (await services.deliverySettings.language(viewer)) ??
  fallbackLanguage;

export function createMcpDoor({ apollo, makeContext, version, log }: Options): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.post(mcpPath, async (request, response) => {
    response.locals.viewer = withoutAdmin(getViewer(response));
    const context = makeContext(request, response, true);
    if (context.viewer.kind === 'visitor') {
      response.setHeader('WWW-Authenticate', challenge(request.headers.authorization));
      throw new DomainError(
        'UNAUTHENTICATED',
        'Send a token that works: Authorization: Bearer lo_…',
      );
    }
    if (Array.isArray(request.body)) throw new DomainError('INVALID', 'Send one message at a time');
    const handler = createMcpHandler(
      () =>
        createAgentServer({
          viewer: context.viewer,
          async asking(named) {
            const language = named ?? (await languageOf(request, context));
            return {
              language,
              ask: createAsk({
                apollo,
                contextValue: { ...context, language },
                // The answer to an agent of the revision before is a stream: its head is sent before the tool is run.
                sayRate: (name, value) => {
                  if (!response.headersSent) response.setHeader(name, value);
                },
              }),
            };
          },
          version,
          log,
        }),
      // Nothing here changes by itself, and a stream would outlive the token that opened it.
      { maxSubscriptions: 0, onerror: (error) => log.debug({ err: error }, 'A call of an agent') },
    );
    response.setHeader('Cache-Control', 'no-store');
    await toNodeHandler(handler)(request, response, request.body);
  });
  router.all(mcpPath, (_request, response) => refuseMethod(response, ['POST']));
  return router;
}
