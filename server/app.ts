// Express, in order: security headers, who is asking, /graphql, the REST paths, /mcp, /locales, the client's files, the page.
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
import { page, pagePaths, type PageUser } from './transports/http/page.ts';
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
import { unsubscribe } from './transports/http/unsubscribe.ts';
import { createRestFacade } from './transports/rest/facade.ts';
import { MeDocument } from './transports/rest/generated.ts';
import { buildOpenApi } from './transports/rest/openapi.ts';
import { refuseMethod } from './transports/rest/sendProblem.ts';
import type { Services } from './composition.ts';
import type { Log } from './shared/log.ts';

/** For answers made at the moment: half the time of the usual levels, for some 6 % more bytes. */
const quickCompression = {
  level: 3,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } },
};

export interface AppOptions {
  config: Config;
  services: Services;
  log: Log;
  /** Folder of the built client; without it the app serves the two doors only. */
  clientDirectory: string;
  build: string;
  version: string;
  /** The run of a query at which graphql-jit compiles it. */
  jitThreshold?: number;
  /** Whether the process is about to end; `/readyz` says so, and no balancer sends more. */
  isClosing: () => boolean;
}

export interface App {
  express: Express;
  /** People were told something: their ids with commas between them, nothing for everybody. Their open pages say so. */
  tell(ids: string): void;
  /** Ends the answers that would end by themselves only much later; before the doors are closed. */
  endStreams(): void;
  /** Ends what the app holds, when the last request is answered. */
  stop(): Promise<void>;
}

/** Puts the doors in front of the rooms. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, services, log, clientDirectory, build, version, isClosing } = options;
  const secure = config.http.publicUrl.startsWith('https:');
  const cookies = createCookies(secure);
  const schema = buildSchema();
  const apollo = createGraphqlServer({
    schema,
    log,
    production: config.environment === 'production',
    ...(options.jitThreshold ? { jitThreshold: options.jitThreshold } : {}),
  });
  await apollo.start();
  const makeContext = createContextMaker(services, cookies, config.limits.graphql.timeMs);
  const translations = readTranslations();

  const app = express();
  app.disable('x-powered-by');
  // Answers of both doors are never stored, so nobody asks whether one has changed; files and pictures have their own.
  app.disable('etag');
  app.set('trust proxy', trustedProxies(config.http.trustProxy));
  app.set('query parser', readQuery);
  app.use(
    securityHeaders({
      secure,
      telegramWidget: config.telegram !== null && config.telegram.clientSecret === null,
    }),
  );
  app.use(giveRequestId);
  app.use(refuseNoHost);
  app.use(refuseLongUrls);
  app.use(monitoring({ services, metricsToken: config.http.metricsToken, isClosing }));
  const { rateLimits } = services;
  const countRequest = createRequestCounter({ rateLimits, refusal: config.limits.refusal });
  const countFile = countFiles(countRequest);
  app.use(staticFiles(clientDirectory, countFile));
  app.use(compression(quickCompression));
  app.use(locales(translations, countFile));
  app.use(createServerCard({ publicUrl: config.http.publicUrl, path: mcpPath, count: countFile }));
  app.use(toolPaths, allowListedOrigins(config.http.corsOrigins));
  app.use(mcpPath, withoutCookie);
  app.use(identify(services, cookies));
  app.use(limitRequestRate(countRequest, schema));
  app.use(mcpPath, refuseForeignCallers(config.http.publicUrl));
  app.use(refuseForeignWrites(config.http.publicUrl));
  // Before bodies are read: a mail program sends a form, of which nothing is needed.
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
      openApi: () => buildOpenApi(schema, { version, serverUrl: config.http.publicUrl }),
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
    publicOrigin: config.http.publicUrl,
    limits: config.limits.stream,
    log,
    isClosing,
  });
  app.use(streams.router);
  app.use(['/api/v1', '/auth', mcpPath], requireJson);
  app.use(createRestFacade({ apollo, schema, makeContext }));
  app.use(createMcpEndpoint({ apollo, makeContext, version, log }));

  if (existsSync(join(clientDirectory, 'index.html'))) {
    const readUser = async (contextValue: ReturnType<typeof makeContext>): Promise<PageUser> => {
      const { body } = await apollo.executeOperation(
        { query: MeDocument.toString() },
        { contextValue },
      );
      if (body.kind !== 'single') throw new Error('The person of a page came in parts');
      const { data, errors } = body.singleResult;
      return { user: data?.['result'] ?? null, error: errors?.[0] ?? null };
    };
    const questionsOf = await readQuestions(join(clientDirectory, '../firstPage'));
    const readFirstPage = createFirstPageData({
      apollo,
      questionsOf,
      limits: config.limits.firstPage,
      log,
    });
    app.get(
      pagePaths,
      page({
        directory: clientDirectory,
        build,
        translations,
        makeContext,
        readUser,
        readFirstPage,
      }),
    );
  }
  app.use((_request, response) => {
    response.status(404).type('text/plain').send('Not found');
  });
  app.use(answerErrors(log));

  return {
    express: app,
    tell: streams.tell,
    endStreams: streams.end,
    stop: () => apollo.stop(),
  };
}
