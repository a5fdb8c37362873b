// The composition root: who knows whom, on one page.
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Config } from './config.ts';
import { jobQueue } from './database/jobQueue.ts';
import { jobQueueProbe } from './database/jobQueueHealth.ts';
import { inTransaction } from './database/transaction.ts';
import { accountsStore } from './domain/accounts/accounts.store.ts';
import { createAccounts } from './domain/accounts/accounts.service.ts';
import { accountsLoaders } from './domain/accounts/accounts.loaders.ts';
import { createAdmins } from './domain/accounts/admins.service.ts';
import { adminsStore } from './domain/accounts/admins.store.ts';
import { createApiTokens } from './domain/accounts/apiTokens.service.ts';
import { apiTokensStore } from './domain/accounts/apiTokens.store.ts';
import { identitiesStore } from './domain/accounts/identities.store.ts';
import { createSessions } from './domain/accounts/sessions.service.ts';
import { sessionsStore } from './domain/accounts/sessions.store.ts';
import { createSignIn } from './domain/accounts/signIn.service.ts';
import { signInStore } from './domain/accounts/signIn.store.ts';
import type { SignInRooms } from './domain/accounts/signInRooms.ts';
import { createTelegramBot } from './domain/accounts/telegramBot.service.ts';
import type { Viewer } from './domain/accounts/accounts.ts';
import { createActivity } from './domain/activity/activity.service.ts';
import { activityStore } from './domain/activity/activity.store.ts';
import { expertsLoaders } from './domain/experts/experts.loaders.ts';
import { createImages } from './domain/images/images.ts';
import { imagesSearch } from './domain/images/images.search.ts';
import { knowledgeLoaders } from './domain/knowledge/knowledge.loaders.ts';
import { knowledgeSearch } from './domain/knowledge/knowledge.search.ts';
import { createKnowledge } from './domain/knowledge/knowledge.service.ts';
import { knowledgeStore } from './domain/knowledge/knowledge.store.ts';
import { clientSettingsFor } from './domain/system/clientSettings.ts';
import { createClientLog } from './domain/system/clientLog.ts';
import { createHealth } from './domain/system/health.service.ts';
import type { HealthProbe } from './domain/system/health.ts';
import { createRateLimits, type Rates } from './http/rateLimits.ts';
import { openClientLogFile } from './integrations/clientLogFile/clientLogFile.ts';
import { createImageFetcher } from './integrations/imageFetcher/imageFetcher.ts';
import { providerProbes } from './integrations/providerProbes.ts';
import { openSignInProviders } from './integrations/signInProviders.ts';
import { createBotConnection } from './integrations/telegram/botConnection.ts';
import { systemClock, type Clock } from './shared/clock.ts';
import type { Log } from './shared/log.ts';
import { createSyncRooms } from './syncRooms.ts';

export interface ServiceOptions {
  db: Knex;
  config: Config;
  log: Log;
  clock?: Clock;
  version: string;
  build: string;
  /** How often callers may call; null: as often as they like. By default as `limits.ts` says. */
  rates?: Rates | null;
}

/** Opens every room on one database. */
export function createServices({
  db,
  config,
  log,
  clock = systemClock,
  version,
  build,
  rates = config.limits.rates,
}: ServiceOptions) {
  const { limits } = config;

  const knowledge = createKnowledge({
    store: knowledgeStore(db),
    search: knowledgeSearch(db),
    clock,
    inTransaction: (work) =>
      db.transaction((trx) =>
        work({
          store: knowledgeStore(trx),
          activity: createActivity({ store: activityStore(trx), clock }),
          removeOwnUseCases: async () => 0,
          countOwnUseCases: async () => 0,
        }),
      ),
  });

  const accounts = createAccounts({
    store: accountsStore(db),
    developerSignIn: config.signIn.developer,
  });
  const activityOn = (on: Knex) => createActivity({ store: activityStore(on), clock });
  const signInRoomsOn = (on: Knex): SignInRooms => ({
    people: identitiesStore(on),
    tokens: signInStore(on),
    activity: activityOn(on),
  });
  const signInOptions = {
    inTransaction: <Result>(work: (rooms: SignInRooms) => Promise<Result>) =>
      inTransaction(db, (trx) => work(signInRoomsOn(trx))),
    allowedTelegramIds: config.telegram?.allowedIds ?? [],
    clock,
    log,
  };
  const providers = openSignInProviders(config, clock, log);
  const telegramBot = createTelegramBot({
    ...signInOptions,
    botName: config.telegram?.botName ?? null,
    publicUrl: config.http.publicUrl,
    canSignInWithGoogle: config.google !== null,
  });
  const usesWebhook =
    config.environment === 'production' && Boolean(config.telegram?.webhookSecret);
  const botConnection =
    config.telegram &&
    createBotConnection({
      ...config.telegram,
      webhookUrl: usesWebhook ? `${config.http.publicUrl}/api/v1/telegram/webhook` : null,
      answer: telegramBot.start,
      log,
    });

  const syncRooms = createSyncRooms({ db, config, log, clock });

  const probes: HealthProbe[] = [
    {
      name: 'database',
      isVital: true,
      check: async () => {
        await db.raw('select 1');
        return 'ok';
      },
    },
    jobQueueProbe(db),
    { name: 'bookmarks', isVital: false, check: syncRooms.sync.health },
    ...providerProbes({ google: providers.google, telegram: botConnection }),
  ];

  return {
    accounts,
    sessions: createSessions({
      store: sessionsStore(db),
      clock,
      idleMs: limits.session.idleMs,
      absoluteMs: limits.session.absoluteMs,
    }),
    signIn: createSignIn({
      ...signInOptions,
      ...providers,
      rooms: signInRoomsOn(db),
      demoAccount: accounts.demoAccount,
    }),
    telegramBot,
    /** The bot's line to Telegram; null when Telegram is not configured. */
    botConnection,
    apiTokens: createApiTokens({
      store: apiTokensStore(db),
      inTransaction: (work) =>
        inTransaction(db, (trx) => work({ store: apiTokensStore(trx), activity: activityOn(trx) })),
      clock,
    }),
    admins: createAdmins({
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            admins: adminsStore(trx),
            apiTokens: apiTokensStore(trx),
            activity: activityOn(trx),
          }),
        ),
      clock,
    }),
    activity: createActivity({ store: activityStore(db), clock }),
    knowledge,
    ...syncRooms,
    /** Stores work for the background: server/jobs. */
    jobs: jobQueue(db),
    health: createHealth({ probes, version, build, startedAt: clock(), clock }),
    clientLog: createClientLog(openClientLogFile(join(config.dataDir, 'logs'), log)),
    rateLimits: createRateLimits(db, rates),
    images: createImages({
      known: imagesSearch(db),
      source: createImageFetcher({ limits: limits.imageProxy, allow: config.imageProxy.allow }),
      limits: limits.imageProxy,
      cacheBytes: 32_000_000,
    }),
    clientSettings: (host: string) => clientSettingsFor(config, host),
    /** The same, for one request: every list inside a list goes through these. */
    loadersFor: (viewer: Viewer) => ({
      ...accountsLoaders(db),
      ...knowledgeLoaders(db, viewer),
      ...expertsLoaders(db),
    }),
    log,
  };
}

export type Services = ReturnType<typeof createServices>;
export type Loaders = ReturnType<Services['loadersFor']>;
