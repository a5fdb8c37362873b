// Express app: middleware and transports in the order in which a request passes them.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { constants } from 'node:zlib';
import { expressMiddleware } from '@as-integrations/express5';
import compression from 'compression';
import express, { type Express } from 'express';
import type { Config } from './config/config.ts';
import { buildSchema } from './transports/graphql/schema.ts';
import { rejectAbusiveDocument } from './transports/graphql/documentLimits.ts';
import { createGraphqlServer } from './transports/graphql/server.ts';
import { bodyParsers } from './transports/http/bodyParsers.ts';
import { createCookies } from './transports/http/cookies.ts';
import {
  limitRequestRate,
  countFiles,
  createRequestCounter,
} from './transports/http/requestRateLimit.ts';
import { allowListedOrigins, toolPaths } from './transports/http/crossOrigin.ts';
import { developerPages } from './transports/http/developerPages.ts';
import { answerErrors } from './transports/http/errors.ts';
import { feeds } from './transports/http/feeds.ts';
import { createFirstPageData, readQuestions } from './transports/http/firstPageData.ts';
import { imageProxy } from './transports/http/imageProxy.ts';
import { locales, readTranslations } from './transports/http/locales.ts';
import { refuseLongUrls, refuseNoHost } from './transports/http/urlLimits.ts';
import { rejectNonCanonicalPaths } from './transports/http/rejectNonCanonicalPaths.ts';
import { monitoring } from './transports/http/monitoring.ts';
import { requireJson } from './transports/http/requireJson.ts';
import { createNotificationStreams } from './transports/http/notificationStreams.ts';
import { page, pagePaths, screenMatcher, type PageUser } from './transports/http/page.ts';
import { refuseForeignWrites } from './transports/http/sameOrigin.ts';
import { readQuery } from './transports/http/readQuery.ts';
import { securityHeaders } from './transports/http/securityHeaders.ts';
import {
  createContextMaker,
  giveRequestId,
  identify,
  viewerOfSession,
} from './transports/http/session.ts';
import { staticFiles } from './transports/http/staticFiles.ts';
import { trustedProxies } from './transports/http/trustedProxies.ts';
import { createServerCard } from './transports/mcp/serverCard.ts';
import { createMcpEndpoint, mcpPath } from './transports/mcp/mcpEndpoint.ts';
import { refuseForeignCallers, withoutCookie } from './transports/mcp/mcpAuthentication.ts';
import { createBotQuestions } from './transports/telegram/botQuestions.ts';
import { unsubscribe } from './transports/http/unsubscribe.ts';
import { createRestFacade } from './transports/rest/facade.ts';
import { MeDocument } from './transports/rest/generated.ts';
import { buildOpenApi } from './transports/rest/openapi.ts';
import { refuseMethod } from './transports/rest/sendProblem.ts';
import type { Services } from './composition.ts';
import { DomainError } from './shared/domainError.ts';
import type { Log } from './shared/log.ts';
import { screenPaths } from './shared/screenPaths.ts';

/** Compression of dynamic responses: takes half the time of the default levels and adds about 6 % of bytes. */
const quickCompression = {
  level: 3,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
};

export interface AppOptions {
  config: Config;
  services: Services;
  log: Log;
  /** Folder of the built client; without it the app serves only the APIs. */
  clientDirectory: string;
  build: string;
  version: string;
  /** Number of executions after which graphql-jit compiles a query. */
  jitThreshold?: number;
  /** True during the shutdown: `/readyz` then fails, so that a load balancer sends no more requests. */
  isClosing: () => boolean;
}

export interface App {
  express: Express;
  /** Announces new notifications to open pages. @param ids of people, separated by commas; empty for all */
  notifyStreams(ids: string): void;
  /** Ends the notification streams, before the HTTP server is closed. */
  endStreams(): void;
  /** Stops the GraphQL server, after the last request. */
  stop(): Promise<void>;
}

