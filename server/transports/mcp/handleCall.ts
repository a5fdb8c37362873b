// MCP call handler, loaded with the first call.
import type { ApolloServer } from '@apollo/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpHttpHandler,
  type McpServer,
} from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import type { Language } from '../../shared/language.ts';
import type { Context } from '../graphql/context.ts';
import { askedLanguage, fallbackLanguage } from '../http/session.ts';
import type { Log } from '../../shared/log.ts';
import { createAgentServer } from './agentServer.ts';
import { createRunDocument } from './runDocument.ts';

interface Call {
  /** Context of a caller who may use the endpoint. */
  context: Context;
  apollo: ApolloServer<Context>;
  version: string;
  log: Log;
}

/**
 * Language of a call: of its header, else of the person's notifications, else of the page on which the token was created, else the
 * default.
 */
const languageOf = async (request: Request, { viewer, services }: Context): Promise<Language> =>
  askedLanguage(request.get('accept-language')) ??
  (await services.deliverySettings.language(viewer)) ??
  (viewer.kind === 'member' ? viewer.token?.language : null) ??
  fallbackLanguage;

/** `Accept` header that the SDK requires for the revisions before 2026; many clients send less. */
const acceptOfLegacy = 'application/json, text/event-stream';

/** Answers a call of the revisions before 2026 as JSON. */
async function handleLegacy(
  server: McpServer,
  ...[request, options]: Parameters<McpHttpHandler['fetch']>
): Promise<globalThis.Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, options);
  } finally {
    await server.close();
  }
}

/** An answer as a stream with one event, for clients that accept nothing else. */
const asEventStream = async (answer: globalThis.Response): Promise<globalThis.Response> =>
  new Response(`event: message\ndata: ${await answer.text()}\n\n`, {
    headers: { 'Content-Type': 'text/event-stream' },
  });

export async function handleCall(
  request: Request,
  response: Response,
  { context, apollo, version, log }: Call,
): Promise<void> {
  const takesOnlyStream =
    !request.accepts('application/json') && Boolean(request.accepts('text/event-stream'));
  request.headers.accept = acceptOfLegacy;
  const createServer = (): McpServer =>
    createAgentServer({
      viewer: context.viewer,
      async callerIn(named) {
        const language = named ?? (await languageOf(request, context));
        return {
          language,
          ask: createRunDocument({
            apollo,
            contextValue: { ...context, language },
            sayRate: (name, value) => response.setHeader(name, value),
          }),
        };
      },
      version,
      log,
    });
  // There are no server events, and a stream would outlive its token.
  const modern = createMcpHandler(createServer, {
    legacy: 'reject',
    maxSubscriptions: 0,
    onerror: (error) => log.debug({ err: error }, 'A call of an agent'),
  });
  await toNodeHandler({
    async fetch(call, options) {
      const answer = (await isLegacyRequest(call, options?.parsedBody))
        ? await handleLegacy(createServer(), call, options)
        : await modern.fetch(call, options);
      return takesOnlyStream && answer.status === 200 ? asEventStream(answer) : answer;
    },
  })(request, response, request.body);
}
