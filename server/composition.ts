// Composition root: opens the integrations and the modules in dependency order.
import { join } from 'node:path';
import type { Knex } from 'knex';
import { checksLinks, type Config } from './config/config.ts';
import { jobQueue, countJobs, jobQueueProbe } from './database/jobQueue.ts';
import { demoData, writeDemo, writeDemoItems } from './modules/demo/seed/demoSeed.ts';
import { readDemoPicture } from './modules/demo/seed/seedData.ts';
import {
  accessRequestsLoaders,
  createAccessRequestsModule,
} from './modules/access/requests/accessRequests.module.ts';
import type { Viewer } from './modules/people/accounts/accounts.ts';
import {
  accountsLoaders,
  createAccountsModule,
  type EntryRules,
} from './modules/people/accounts/accounts.module.ts';
import { auditLogOn } from './modules/people/auditLog/auditLog.module.ts';
import { createCompaniesModule } from './modules/people/companies/companies.module.ts';
import {
  createDisciplinesModule,
  disciplinesLoaders,
} from './modules/people/disciplines/disciplines.module.ts';
import { itemOverviewLoaders } from './modules/useCases/itemOverview/itemOverview.loaders.ts';
import {
  createComplaintsModule,
  mergedComplaintsOn,
} from './modules/feedback/complaints/complaints.module.ts';
import { createInsightsModule } from './modules/insights/insights.module.ts';
import { createSourceWatchModule } from './modules/access/sourceWatch/sourceWatch.module.ts';
import { createStagesModule, stagedItemsOn } from './modules/access/stages/stages.module.ts';
import { createIncidentsModule } from './modules/access/incidents/incidents.module.ts';
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
import { createFeedsModule, deleteFeedsOn } from './modules/messaging/feeds/feeds.module.ts';
import { createPicturesModule } from './modules/catalogue/pictures/pictures.module.ts';
import { createItemsModule, markAsUsedOn } from './modules/catalogue/items/items.module.ts';
import { ItemProblemsService } from './modules/curation/itemProblems/itemProblems.module.ts';
import { createLinkChecksModule } from './modules/curation/linkChecks/linkChecks.module.ts';
import { createMergesModule } from './modules/curation/duplicates/duplicateMerges.module.ts';
import { createLoadoutsModule } from './modules/loadouts/loadouts.module.ts';
import { createNotificationsModule } from './modules/messaging/notifications/notifications.module.ts';
import { createProposalsModule } from './modules/feedback/proposals/proposals.module.ts';
import { createRestoreReviewModule } from './modules/setup/restoreReview/restoreReview.module.ts';
import { createSearchModule, searchProbe } from './modules/search/search.module.ts';
import {
  createSyncModule,
  selectFileRows,
  type BookmarkFileOptions,
} from './modules/sync/sync.module.ts';
import { createSetupModule } from './modules/setup/setup.module.ts';
import { clientSettingsFor } from './modules/setup/health/clientSettings.ts';
import { createClientLog } from './modules/setup/health/clientLog.ts';
import {
  createHealth,
  embeddingsProbe,
  type HealthService,
  languageModelProbe,
  mailProbe,
} from './modules/setup/health/health.service.ts';
import type { HealthProbe } from './shared/healthProbe.ts';
import { createTagsModule } from './modules/curation/tags/tags.module.ts';
import { createSubscriptionsModule } from './modules/subscriptions/subscriptions.module.ts';
import { createWebhooksModule } from './modules/messaging/webhooks/webhooks.module.ts';
import {
  createCatalogueGapsModule,
  requestSearchAlertsOn,
  closeAnsweredGapOn,
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
import { createEmbeddings } from './integrations/embeddings/embeddings.ts';
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
import { createSecretBox } from './shared/secrets.ts';
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

/** Composes all services on one database in dependency order. */
export function createServices(options: ServiceOptions) {
  const { db, config, log, clock = systemClock, version, build } = options;
  const { sessions = db, rates = config.limits.rates } = options;
  const { signInProviders = signInProviderDefinitions } = options;
  const base: Base = { db, sessions, config, log, clock, entryRules: entryRulesOf(config) };

  const rateLimits = createRateLimits(db, rates);
  const integrations = openIntegrations(base, signInProviders);
  const people = composePeople(base, integrations);
  const access = composeAccess(base, integrations, people);
  const search = composeSearch(base, integrations, rateLimits);
  const catalogue = composeCatalogue(base, integrations, search, rateLimits);
  const subscriptions = composeSubscriptions(base, people, access, catalogue);
  const botConnection = connectBot(base, people, access, subscriptions);
  const { loadoutLoadersFor, ...loadouts } = composeLoadouts(base, { people, access, catalogue });
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
  const messaging = composeMessaging(base, integrations, {
    people,
    catalogue,
    loadouts,
    botConnection,
  });
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
    botConnection,
    telegramAccounts: people.telegramAccountsOn(db),
    auditLog: auditLogOn(db, clock),
    outbox: outboxOn(db, clock),
    ...search,
    ...catalogue.services,
    ...subscriptions,
    ...loadouts,
    ...feedback.services,
    ...createInsightsModule({ db, clock, files: { write: writeCsvTable } }),
    ...sync.services,
    ...curation,
    ...complaints,
    ...messaging,
    /** Uploaded export files as a single source of bookmarks. */
    uploadedFiles: (files: readonly UploadedFile[], options: BookmarkFileOptions) =>
      openUploadedFiles(files, clock(), options),
    /** An export file as a source of bookmarks, for the command line. */
    bookmarkFile: openBookmarkFile,
    jobs: jobQueue(db),
    countJobs: () => countJobs(db),
    ...createRestoreReviewModule({ db, clock }),
    health,
    setup: composeSetup(base, integrations, people, health, signInProviders),
    clientLog: createClientLog(openClientLogFile(join(config.dataDir, 'logs'), log)),
    clientSettings: (host: string) => clientSettingsFor(config, integrations.signInProviders, host),
    legalTexts: config.legalTexts,
    rateLimits,
    loadersFor: composeLoaders(base, {
      search,
      catalogue,
      loadoutLoadersFor,
      curation,
      complaints,
    }),
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

/** Clients of external services, null for those that are not set up. Opening one makes no call. */
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
    embeddings:
      config.embeddings &&
      createEmbeddings(config.embeddings, { clock, queryMs: limits.embeddings.queryMs }),
    mail: config.mail && createMail(config.mail, { clock, log: log.child({ part: 'mail' }) }),
    raindrop,
    bookmarkSource: config.bookmarksFile
      ? selectFileRows(openBookmarkFile(config.bookmarksFile))
      : raindrop,
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
    endFeedsOn: deleteFeedsOn,
    clock,
    log,
  });
  return {
    ...accounts,
    ...createDisciplinesModule({ db, clock }),
    companies: createCompaniesModule({ db, clock, entryRules }),
  };
}

