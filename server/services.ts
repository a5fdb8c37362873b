// The composition root: who knows whom, on one page.
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Config } from './config.ts';
import { asDomainError } from './database/databaseErrors.ts';
import { jobQueue } from './database/jobQueue.ts';
import { countJobs, jobQueueProbe } from './database/jobQueueHealth.ts';
import { inTransaction } from './database/transaction.ts';
import { readDemoPicture } from './demo/pictures.ts';
import { createAccess } from './domain/access/access.service.ts';
import { accessStore } from './domain/access/access.store.ts';
import { accountsStore } from './domain/accounts/accounts.store.ts';
import { createAccounts } from './domain/accounts/accounts.service.ts';
import { accountsLoaders } from './domain/accounts/accounts.loaders.ts';
import { createAdmins } from './domain/accounts/admins.service.ts';
import { adminsStore } from './domain/accounts/admins.store.ts';
import { createApiTokens } from './domain/accounts/apiTokens.service.ts';
import { apiTokensStore } from './domain/accounts/apiTokens.store.ts';
import { identitiesStore } from './domain/accounts/identities.store.ts';
import { createPeople } from './domain/accounts/people.service.ts';
import { peopleSearch } from './domain/accounts/people.search.ts';
import { peopleStore } from './domain/accounts/people.store.ts';
import { createSessions } from './domain/accounts/sessions.service.ts';
import { sessionsStore } from './domain/accounts/sessions.store.ts';
import { createSignIn } from './domain/accounts/signIn.service.ts';
import { signInStore } from './domain/accounts/signIn.store.ts';
import type { SignInRooms } from './domain/accounts/signInRooms.ts';
import type { EntryRules } from './domain/accounts/standing.ts';
import { standingStore } from './domain/accounts/standing.store.ts';
import { endSessionsOf } from './domain/accounts/waysIn.ts';
import { createTokenSignIn } from './domain/accounts/tokenSignIn.service.ts';
import { createTelegramLinks } from './domain/accounts/telegramLinks.service.ts';
import { telegramLinksStore } from './domain/accounts/telegramLinks.store.ts';
import { createTelegramBot } from './domain/accounts/telegramBot.service.ts';
import type { Viewer } from './domain/accounts/accounts.ts';
import { createActivity } from './domain/activity/activity.service.ts';
import { activityStore } from './domain/activity/activity.store.ts';
import { createComplaints } from './domain/complaints/complaints.service.ts';
import { complaintsSearch } from './domain/complaints/complaints.search.ts';
import { complaintsStore } from './domain/complaints/complaints.store.ts';
import { expertsLoaders, expertsOf } from './domain/useCases/experts.loaders.ts';
import { createExperts } from './domain/useCases/experts.service.ts';
import { createItemTranslations } from './domain/knowledge/itemTranslations.service.ts';
import { itemTranslationsStore } from './domain/knowledge/itemTranslations.store.ts';
import { createImages } from './domain/images/images.ts';
import { imagesSearch } from './domain/images/images.search.ts';
import { createItemCards } from './domain/knowledge/itemCards.search.ts';
import { knowledgeLoaders } from './domain/knowledge/knowledge.loaders.ts';
import { knowledgeSearch } from './domain/knowledge/knowledge.search.ts';
import { createKnowledge } from './domain/knowledge/knowledge.service.ts';
import { knowledgeStore } from './domain/knowledge/knowledge.store.ts';
import { createSearch } from './domain/search/search.service.ts';
import { searchStore } from './domain/search/search.store.ts';
import { clientSettingsFor } from './domain/system/clientSettings.ts';
import { createClientLog } from './domain/system/clientLog.ts';
import { createHealth } from './domain/system/health.service.ts';
import type { HealthProbe } from './domain/system/health.ts';
import { languageModelProbe, mailProbe } from './domain/system/optionalParts.ts';
import { itemTries, triesStore, useCaseTries } from './domain/translations/tries.store.ts';
import { createUseCaseAnalysis } from './domain/useCases/useCaseAnalysis.service.ts';
import { useCaseProgressStore } from './domain/useCases/useCaseProgress.store.ts';
import { useCasesLoaders } from './domain/useCases/useCases.loaders.ts';
import { useCasesSearch } from './domain/useCases/useCases.search.ts';
import { createUseCases, type InUseCasesTransaction } from './domain/useCases/useCases.service.ts';
import { useCasesStore } from './domain/useCases/useCases.store.ts';
import { createUseCaseTranslation } from './domain/useCases/useCaseTranslation.service.ts';
import { useCaseTranslationsStore } from './domain/useCases/useCaseTranslations.store.ts';
import { createUseCaseWriting } from './domain/useCases/useCaseWriting.service.ts';
import { createRateLimits, type Rates } from './http/rateLimits.ts';
import { openClientLogFile } from './integrations/clientLogFile/clientLogFile.ts';
import { createImageFetcher } from './integrations/imageFetcher/imageFetcher.ts';
import { createLanguageModel } from './integrations/languageModel/languageModel.ts';
import { createMail } from './integrations/mail/mail.ts';
import { providerProbes } from './integrations/providerProbes.ts';
import { openSignInProviders } from './integrations/signInProviders.ts';
import { createBotConnection } from './integrations/telegram/botConnection.ts';
import { systemClock, type Clock } from './shared/clock.ts';
import type { Log } from './shared/log.ts';
import { createSyncRooms } from './syncRooms.ts';

