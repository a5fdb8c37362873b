// Composition root: opens the integrations and the modules in dependency order.
import { join } from 'node:path';
import type { Knex } from 'knex';
import { checksLinks, type Config } from './config/config.ts';
import { jobQueue } from './database/jobQueue.ts';
import { countJobs, jobQueueProbe } from './database/jobQueueHealth.ts';
import { demoData, writeDemo, writeDemoItems } from './modules/demo/seed/demoSeed.ts';
import { readDemoPicture } from './modules/demo/seed/demoPictures.ts';
import { accessRequestsLoaders } from './modules/access/requests/accessRequests.loaders.ts';
import { createAccessRequestsModule } from './modules/access/requests/accessRequests.module.ts';
import type { Viewer } from './modules/people/accounts/accounts.ts';
import { accountsLoaders } from './modules/people/accounts/accounts.loaders.ts';
import {
  createAccountsModule,
  type EntryRules,
} from './modules/people/accounts/accounts.module.ts';
import { auditLogOn } from './modules/people/auditLog/auditLog.module.ts';
import { createCompaniesModule } from './modules/people/companies/companies.module.ts';
import { itemOverviewLoaders } from './modules/useCases/itemOverview/itemOverview.loaders.ts';
import {
  createComplaintsModule,
  mergedReportsOn,
} from './modules/feedback/complaints/complaints.module.ts';
import {
  allowedItemsOn,
  createDataRulesModule,
  ruleMergesOn,
} from './modules/access/dataRules/dataRules.module.ts';
import { outboxOn } from './modules/outbox/outbox.module.ts';
import { createDemoModule } from './modules/demo/demo.module.ts';
import {
  createPageAddressesModule,
  findPageOn,
  findItemByAddressOn,
} from './modules/catalogue/pageAddresses/pageAddresses.module.ts';
import { createAddItemModule, markMachineOn } from './modules/curation/addItem/addItem.module.ts';
import { createFeedsModule, endFeedsOn } from './modules/messaging/feeds/feeds.module.ts';
import { createPicturesModule } from './modules/catalogue/pictures/pictures.module.ts';
import { createItemsModule, markAsUsedOn } from './modules/catalogue/items/items.module.ts';
import { createLinkChecksModule } from './modules/curation/linkChecks/linkChecks.module.ts';
import { createMergesModule } from './modules/curation/duplicates/duplicateMerges.module.ts';
import { createNotificationsModule } from './modules/messaging/notifications/notifications.module.ts';
import { createProposalsModule } from './modules/feedback/proposals/proposals.module.ts';
import { createRestoreReviewModule } from './modules/setup/restoreReview/restoreReview.module.ts';
import { createSearchModule, searchProbe } from './modules/search/search.module.ts';
import { createSyncModule } from './modules/sync/sync.module.ts';
import { createSetupModule } from './modules/setup/setup.module.ts';
import { clientSettingsFor } from './modules/setup/health/clientSettings.ts';
import { createClientLog } from './modules/setup/health/clientLog.ts';
import { createHealth, type HealthService } from './modules/setup/health/health.service.ts';
import type { HealthProbe } from './shared/healthProbe.ts';
import { languageModelProbe, mailProbe } from './modules/setup/health/optionalProbes.ts';
import { createTagsModule } from './modules/curation/tags/tags.module.ts';
import { createWebhooksModule } from './modules/messaging/webhooks/webhooks.module.ts';
import {
  createCatalogueGapsModule,
  requestSearchAlertsOn,
  closeTaughtGapOn,
} from './modules/feedback/catalogueGaps/catalogueGaps.module.ts';
import {
  createUseCasesModule,
  ownUseCasesOn,
  expertsOn,
} from './modules/useCases/useCases.module.ts';
import {
  createRateLimits,
  mayStill,
  type RateLimits,
  type Rates,
} from './transports/http/rateLimits.ts';
import {
  openBookmarkFile,
  openUploadedFiles,
  type UploadedFile,
} from './integrations/bookmarkFile/bookmarkFile.ts';
import { writeBookmarksCsv } from './integrations/bookmarkFile/writeBookmarksCsv.ts';
import { openClientLogFile } from './integrations/clientLogFile/clientLogFile.ts';
import { readCsvTable, writeCsvTable } from './integrations/csvTable/csvTable.ts';
import { createImageFetcher } from './integrations/imageFetcher/imageFetcher.ts';
import { createLanguageModel } from './integrations/languageModel/languageModel.ts';
import { createLinkChecker } from './integrations/linkChecker/linkChecker.ts';
import { createMail } from './integrations/mail/mail.ts';
import { createPageReader } from './integrations/pageReader/pageReader.ts';
import { createRaindrop } from './integrations/raindrop/raindrop.ts';
import { createConnectionTests } from './integrations/connectionTests/connectionTests.ts';
import {
  openSignInProviders,
  signInProbes,
  signInProviderDefinitions,
} from './integrations/signIn/signInProviders.ts';
import type { SignInProviderDefinition } from './integrations/signIn/signInProviderDefinition.ts';
import { createTelegramLoginCheck } from './integrations/signIn/telegramLoginWidget.ts';
import { createBotConnection, type BotConnection } from './integrations/telegram/botConnection.ts';
import { createWebhookSender } from './integrations/webhookSender/webhookSender.ts';
import { longTasks } from './transports/jobs/longTasks.ts';
import { systemClock, type Clock } from './shared/clock.ts';
import { dayMs } from './shared/durations.ts';
import { loadOne } from './shared/loaders.ts';
import { createSecretBox } from './shared/secretBox.ts';
import { openSecretKeys } from './config/secretKeys.ts';
import { setupSettingsOf } from './config/setupSettings.ts';
import type { Log } from './shared/log.ts';

