// MCP call handler, loaded with the first call.
import type { ApolloServer } from '@apollo/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import type { Language } from '../../shared/language.ts';
import type { Context } from '../graphql/context.ts';
import { askedLanguage, fallbackLanguage } from '../http/session.ts';
import type { Log } from '../../shared/log.ts';
import { createAgentServer } from './agentServer.ts';
import { createRunDocument } from './runDocument.ts';

interface Call {
  /** Of somebody who may call. */
  context: Context;
  apollo: ApolloServer<Context>;
  version: string;
  log: Log;
}

/**
 * The language of a call that names none: of its header, else the one in which the person wants to be told, else that of the page in
 * which the token was made, else as everywhere.
 */
const languageOf = async (request: Request, { viewer, services }: Context): Promise<Language> =>
  askedLanguage(request.get('accept-language')) ??
  (await services.deliverySettings.language(viewer)) ??
  (viewer.kind === 'member' ? viewer.token?.language : null) ??
  fallbackLanguage;

export async function handleCall(
  request: Request,
  response: Response,
  { context, apollo, version, log }: Call,
): Promise<void> {
  const handler = createMcpHandler(
    () =>
      createAgentServer({
        viewer: context.viewer,
        async asking(named) {
          const language = named ?? (await languageOf(request, context));
          return {
            language,
            ask: createRunDocument({
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
  await toNodeHandler(handler)(request, response, request.body);
}