export interface ServiceOptions {
  db: Knex;
  /** For what must keep its session between two transactions; `db` unless a pooler is in between. */
  sessions?: Knex;
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
  sessions = db,
  config,
  log,
  clock = systemClock,
  version,
  build,
  rates = config.limits.rates,
}: ServiceOptions) {
  const { limits } = config;

  const search = createSearch({
    store: searchStore(db),
    clock,
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({
          store: searchStore(trx),
          activity: createActivity({ store: activityStore(trx), clock }),
        }),
      ),
  });

  const itemCards = createItemCards({
    db,
    topExperts: (itemIds) => expertsOf(db, itemIds, 3),
    bytes: limits.cards.bytes,
  });
  const knowledge = createKnowledge({
    store: knowledgeStore(db),
    search: knowledgeSearch(db, itemCards),
    countZeroResult: search.countZeroResult,
    clock,
    inTransaction: (work) =>
      db.transaction((trx) =>
        work({
          store: knowledgeStore(trx),
          activity: createActivity({ store: activityStore(trx), clock }),
          removeOwnUseCases: async (userId, itemId) => {
            await useCasesStore(trx).lockWriter(userId, itemId);
            return useCasesStore(trx).removeOwn(userId, itemId, clock());
          },
          countOwnUseCases: async (userId, itemId) => {
            await useCasesStore(trx).lockWriter(userId, itemId);
            return useCasesStore(trx).countOwn(userId, itemId);
          },
        }),
      ),
  });

  const accounts = createAccounts({
    store: accountsStore(db),
    developerSignIn: config.signIn.developer,
  });
  const activityOn = (on: Knex) => createActivity({ store: activityStore(on), clock });
  const entryRules: EntryRules = {
    telegramIds: (config.telegram?.allowedIds ?? []).map(({ id }) => id),
    demoPeople: config.signIn.developer,
  };
  const signInRoomsOn = (on: Knex): SignInRooms => ({
    people: identitiesStore(on),
    standing: standingStore(on, entryRules),
    tokens: signInStore(on),
    sessions: sessionsStore(on, entryRules),
    apiTokens: apiTokensStore(on, entryRules),
    activity: activityOn(on),
    links: telegramLinksStore(on),
    tellInTelegram: (message) =>
      jobQueue(on).enqueue('tellInTelegram', { ...message }, { maxAttempts: 8 }),
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
      press: telegramBot.press,
      clock,
      log,
    });

  const languageModel =
    config.languageModel &&
    createLanguageModel(config.languageModel, { clock, log: log.child({ part: 'languageModel' }) });
  const model = languageModel?.model ?? null;
  const inUseCasesTransaction: InUseCasesTransaction = (work) =>
    inTransaction(db, (trx) =>
      work({
        store: useCasesStore(trx),
        markAsUsed: async (userId, itemId) => void (await knowledgeStore(trx).like(userId, itemId)),
        queueTranslation: (runAt) =>
          jobQueue(trx).enqueue('translateUseCases', {}, { key: 'translateUseCases', runAt }),
      }),
    );
  const useCaseOptions = {
    store: useCasesStore(db),
    progress: useCaseProgressStore(db),
    catalogue: knowledge,
    inTransaction: inUseCasesTransaction,
    clock,
  };

  const mail = config.mail && createMail(config.mail, { clock, log: log.child({ part: 'mail' }) });
  const access = createAccess({
    store: accessStore(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) =>
        work({
          store: accessStore(trx),
          queueSending: () =>
            jobQueue(trx).enqueue('sendAccessRequests', {}, { key: 'sendAccessRequests' }),
        }),
      ),
    mail:
      mail && config.mail
        ? { mailer: mail.mailer, recipients: config.mail.accessRequestsTo }
        : null,
    clock,
    log: log.child({ part: 'access' }),
  });

  const syncRooms = createSyncRooms({ db, sessions, config, log, clock });

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
    languageModelProbe(languageModel?.probe ?? null),
    mailProbe(mail?.probe ?? null, access.waiting),
    ...providerProbes({ google: providers.google, telegram: botConnection }),
  ];

  return {
    accounts,
    sessions: createSessions({
      store: sessionsStore(db, entryRules),
      endSessions: (userId) => signInOptions.inTransaction((rooms) => endSessionsOf(rooms, userId)),
      clock,
      idleMs: limits.session.idleMs,
      absoluteMs: limits.session.absoluteMs,
    }),
    people: createPeople({
      search: peopleSearch(db, entryRules, limits.session.idleMs),
      rooms: { ...signInRoomsOn(db), people: peopleStore(db) },
      inTransaction: (work) =>
        inTransaction(db, (trx) => work({ ...signInRoomsOn(trx), people: peopleStore(trx) })),
      idleMs: limits.session.idleMs,
      clock,
    }),
    signIn: createSignIn({
      ...signInOptions,
      ...providers,
      telegramWidgetUrl:
        providers.checkTelegramLogin && `${config.http.publicUrl}/login?with=telegram`,
      rooms: signInRoomsOn(db),
    }),
    tokenSignIn: createTokenSignIn({
      ...signInOptions,
      checkTelegramLogin: providers.checkTelegramLogin,
      demoAccount: accounts.demoAccount,
    }),
    telegramBot,
    telegramLinks: createTelegramLinks({ ...signInOptions, links: telegramLinksStore(db) }),
    /** The bot's line to Telegram; null when Telegram is not configured. */
    botConnection,
    apiTokens: createApiTokens({
      store: apiTokensStore(db, entryRules),
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({ store: apiTokensStore(trx, entryRules), activity: activityOn(trx) }),
        ),
      clock,
    }),
    admins: createAdmins({
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({
            admins: adminsStore(trx, entryRules),
            apiTokens: apiTokensStore(trx, entryRules),
            activity: activityOn(trx),
          }),
        ),
      clock,
    }),
    activity: createActivity({ store: activityStore(db), clock }),
    knowledge,
    search,
    ...syncRooms,
    itemTranslations: createItemTranslations({
      store: itemTranslationsStore(db),
      tries: triesStore(db, itemTries),
      asRefusal: asDomainError,
      translator: model,
      clock,
      log: log.child({ part: 'translation' }),
    }),
    useCases: createUseCases({ ...useCaseOptions, search: useCasesSearch(db) }),
    useCaseAnalysis: createUseCaseAnalysis({ progress: useCaseOptions.progress, model }),
    useCaseWriting: createUseCaseWriting({
      ...useCaseOptions,
      translations: useCaseTranslationsStore(db),
      model,
      log: log.child({ part: 'useCases' }),
    }),
    useCaseTranslation: createUseCaseTranslation({
      store: useCaseTranslationsStore(db),
      tries: triesStore(db, useCaseTries),
      asRefusal: asDomainError,
      model,
      clock,
      log: log.child({ part: 'translation' }),
    }),
    experts: createExperts({
      catalogue: knowledge,
      find: (itemId) => expertsOf(db, [itemId], limits.lists.experts),
    }),
    access,
    complaints: createComplaints({
      store: complaintsStore(db),
      search: complaintsSearch(db),
      catalogue: knowledge,
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work({ store: complaintsStore(trx), activity: activityOn(trx) }),
        ),
      clock,
    }),
    /** Stores work for the background: server/jobs. */
    jobs: jobQueue(db),
    countJobs: () => countJobs(db),
    health: createHealth({ probes, version, build, startedAt: clock(), clock }),
    clientLog: createClientLog(openClientLogFile(join(config.dataDir, 'logs'), log)),
    rateLimits: createRateLimits(db, rates),
    images: createImages({
      known: imagesSearch(db),
      source: createImageFetcher({
        limits: limits.imageProxy,
        allow: config.imageProxy.allow,
        ...(config.environment === 'production' ? {} : { readOwn: readDemoPicture }),
      }),
      limits: limits.imageProxy,
      cacheBytes: 32_000_000,
    }),
    legalTexts: config.legalTexts,
    clientSettings: (host: string) => clientSettingsFor(config, host),
    /** The same, for one request: every list inside a list goes through these. */
    loadersFor: (viewer: Viewer) => ({
      ...accountsLoaders(db),
      ...knowledgeLoaders(db, itemCards, viewer),
      ...expertsLoaders(db),
      ...useCasesLoaders(db, viewer),
    }),
    log,
  };
}

export type Services = ReturnType<typeof createServices>;
export type Loaders = ReturnType<Services['loadersFor']>;