export interface ServiceOptions {
  db: Knex;
  /** Connections for session-level locks; differs from `db` behind a pooler in transaction mode. */
  sessions?: Knex;
  config: Config;
  log: Log;
  clock?: Clock;
  version: string;
  build: string;
  /** Rate limits of callers; null for none. */
  rates?: Rates | null;
  signInProviders?: readonly SignInProviderDefinition[];
}

/** Composes all services on one database, each after those that it needs. */
export function createServices(options: ServiceOptions) {
  const { db, config, log, clock = systemClock, version, build } = options;
  const { sessions = db, rates = config.limits.rates } = options;
  const { signInProviders = signInProviderDefinitions } = options;
  const base: Base = { db, sessions, config, log, clock, entryRules: entryRulesOf(config) };

  const rateLimits = createRateLimits(db, rates);
  const integrations = openIntegrations(base, signInProviders);
  const people = composePeople(base, integrations);
  const access = composeAccess(base, integrations, people);
  const botConnection = connectBot(base, people, access);
  const search = composeSearch(base);
  const catalogue = composeCatalogue(base, integrations, search, rateLimits);
  const feedback = composeFeedback(base, search, catalogue, access);
  const sync = composeSync(base, integrations, catalogue, feedback);
  const curation = composeCuration(base, integrations, {
    search,
    catalogue,
    access,
    feedback,
    sync,
  });
  const complaints = composeComplaints(base, integrations, { catalogue, sync, curation });
  const messaging = composeMessaging(base, integrations, { people, catalogue, botConnection });
  const probes = healthProbes(base, integrations, {
    search,
    sync,
    access,
    messaging,
    botConnection,
  });
  const health = createHealth({ probes, version, build, startedAt: clock(), clock });

  return {
    ...people,
    ...access.services,
    /** Null when Telegram is not set up. */
    botConnection,
    auditLog: auditLogOn(db, clock),
    outbox: outboxOn(db, clock),
    ...search,
    ...catalogue.services,
    ...feedback.services,
    ...sync.services,
    ...curation,
    ...complaints,
    ...messaging,
    /** Uploaded export files as one source of bookmarks. */
    uploadedFiles: (files: readonly UploadedFile[]) => openUploadedFiles(files, clock()),
    /** An export file as a source of bookmarks, for the command line. */
    bookmarkFile: openBookmarkFile,
    /** Job queue of server/transports/jobs. */
    jobs: jobQueue(db),
    countJobs: () => countJobs(db),
    ...createRestoreReviewModule({ db, clock }),
    health,
    setup: composeSetup(base, integrations, people, health, signInProviders),
    clientLog: createClientLog(openClientLogFile(join(config.dataDir, 'logs'), log)),
    clientSettings: (host: string) => clientSettingsFor(config, integrations.signInProviders, host),
    legalTexts: config.legalTexts,
    rateLimits,
    loadersFor: composeLoaders(base, { search, catalogue, curation, complaints }),
    log,
  };
}

