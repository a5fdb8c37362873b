// Entry point of the server: configuration, database, services, jobs and HTTP server.
import type { Server } from 'node:http';
import { join } from 'node:path';
import { createApp, type App } from './app.ts';
import {
  assertBookmarksFile,
  ConfigError,
  readConfig,
  readEnvironment,
  type Config,
} from './config/config.ts';
import { advisoryLock } from './database/advisoryLock.ts';
import { UnsupportedDatabaseError } from './database/assertDatabase.ts';
import { connectionFault } from './database/connectionFault.ts';
import { openConfiguredDatabase } from './database/openConfiguredDatabase.ts';
import { followDatabaseClock } from './database/databaseClock.ts';
import { listen, type Subscription } from './database/listen.ts';
import { NoBinariesError } from './database/embedded/binaries.ts';
import { DataDirInUseError } from './database/embedded/dataDirLock.ts';
import { loadDemoCatalogue } from './modules/demo/seed/demoSeed.ts';
import { buildSchema } from './transports/graphql/schema.ts';
import { drainConnections, stopListening } from './transports/http/drainConnections.ts';
import { listenOnAddress, PortInUseError } from './transports/http/listenOnAddress.ts';
import { createListener } from './transports/http/listener.ts';
import { readBuild } from './transports/http/page.ts';
import { notificationTrigger } from './transports/jobs/notificationTrigger.ts';
import { startWorkers } from './transports/jobs/startWorkers.ts';
import { getSchedule, tasks } from './transports/jobs/tasks.ts';
import { handleProcessErrors, createShutdown } from './process/shutdown.ts';
import { limits } from './config/limits.ts';
import { createServices, type Services } from './composition.ts';
import { createLog, type Log } from './shared/log.ts';
import { startupSignInHint } from './process/startupSignInHint.ts';
import { readVersion } from './process/version.ts';

/** Errors whose message suffices for operators, without a stack. */
const operatorErrors = [
  ConfigError,
  DataDirInUseError,
  UnsupportedDatabaseError,
  NoBinariesError,
  PortInUseError,
];

const clientDirectory = join(import.meta.dirname, '../dist/client');

/** Opens the migrated database and the services, and does the database work of a start. */
async function openServices(config: Config, log: Log, build: string, version: string) {
  const opening = openConfiguredDatabase(config, log);
  // Builds the schema while the database starts.
  buildSchema();
  const database = await opening;
  const { db, sessions } = database;
  if (config.environment !== 'production')
    await loadDemoCatalogue(db, log, {
      hasSource: Boolean(config.raindrop ?? config.bookmarksFile),
      developerSignIn: config.signIn.developer,
    });
  const time = await followDatabaseClock(db, log);
  const { clock } = time;
  const services = createServices({ db, sessions, config, log, version, build, clock });
  const encrypted = await services.webhooks.sealSecrets();
  if (encrypted > 0) log.info({ webhooks: encrypted }, 'Secrets of webhooks were encrypted');
  return { database, time, services };
}

/** Ends streams and keep-alive connections, finishes requests in time and stops the app. */
async function closeHttp(server: Server, app: App, { http }: Config): Promise<void> {
  const { keepAliveMs, drainMs, restMs } = limits.server;
  const begun = performance.now();
  app.endStreams();
  if (http.trustProxy > 0) await drainConnections(server, keepAliveMs);
  await stopListening(server, drainMs - restMs - (performance.now() - begun));
  await app.stop();
}

async function logSignInHint(config: Config, services: Services, log: Log): Promise<void> {
  const hint = startupSignInHint({
    developerSignIn: config.signIn.developer,
    hasProvider: services.signIn.hasProvider(),
    demoAccounts: await services.accounts.demoAccounts(),
  });
  if (hint) log[hint.isWarning ? 'warn' : 'info'](hint.text);
}

async function start(): Promise<void> {
  const config = readConfig(readEnvironment());
  await assertBookmarksFile(config);
  const log = createLog(config.log);
  const build = readBuild(clientDirectory);
  const version = readVersion();
  const { database, time, services } = await openServices(config, log, build, version);
  const { url } = database;
  const schedule = getSchedule(config);
  const jobs = await startWorkers({ databaseUrl: url, services, log, tasks, schedule });
  const httpServer = createListener({ headerBytes: limits.request.headerBytes, ...limits.server });
  let isClosing = false;
  const app = await createApp({
    config,
    services,
    log,
    clientDirectory,
    build,
    version,
    isClosing: () => isClosing,
  });
  httpServer.on('request', app.express);
  httpServer.on('connection', ({ remotePort }) =>
    log.trace(`Connection taken from port ${remotePort}`),
  );
  let notifications: Subscription | null = null;
  const shutdown = createShutdown({
    log,
    timeoutMs: limits.server.drainMs,
    async close() {
      isClosing = true;
      await Promise.all([
        closeHttp(httpServer, app, config),
        jobs.stop(),
        services.botConnection?.stop(),
        services.sync.close(),
        services.searchIndex.stop(),
        notifications?.stop(),
      ]);
      time.stop();
      await database.close();
    },
  });
  handleProcessErrors(log, shutdown);

  try {
    await listenOnAddress(httpServer, config.http, (err) =>
      log.error({ err }, 'A connection could not be taken; the server goes on'),
    );
  } catch (error) {
    await jobs.stop();
    await database.close();
    throw error;
  }
  // Loading the index of a large catalogue takes long, and pages without a search do not need it.
  void services.health.ready().finally(() => services.searchIndex.start());
  notifications = listen({
    url,
    handlers: {
      loadout_notifications: app.notifyStreams,
      loadout_events: notificationTrigger(services, log),
    },
    log,
  });
  services.botConnection?.start(advisoryLock({ url, name: 'updates of Telegram', log }));
  log.info(`Loadout is ready: ${config.http.publicUrl}`);
  await logSignInHint(config, services, log);
}

/** The message alone where it suffices for operators, else the whole error. */
const startError = (error: unknown): unknown =>
  operatorErrors.some((kind) => error instanceof kind)
    ? (error as Error).message
    : (connectionFault(error) ?? error);

start().catch((error: unknown) => {
  console.error(startError(error));
  // Invalid settings have their own exit code, as in the commands.
  process.exit(error instanceof ConfigError ? 2 : 1);
});
