// Reads the configuration, opens the database and the services, listens, and closes everything in order.
import { join } from 'node:path';
import { createApp } from './app.ts';
import { assertBookmarksFile } from './config/bookmarksFile.ts';
import { ConfigError, readConfig, readEnvironment } from './config/config.ts';
import { advisoryLock } from './database/advisoryLock.ts';
import { UnsupportedDatabaseError } from './database/assertDatabase.ts';
import { openConfiguredDatabase } from './database/openConfiguredDatabase.ts';
import { isDatabaseUnavailable } from './database/databaseErrors.ts';
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
import { handleProcessErrors } from './process/processErrorHandlers.ts';
import { limits } from './config/limits.ts';
import { createServices } from './composition.ts';
import { getCause, errorCode } from './shared/errorCode.ts';
import { createLog } from './shared/log.ts';
import { startupSignInHint } from './process/startupSignInHint.ts';
import { readVersion } from './process/version.ts';

/** Errors that a person can act on: their message is enough, a stack would hide it. */
const actionable = [
  ConfigError,
  DataDirInUseError,
  UnsupportedDatabaseError,
  NoBinariesError,
  PortInUseError,
];

const clientDirectory = join(import.meta.dirname, '../dist/client');

async function start(): Promise<void> {
  const config = readConfig(readEnvironment());
  await assertBookmarksFile(config);
  const log = createLog(config.log);
  const opening = openConfiguredDatabase(config, log);
  // While the database answers, which is waiting.
  buildSchema();
  const database = await opening;
  const { db, sessions } = database;
  if (config.environment !== 'production') {
    await loadDemoCatalogue(db, log, {
      hasSource: Boolean(config.raindrop ?? config.bookmarksFile),
      developerSignIn: config.signIn.developer,
    });
  }

  const build = readBuild(clientDirectory);
  const version = readVersion();
  const time = await followDatabaseClock(db, log);
  const services = createServices({
    db,
    sessions,
    config,
    log,
    version,
    build,
    clock: time.clock,
  });
  const sealed = await services.webhooks.sealSecrets();
  if (sealed > 0) log.info({ webhooks: sealed }, 'Secrets of webhooks were encrypted');
  let closing: Promise<void> | null = null;
  let listening: Subscription | null = null;
  const jobs = await startWorkers({
    databaseUrl: database.url,
    services,
    log,
    tasks,
    schedule: getSchedule(config),
  });
  const httpServer = createListener({
    headerBytes: limits.request.headerBytes,
    ...limits.server,
  });
  const app = await createApp({
    config,
    services,
    log,
    clientDirectory,
    build,
    version,
    isClosing: () => closing !== null,
  });
  httpServer.on('request', app.express);
  httpServer.on('connection', ({ remotePort }) =>
    log.trace(`Connection taken from port ${remotePort}`),
  );

  const closeDoors = async (): Promise<void> => {
    const { keepAliveMs, drainMs, restMs } = limits.server;
    const begun = performance.now();
    app.endStreams();
    if (config.http.trustProxy > 0) await drainConnections(httpServer, keepAliveMs);
    await stopListening(httpServer, drainMs - restMs - (performance.now() - begun));
    await app.stop();
  };
  const close = (): Promise<void> =>
    (closing ??= (async () => {
      log.info('Closing: finishing what is under way');
      const late = setTimeout(() => {
        log.warn('Not everything finished in time');
        process.exit(1);
      }, limits.server.drainMs);
      late.unref();
      await Promise.all([
        closeDoors(),
        jobs.stop(),
        services.botConnection?.stop(),
        services.sync.close(),
        services.searchIndex.stop(),
        listening?.stop(),
      ]);
      time.stop();
      await database.close();
      log.info('Closed');
    })());
  const end = (code: number): void =>
    void close().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error({ err: error }, 'Closing failed');
        process.exit(1);
      },
    );
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(0));
  handleProcessErrors({ log, end: () => end(1) });

  try {
    await listenOnAddress(httpServer, config.http, (err) =>
      log.error({ err }, 'A connection could not be taken; the server goes on'),
    );
  } catch (error) {
    await jobs.stop();
    await database.close();
    throw error;
  }
  // Not before it could be said that others are answered: a large catalogue takes its time, and pages without words need no index.
  void services.health.ready().finally(() => services.searchIndex.start());
  listening = listen({
    url: database.url,
    handlers: {
      loadout_notifications: app.tell,
      loadout_events: notificationTrigger(services, log),
    },
    log,
  });
  services.botConnection?.start(
    advisoryLock({ url: database.url, name: 'updates of Telegram', log }),
  );
  log.info(`Loadout is ready: ${config.http.publicUrl}`);
  const words = startupSignInHint(config, await services.accounts.demoAccounts());
  if (words) log[words.isWarning ? 'warn' : 'info'](words.text);
}

/** What a person reads of a start that failed: a sentence that is enough to act on, or the whole error. */
const saidOf = (error: unknown): unknown => {
  if (actionable.some((kind) => error instanceof kind)) return (error as Error).message;
  if (!isDatabaseUnavailable(error)) return error;
  const code = errorCode(getCause(error)) || errorCode(error);
  return `The database cannot be reached${code ? ` (${code})` : ''}. Check DATABASE_URL and whether PostgreSQL runs; Loadout ends, and starts as soon as it is started with a database that answers.`;
};

/** Only a person can mend wrong settings: they have an exit code of their own, the one of the commands. */
const exitCodeOf = (error: unknown): 1 | 2 => (error instanceof ConfigError ? 2 : 1);

start().catch((error: unknown) => {
  console.error(saidOf(error));
  process.exit(exitCodeOf(error));
});