export type Services = ReturnType<typeof createServices>;
export type Loaders = ReturnType<Services['loadersFor']>;

interface Base {
  db: Knex;
  sessions: Knex;
  config: Config;
  log: Log;
  clock: Clock;
  entryRules: EntryRules;
}

const entryRulesOf = ({ telegram, signIn }: Config): EntryRules => ({
  telegramIds: (telegram?.allowedIds ?? []).map(({ id }) => id),
  demoPeople: signIn.developer,
  reauthenticationMs: signIn.reauthenticationDays * dayMs,
});

type Integrations = ReturnType<typeof openIntegrations>;

/** Clients of external services, null for those that are not set up; nothing is called yet. */
function openIntegrations(
  { config, clock, log }: Base,
  definitions: readonly SignInProviderDefinition[],
) {
  const { limits } = config;
  const raindrop =
    config.raindrop && createRaindrop({ ...config.raindrop, log: log.child({ part: 'raindrop' }) });
  const pages = createPageReader({ limits: limits.imageProxy, allow: config.imageProxy.allow });
  return {
    signInProviders: openSignInProviders(config, definitions, { clock, log }),
    checkTelegramLogin: config.telegram && createTelegramLoginCheck(config.telegram.botToken),
    languageModel:
      config.languageModel &&
      createLanguageModel(config.languageModel, {
        clock,
        log: log.child({ part: 'languageModel' }),
      }),
    mail: config.mail && createMail(config.mail, { clock, log: log.child({ part: 'mail' }) }),
    raindrop,
    bookmarkSource: config.bookmarksFile ? openBookmarkFile(config.bookmarksFile) : raindrop,
    pages,
    images: createImageFetcher({
      limits: limits.imageProxy,
      allow: config.imageProxy.allow,
      ...(config.environment === 'production' ? {} : { readOwn: readDemoPicture }),
    }),
    linkChecker: createLinkChecker({ allow: config.imageProxy.allow }),
  };
}

type People = ReturnType<typeof composePeople>;

function composePeople(
  { db, config, clock, log, entryRules }: Base,
  { signInProviders, checkTelegramLogin }: Integrations,
) {
  const accounts = createAccountsModule({
    db,
    developerSignIn: config.signIn.developer,
    providers: signInProviders,
    checkTelegramLogin,
    allowedTelegramIds: config.telegram?.allowedIds ?? [],
    entryRules,
    botName: config.telegram?.botName ?? null,
    publicUrl: config.http.publicUrl,
    session: config.limits.session,
    endFeedsOn,
    clock,
    log,
  });
  return { ...accounts, companies: createCompaniesModule({ db, clock, entryRules }) };
}

type Access = ReturnType<typeof composeAccess>;