type Access = ReturnType<typeof composeAccess>;

function composeAccess(
  { db, config, clock, log, entryRules }: Base,
  { mail }: Integrations,
  { telegramAccountsOn }: People,
) {
  const { queueBotMessagesBy, accessWorkflowOn, ...services } = createAccessRequestsModule({
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
  return { services, queueBotMessagesBy, accessWorkflowOn };
}

type SubscriptionsParts = ReturnType<typeof composeSubscriptions>;

const composeSubscriptions = (
  { db, clock }: Base,
  { telegramAccountsOn }: People,
  { services: { accessWorkflow } }: Access,
  { catalogue }: Catalogue,
) =>
  createSubscriptionsModule({
    db,
    clock,
    visibleItem: (viewer, id) => catalogue.item(viewer, id),
    accessWorkflow,
    telegramAccountsOn,
    files: { read: readCsvTable, write: writeCsvTable },
  });

function connectBot(
  { config, clock, log }: Base,
  { telegramBot }: People,
  { services: { accessBotMessages } }: Access,
  { reviewButtons }: SubscriptionsParts,
) {
  const { telegram, environment, http } = config;
  const usesWebhook = environment === 'production' && Boolean(telegram?.webhookSecret);
  return (
    telegram &&
    createBotConnection({
      ...telegram,
      webhookUrl: usesWebhook ? `${http.publicUrl}/api/v1/telegram/webhook` : null,
      answer: (start) => telegramBot.start(start),
      press: (press) => {
        if (accessBotMessages.isButton(press.data)) return accessBotMessages.press(press);
        return reviewButtons.isButton(press.data)
          ? reviewButtons.press(press)
          : telegramBot.press(press);
      },
      reply: (reply) => accessBotMessages.reply(reply),
      clock,
      log,
    })
  );
}

type Search = ReturnType<typeof composeSearch>;

const composeSearch = (
  { db, config, clock, log }: Base,
  { embeddings }: Integrations,
  rateLimits: RateLimits,
) =>
  createSearchModule({
    db,
    clock,
    log,
    embeddings: embeddings?.model ?? null,
    embeddingQueryMs: config.limits.embeddings.queryMs,
    mayAskEmbeddings: (viewer) => mayStill(rateLimits, 'embedding', { viewer, ip: '' }),
    closeGapOn: (trx) => closeAnsweredGapOn(trx, clock),
  });

type Catalogue = ReturnType<typeof composeCatalogue>;

const composeDemo = ({ db, config, clock }: Base, hasSource: boolean) =>
  createDemoModule({
    db,
    clock,
    data: demoData,
    write: writeDemo,
    writeItems: writeDemoItems,
    developerSignIn: config.signIn.developer,
    hasSource,
    canLoad: config.environment !== 'production',
  });

function composeCatalogue(
  base: Base,
  { languageModel, images, pages, bookmarkSource }: Integrations,
  { search, searchIndex, similarItems }: Search,
  rateLimits: RateLimits,
) {
  const { db, config, clock, log } = base;
  const shared = { db, clock, log };
  const model = languageModel?.model ?? null;
  const { loadersFor: itemLoaders, ...items } = createItemsModule({
    ...shared,
    experts: expertsOn(db),
    ownUseCasesOn: (trx) => ownUseCasesOn(trx, clock),
    countZeroResult: search.countZeroResult,
    searchIndex,
    similarItems,
    allowedItems: allowedItemsOn(db),
    stagedItems: stagedItemsOn(db),
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
  const ofVisibleItems = {
    db,
    clock,
    visibleItem: (viewer: Viewer, id: number) => items.knowledge.item(viewer, id),
  };
  const { loadersFor: dataRuleLoaders, ...dataRules } = createDataRulesModule({
    ...ofVisibleItems,
    files: { read: readCsvTable, write: writeCsvTable },
  });
  const { incidents, incidentLoaders } = createIncidentsModule(ofVisibleItems);
  const { stages, stageLoaders } = createStagesModule(ofVisibleItems);
  const sourceWatch = createSourceWatchModule({
    ...ofVisibleItems,
    log,
    dataRules: dataRules.dataRules,
    pages,
    readsSources: config.sourceWatch,
  });
  const { demo, ...demoHooks } = composeDemo(base, bookmarkSource !== null);
  return {
    services: {
      ...items,
      ...useCases,
      ...pictures,
      ...dataRules,
      ...sourceWatch,
      incidents,
      stages,
      demo,
      addresses: createPageAddressesModule({ db, catalogue: items.knowledge }),
    },
    catalogue: items.knowledge,
    model,
    itemLoaders,
    useCaseLoaders,
    dataRuleLoaders,
    incidentLoaders,
    stageLoaders,
    requestSitePictures,
    demoHooks,
  };
}

type Loadouts = ReturnType<typeof composeLoadouts>;

const composeLoadouts = (
  { db, clock, log }: Base,
  modules: { people: People; access: Access; catalogue: Catalogue },
) =>
  createLoadoutsModule({
    db,
    clock,
    log,
    model: modules.catalogue.model,
    disciplineOf: (userId) => modules.people.disciplines.of(userId),
    requestAccess: (viewer, input, alongside) =>
      modules.access.services.accessRequests.requestSeveral(viewer, input, alongside),
    withdrawOn: (trx) => (viewer, ids) =>
      modules.access.accessWorkflowOn(trx).withdrawUntouched(viewer, ids),
  });

type Feedback = ReturnType<typeof composeFeedback>;

function composeFeedback(
  { db, clock }: Base,
  { search, customConcepts }: Search,
  { catalogue }: Catalogue,
  { services: { accessWorkflow } }: Access,
) {
  const { proposals, closeProposals, closeForAddress, requestClosing } = createProposalsModule({
    db,
    clock,
    findService: findItemByAddressOn(db),
  });
  const { closeAddedGap, ...gaps } = createCatalogueGapsModule({
    db,
    clock,
    closeProposals: closeForAddress,
    refusalsOf: async (viewer) =>
      (await accessWorkflow.list(viewer, ['declined'])).map(({ request }) => request),
    forget: (viewer, kind, id) => {
      if (kind === 'synonym') return search.removeSynonym(viewer, id);
      return kind === 'word'
        ? customConcepts.removeCustomSynonym(viewer, id)
        : customConcepts.removeCustomConcept(viewer, id);
    },
    surelyFound: (text, language) => catalogue.findSureMatch(text, language),
  });
  return {
    services: { proposals, ...gaps },
    requestClosing,
    closeProposals,
    closeAddedGap,
  };
}

type Sync = ReturnType<typeof composeSync>;

function composeSync(
  { db, sessions, config, clock, log }: Base,
  { raindrop, bookmarkSource, linkChecker }: Integrations,
  { demoHooks, requestSitePictures }: Catalogue,
  { requestClosing }: Feedback,
) {
  const links = createLinkChecksModule({ db, clock, log, probe: linkChecker });
  const sync = createSyncModule({
    db,
    clock,
    log,
    sessions,
    provider: raindrop,
    source: bookmarkSource,
    afterApply: async (on, runId, demo) => {
      await demoHooks.demoAfterSettling(on, runId, demo);
      await requestSitePictures(on);
      await requestClosing(on);
      await requestSearchAlertsOn(on);
    },
    beforeImportUndo: demoHooks.demoBeforeUndo,
    restoreDemoWork: demoHooks.demoHandBack,
    afterImportUndo: demoHooks.demoAfterUndo,
    schedule: config.syncSchedule,
    recheckItem: async (itemId) =>
      void (await links.checkItem(itemId, AbortSignal.timeout(30_000))),
    toCsv: writeBookmarksCsv,
  });
  return { services: { ...sync, links }, ...sync, links };
}

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
      reportsOn: mergedComplaintsOn,
      updateAccessMessagesBy: access.queueBotMessagesBy,
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
        await feedback.closeProposals(on, added);
        await feedback.closeAddedGap(on, added);
      },
      translator: catalogue.model,
      editing: sync.editing,
      service: raindrop,
    }),
    itemProblems: new ItemProblemsService(db),
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
    requestLinkCheck: checksLinks(config) ? requestLinkCheck : null,
  });
}