/** Creates the app; it does not listen yet. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, services, log, clientDirectory, version, isClosing } = options;
  const { publicUrl } = config.http;
  const cookies = createCookies(publicUrl.startsWith('https:'));
  const schema = buildSchema();
  const apollo = createGraphqlServer({
    schema,
    log,
    production: config.environment === 'production',
    ...(options.jitThreshold ? { jitThreshold: options.jitThreshold } : {}),
  });
  await apollo.start();
  services.botConnection?.useQuestions(createBotQuestions({ apollo, services, config }));
  const makeContext = createContextMaker(services, cookies, config.limits.graphql.timeMs);
  const translations = readTranslations();
  const { rateLimits } = services;
  const countRequest = createRequestCounter({ rateLimits, refusal: config.limits.refusal });

  const app = express();
  useServerSettings(app, config);
  useAnonymousPaths(app, options, translations, countFiles(countRequest));
  app.use(identify(services, cookies));
  app.use(limitRequestRate(countRequest, schema));
  app.use(mcpPath, refuseForeignCallers(publicUrl));
  app.use(refuseForeignWrites(publicUrl));
  // Precedes body parsing: mail programs send a form that is not needed.
  app.use(unsubscribe(services.notificationDeliveries));
  const { bodyBytes, uploadBytes } = config.limits.request;
  app.use(
    bodyParsers({
      bodyBytes,
      uploadBytes,
      bringsTables: (viewer) => services.dataRules.canImportTables(viewer),
    }),
  );

  app.post(
    '/graphql',
    expressMiddleware(apollo, {
      context: async ({ req, res }) => {
        rejectAbusiveDocument((req.body as { query?: unknown } | null)?.query);
        return makeContext(req, res);
      },
    }),
  );
  app.all('/graphql', (_request, response) => refuseMethod(response, ['POST']));
  app.use(
    developerPages({
      openApi: () => buildOpenApi(schema, { version, serverUrl: publicUrl }),
      graphiqlDirectory: join(clientDirectory, '../graphiql'),
      signedInOnly: config.environment === 'production',
    }),
  );
  app.use(rejectNonCanonicalPaths);
  app.use(imageProxy(services.images));
  app.use(feeds(services.feeds, config.limits.graphql.timeMs));
  const streams = createNotificationStreams({
    notifications: services.notifications,
    viewerOf: viewerOfSession(services, cookies),
    publicOrigin: publicUrl,
    limits: config.limits.stream,
    log,
    isClosing,
  });
  app.use(streams.router);
  app.use(['/api/v1', '/auth', mcpPath], requireJson);
  app.use(createRestFacade({ apollo, schema, makeContext }));
  app.use(createMcpEndpoint({ apollo, makeContext, version, log }));
  if (existsSync(join(clientDirectory, 'index.html')))
    app.get(pagePaths, await createPage(options, apollo, makeContext, translations));
  app.use(() => {
    throw new DomainError('NOT_FOUND', 'There is no such path');
  });
  app.use(answerErrors(log));

  return {
    express: app,
    notifyStreams: streams.tell,
    endStreams: streams.end,
    stop: () => apollo.stop(),
  };
}

function useServerSettings(app: Express, { http, telegram }: Config): void {
  app.disable('x-powered-by');
  // API responses are never stored; files and pictures have their own ETags.
  app.disable('etag');
  app.set('trust proxy', trustedProxies(http.trustProxy));
  app.set('query parser', readQuery);
  app.use(
    securityHeaders({
      secure: http.publicUrl.startsWith('https:'),
      telegramWidget: telegram !== null && telegram.clientSecret === null,
    }),
  );
  app.use(giveRequestId);
  app.use(refuseNoHost);
  app.use(refuseLongUrls);
}

/** Paths that need no authentication: monitoring, files, texts and the server card. */
function useAnonymousPaths(
  app: Express,
  { config, services, clientDirectory, isClosing }: AppOptions,
  translations: ReturnType<typeof readTranslations>,
  countFile: ReturnType<typeof countFiles>,
): void {
  const { publicUrl, metricsToken, corsOrigins } = config.http;
  app.use(monitoring({ services, metricsToken, isClosing }));
  app.use(staticFiles(clientDirectory, countFile));
  app.use(compression(quickCompression));
  app.use(locales(translations, countFile));
  app.use(createServerCard({ publicUrl, path: mcpPath, count: countFile }));
  app.use(toolPaths, allowListedOrigins(corsOrigins));
  app.use(mcpPath, withoutCookie);
}

/** Handler of the client's page, with the data of its first screen. */
async function createPage(
  { config, clientDirectory, build, log }: AppOptions,
  apollo: ReturnType<typeof createGraphqlServer>,
  makeContext: ReturnType<typeof createContextMaker>,
  translations: ReturnType<typeof readTranslations>,
) {
  const readUser = async (contextValue: ReturnType<typeof makeContext>): Promise<PageUser> => {
    const { body } = await apollo.executeOperation(
      { query: MeDocument.toString() },
      { contextValue },
    );
    if (body.kind !== 'single') throw new Error('The user of a page came as an incremental result');
    const { data, errors } = body.singleResult;
    return { user: data?.['result'] ?? null, error: errors?.[0] ?? null };
  };
  const readFirstPage = createFirstPageData({
    apollo,
    questionsOf: await readQuestions(join(clientDirectory, '../firstPage')),
    limits: config.limits.firstPage,
    log,
  });
  return page({
    directory: clientDirectory,
    isScreen: screenMatcher([...Object.values(screenPaths), config.googleCallbackPath]),
    build,
    translations,
    makeContext,
    readUser,
    readFirstPage,
  });
}