function composeAccess(
  { db, config, clock, log, entryRules }: Base,
  { mail }: Integrations,
  { telegramAccountsOn }: People,
) {
  const { showMessagesBy, ...services } = createAccessRequestsModule({
    db,
    publicUrl: config.http.publicUrl,
    entryRules,
    telegramDoorOn: telegramAccountsOn,
    hasBot: config.telegram !== null,
    mail:
      mail && config.mail
        ? { mailer: mail.mailer, recipients: config.mail.accessRequestsTo }
        : null,
    clock,
    log,
  });
  return { services, showMessagesBy };
}

function connectBot(
  { config, clock, log }: Base,
  { telegramBot }: People,
  { services: { accessMessages } }: Access,
) {
  const { telegram, environment, http } = config;
  const usesWebhook = environment === 'production' && Boolean(telegram?.webhookSecret);
  return (
    telegram &&
    createBotConnection({
      ...telegram,
      webhookUrl: usesWebhook ? `${http.publicUrl}/api/v1/telegram/webhook` : null,
      answer: (start) => telegramBot.start(start),
      press: (press) =>
        accessMessages.isButton(press.data)
          ? accessMessages.press(press)
          : telegramBot.press(press),
      reply: (reply) => accessMessages.reply(reply),
      clock,
      log,
    })
  );
}

type Search = ReturnType<typeof composeSearch>;

const composeSearch = ({ db, clock, log }: Base) =>
  createSearchModule({
    db,
    clock,
    log,
    settleWishOn: (trx) => closeTaughtGapOn(trx, clock),
  });

type Catalogue = ReturnType<typeof composeCatalogue>;

/** Items, use cases, pictures, page addresses, data rules and the demo. */
function composeCatalogue(
  { db, config, clock, log }: Base,
  { languageModel, images, pages, bookmarkSource }: Integrations,
  { search, searchIndex }: Search,
  rateLimits: RateLimits,
) {
  const shared = { db, clock, log };
  const model = languageModel?.model ?? null;
  const { loadersFor: itemLoaders, ...items } = createItemsModule({
    ...shared,
    experts: expertsOn(db),
    ownUseCasesOn: (trx) => ownUseCasesOn(trx, clock),
    countZeroResult: search.countZeroResult,
    searchIndex,
    allowedItems: allowedItemsOn(db),
    findPage: findPageOn(db),
    translator: model,
  });
  const { loadersFor: useCaseLoaders, ...useCases } = createUseCasesModule({
    ...shared,
    catalogue: items.knowledge,
    markAsUsedOn,
    model,
    // Counted with the analyses of the person or the token; members are never counted by address.
    mayAskModel: (viewer) => mayStill(rateLimits, 'analyze', { viewer, ip: '' }),
  });
  const { requestSitePictures, ...pictures } = createPicturesModule({
    ...shared,
    source: images,
    pages,
    limits: config.limits.imageProxy,
    cacheBytes: 32_000_000,
    readsSites: config.sitePictures,
  });
  const { loadersFor: dataRuleLoaders, ...dataRules } = createDataRulesModule({
    db,
    clock,
    visibleItem: (viewer, id) => items.knowledge.item(viewer, id),
    files: { read: readCsvTable, write: writeCsvTable },
  });
  const { demo, ...demoHooks } = createDemoModule({
    ...shared,
    data: demoData,
    write: writeDemo,
    writeItems: writeDemoItems,
    developerSignIn: config.signIn.developer,
    hasSource: bookmarkSource !== null,
    canLoad: config.environment !== 'production',
  });
  return {
    services: {
      ...items,
      ...useCases,
      ...pictures,
      ...dataRules,
      demo,
      addresses: createPageAddressesModule({ db, catalogue: items.knowledge }),
    },
    catalogue: items.knowledge,
    model,
    itemLoaders,
    useCaseLoaders,
    dataRuleLoaders,
    requestSitePictures,
    demoHooks,
  };
}

type Feedback = ReturnType<typeof composeFeedback>;