type Messaging = ReturnType<typeof composeMessaging>;

function composeMessaging(
  { db, config, clock, log, entryRules }: Base,
  { mail }: Integrations,
  modules: {
    people: People;
    catalogue: Catalogue;
    loadouts: Pick<Loadouts, 'loadouts'>;
    botConnection: BotConnection | null;
  },
) {
  const { people, catalogue, loadouts, botConnection } = modules;
  const { publicUrl } = config.http;
  return {
    feeds: createFeedsModule({
      db,
      clock,
      catalogue: catalogue.catalogue,
      loadouts: loadouts.loadouts,
      publicUrl,
      entryRules,
    }),
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
      channels: { telegram: botConnection, mail: mail?.mailer ?? null },
      contactAddresses: (userId) => people.telegramAccountsOn(db).addressesOf(userId),
      publicUrl,
    }),
  };
}

const healthProbes = (
  { db }: Base,
  { signInProviders, languageModel, embeddings, mail }: Integrations,
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
  embeddingsProbe(embeddings?.probe ?? null),
  mailProbe(mail?.probe ?? null, () => modules.access.services.accessRequests.countUnsent()),
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

/** Batched loaders of one request, for fields inside lists. */
const composeLoaders =
  (
    { db }: Base,
    modules: {
      search: Search;
      catalogue: Catalogue;
      loadoutLoadersFor: Loadouts['loadoutLoadersFor'];
      curation: Curation;
      complaints: ReturnType<typeof composeComplaints>;
    },
  ) =>
  (viewer: Viewer) => {
    const { search, catalogue, loadoutLoadersFor, curation, complaints } = modules;
    const { ruleOfPage, hasNoRequest, ...items } = catalogue.itemLoaders(viewer);
    return {
      ...accountsLoaders(db),
      ...disciplinesLoaders(db),
      ...accessRequestsLoaders(db, viewer, hasNoRequest),
      ...items,
      ...catalogue.useCaseLoaders(viewer),
      ...catalogue.dataRuleLoaders(viewer, ruleOfPage),
      ...catalogue.incidentLoaders(viewer),
      ...catalogue.stageLoaders(viewer),
      ...loadoutLoadersFor(viewer),
      ...itemOverviewLoaders({ db, index: search.searchIndex, viewer, ...items }),
      duplicates: curation.merges.duplicatesFor(viewer),
      complaintCure: loadOne(
        (ids: readonly number[]) => complaints.complaintReview.appliedFixes(ids),
        (fix) => fix.id,
      ),
      conceptById: loadOne(search.customConcepts.named, (concept) => concept.id),
    };
  };