function composeFeedback(
  { db, clock }: Base,
  { search, lessons }: Search,
  { catalogue }: Catalogue,
  { services: { accessRequestsToDecide } }: Access,
) {
  const { proposals, closeAddedProposals, settleAddress, requestSettling } = createProposalsModule({
    db,
    clock,
    findService: findItemByAddressOn(db),
  });
  const { settleAddedWish, ...gaps } = createCatalogueGapsModule({
    db,
    clock,
    settleAddress,
    refusalsOf: async (viewer) =>
      (await accessRequestsToDecide.list(viewer, ['declined'])).map(({ request }) => request),
    forget: (viewer, lesson, id) => {
      if (lesson === 'synonym') return search.removeSynonym(viewer, id);
      return lesson === 'word'
        ? lessons.removeCustomSynonym(viewer, id)
        : lessons.removeCustomConcept(viewer, id);
    },
    surelyFound: (text, language) => catalogue.findSureMatch(text, language),
  });
  return {
    services: { proposals, ...gaps },
    requestSettling,
    closeAddedProposals,
    settleAddedWish,
  };
}

type Sync = ReturnType<typeof composeSync>;

function composeSync(
  { db, sessions, config, clock, log }: Base,
  { raindrop, bookmarkSource, linkChecker }: Integrations,
  { demoHooks, requestSitePictures }: Catalogue,
  { requestSettling }: Feedback,
) {
  const links = createLinkChecksModule({ db, clock, log, probe: linkChecker });
  const sync = createSyncModule({
    db,
    clock,
    log,
    sessions,
    service: raindrop,
    source: bookmarkSource,
    afterSettling: async (on, runId, demo) => {
      await demoHooks.demoAfterSettling(on, runId, demo);
      await requestSitePictures(on);
      await requestSettling(on);
      await requestSearchAlertsOn(on);
    },
    beforeUndo: demoHooks.demoBeforeUndo,
    handBack: demoHooks.demoHandBack,
    afterUndo: demoHooks.demoAfterUndo,
    schedule: config.syncSchedule,
    recheckItem: async (itemId) =>
      void (await links.checkItem(itemId, AbortSignal.timeout(30_000))),
    toCsv: writeBookmarksCsv,
  });
  return { services: { ...sync, links }, ...sync, links };
}

/** Merges of duplicates, added items and tags. */
function composeCuration(
  { db, clock }: Base,
  { raindrop, pages }: Integrations,
  modules: {
    search: Search;
    catalogue: Catalogue;
    access: Access;
    feedback: Feedback;
    sync: Sync;
  },
) {
  const { search, catalogue, access, feedback, sync } = modules;
  return {
    merges: createMergesModule({
      db,
      clock,
      editing: sync.editing,
      rulesOn: ruleMergesOn,
      reportsOn: mergedReportsOn,
      updateAccessMessagesBy: access.showMessagesBy,
      service: raindrop,
    }),
    additions: createAddItemModule({
      db,
      clock,
      catalogue: catalogue.catalogue,
      findService: findItemByAddressOn(db),
      pages,
      requestPictures: catalogue.requestSitePictures,
      closeAddedProposals: async (on, added) => {
        await feedback.closeAddedProposals(on, added);
        await feedback.settleAddedWish(on, added);
      },
      translator: catalogue.model,
      editing: sync.editing,
      service: raindrop,
    }),
    ...createTagsModule({
      db,
      clock,
      editing: sync.editing,
      known: search.conceptsCalled,
      namer: catalogue.model,
    }),
  };
}

type Curation = ReturnType<typeof composeCuration>;

function composeComplaints(
  { db, config, clock }: Base,
  { pages }: Integrations,
  { catalogue, sync, curation }: { catalogue: Catalogue; sync: Sync; curation: Curation },
) {
  const jobs = jobQueue(db);
  const requestLinkCheck = async (itemId: number): Promise<void> => {
    const runAt = await sync.links.nextReportedCheckAt(itemId);
    await jobs.enqueue(
      'checkReportedLink',
      { itemId },
      { key: `checkReportedLink:${itemId}`, runAt },
    );
  };
  return createComplaintsModule({
    db,
    clock,
    catalogue: catalogue.catalogue,
    edits: sync.edits,
    merges: curation.merges,
    pages,
    translator: catalogue.model,
    markMachineOn,
    requestLinkLook: checksLinks(config) ? requestLinkCheck : null,
  });
}

type Messaging = ReturnType<typeof composeMessaging>;

/** Notifications, webhooks and feeds. */
function composeMessaging(
  { db, config, clock, log, entryRules }: Base,
  { mail }: Integrations,
  modules: { people: People; catalogue: Catalogue; botConnection: BotConnection | null },
) {
  const { people, catalogue, botConnection } = modules;
  const { publicUrl } = config.http;
  return {
    feeds: createFeedsModule({ db, clock, catalogue: catalogue.catalogue, publicUrl, entryRules }),
    ...createWebhooksModule({
      db,
      clock,
      log,
      sender: createWebhookSender({ allow: config.webhooks.allow }),
      box: createSecretBox(openSecretKeys(config)),
      publicUrl,
    }),
    ...createNotificationsModule({
      db,
      clock,
      log,
      outside: { telegram: botConnection, mail: mail?.mailer ?? null },
      addressesOf: people.telegramAccountsOn(db).addressesOf,
      publicUrl,
    }),
  };
}

const healthProbes = (
  { db }: Base,
  { signInProviders, languageModel, mail }: Integrations,
  modules: {
    search: Search;
    sync: Sync;
    access: Access;
    messaging: Messaging;
    botConnection: BotConnection | null;
  },
): HealthProbe[] => [
  {
    name: 'database',
    isVital: true,
    check: async () => {
      await db.raw('select 1');
      return 'ok';
    },
  },
  jobQueueProbe(db, longTasks),
  searchProbe(modules.search.searchIndex),
  { name: 'bookmarks', isVital: false, check: () => modules.sync.sync.health() },
  languageModelProbe(languageModel?.probe ?? null),
  mailProbe(mail?.probe ?? null, () => modules.access.services.access.waiting()),
  { name: 'webhooks', isVital: false, check: () => modules.messaging.webhooks.health() },
  ...signInProbes(signInProviders, modules.botConnection),
];

const composeSetup = (
  { db, config, clock, log }: Base,
  { signInProviders, bookmarkSource }: Integrations,
  { admins }: People,
  health: HealthService,
  definitions: readonly SignInProviderDefinition[],
) =>
  createSetupModule({
    db,
    clock,
    log,
    settings: setupSettingsOf(config, signInProviders),
    tests: createConnectionTests(config, {
      signInProviders: definitions,
      file: config.bookmarksFile ? bookmarkSource : null,
      log: log.child({ part: 'setup' }),
    }),
    health: async () => (await health.check()).parts,
    countAdmins: () => admins.count(),
  });

/** Batched loaders of one request, for fields inside of lists. */
const composeLoaders =
  (
    { db }: Base,
    modules: {
      search: Search;
      catalogue: Catalogue;
      curation: Curation;
      complaints: ReturnType<typeof composeComplaints>;
    },
  ) =>
  (viewer: Viewer) => {
    const { search, catalogue, curation, complaints } = modules;
    const { ruleOfPage, hasNoRequest, ...items } = catalogue.itemLoaders(viewer);
    return {
      ...accountsLoaders(db),
      ...accessRequestsLoaders(db, viewer, hasNoRequest),
      ...items,
      ...catalogue.useCaseLoaders(viewer),
      ...catalogue.dataRuleLoaders(viewer, ruleOfPage),
      ...itemOverviewLoaders({ db, index: search.searchIndex, viewer, ...items }),
      duplicates: curation.merges.duplicatesFor(viewer),
      complaintCure: loadOne(complaints.complaintGroups.cures, (cure) => cure.id),
      conceptById: loadOne(search.lessons.named, (concept) => concept.id),
    };
  };
