// The composition root: who knows whom, on one page. What a room is made of stands in its own `.room.ts`.
import { join } from 'node:path';
import type { Knex } from 'knex';
import { looksAtLinks, type Config } from './config/config.ts';
import { jobQueue } from './database/jobQueue.ts';
import { countJobs, jobQueueProbe } from './database/jobQueueHealth.ts';
import { demoData, writeDemo, writeDemoItems } from './modules/demo/seed/demoSeed.ts';
import { readDemoPicture } from './modules/demo/seed/demoPictures.ts';
import { accessRequestsLoaders } from './modules/access/requests/accessRequests.loaders.ts';
import { createAccessRequestsModule } from './modules/access/requests/accessRequests.module.ts';
import type { Viewer } from './modules/people/accounts/accounts.ts';
import { accountsLoaders } from './modules/people/accounts/accounts.loaders.ts';
import { createAccountsModule } from './modules/people/accounts/accounts.module.ts';
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
import { createHealth } from './modules/setup/health/health.service.ts';
import type { HealthProbe } from './shared/healthProbe.ts';
import { languageModelProbe, mailProbe } from './modules/setup/health/optionalParts.ts';
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
import { createRateLimits, mayStill, type Rates } from './transports/http/rateLimits.ts';
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
import { providerProbes } from './integrations/providerProbes.ts';
import { createRaindrop } from './integrations/raindrop/raindrop.ts';
import { createConnectionTests } from './integrations/connectionTests/connectionTests.ts';
import { openSignInProviders } from './integrations/signInProviders.ts';
import { createBotConnection } from './integrations/telegram/botConnection.ts';
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
  const shared = { db, clock, log };
  const languageModel =
    config.languageModel &&
    createLanguageModel(config.languageModel, { clock, log: log.child({ part: 'languageModel' }) });
  const model = languageModel?.model ?? null;
  const mail = config.mail && createMail(config.mail, { clock, log: log.child({ part: 'mail' }) });
  const raindrop =
    config.raindrop && createRaindrop({ ...config.raindrop, log: log.child({ part: 'raindrop' }) });
  const providers = openSignInProviders(config, clock, log);

  const searchRoom = createSearchModule({
    ...shared,
    settleWishOn: (trx) => closeTaughtGapOn(trx, clock),
  });
  const rateLimits = createRateLimits(db, rates);
  const { loadersFor: knowledgeLoaders, ...knowledgeRoom } = createItemsModule({
    ...shared,
    experts: expertsOn(db),
    ownUseCasesOn: (trx) => ownUseCasesOn(trx, clock),
    countZeroResult: searchRoom.search.countZeroResult,
    searchIndex: searchRoom.searchIndex,
    allowedItems: allowedItemsOn(db),
    findPage: findPageOn(db),
    translator: model,
  });
  const catalogue = knowledgeRoom.knowledge;
  const { loadersFor: useCasesLoaders, ...useCasesRoom } = createUseCasesModule({
    ...shared,
    catalogue,
    markAsUsedOn,
    model,
    // Counted with the analyses, for the person or the token: members are never counted by their address.
    mayAskModel: (viewer) => mayStill(rateLimits, 'analyze', { viewer, ip: '' }),
  });
  const entryRules = {
    telegramIds: (config.telegram?.allowedIds ?? []).map(({ id }) => id),
    demoPeople: config.signIn.developer,
    providerTermMs: config.signIn.reauthenticationDays * dayMs,
  };
  const accountsRoom = createAccountsModule({
    ...shared,
    developerSignIn: config.signIn.developer,
    providers,
    allowedTelegramIds: config.telegram?.allowedIds ?? [],
    entryRules,
    botName: config.telegram?.botName ?? null,
    publicUrl: config.http.publicUrl,
    session: limits.session,
    endFeedsOn,
  });
  const { access, accessRequestsToDecide, accessMessages, showMessagesBy } =
    createAccessRequestsModule({
      ...shared,
      publicUrl: config.http.publicUrl,
      entryRules,
      telegramDoorOn: accountsRoom.telegramDoorOn,
      hasBot: Boolean(config.telegram),
      mail:
        mail && config.mail
          ? { mailer: mail.mailer, recipients: config.mail.accessRequestsTo }
          : null,
    });
  const usesWebhook =
    config.environment === 'production' && Boolean(config.telegram?.webhookSecret);
  const botConnection =
    config.telegram &&
    createBotConnection({
      ...config.telegram,
      webhookUrl: usesWebhook ? `${config.http.publicUrl}/api/v1/telegram/webhook` : null,
      answer: accountsRoom.telegramBot.start,
      press: (press) =>
        accessMessages.isButton(press.data)
          ? accessMessages.press(press)
          : accountsRoom.telegramBot.press(press),
      reply: accessMessages.reply,
      clock,
      log,
    });
  const links = createLinkChecksModule({
    ...shared,
    probe: createLinkChecker({ allow: config.imageProxy.allow }),
  });
  const pages = createPageReader({
    limits: limits.imageProxy,
    allow: config.imageProxy.allow,
  });
  const { proposals, closeAddedProposals, settleAddress, requestSettling } = createProposalsModule({
    db,
    clock,
    findService: findItemByAddressOn(db),
  });
  const { settleAddedWish, ...wishesRoom } = createCatalogueGapsModule({
    db,
    clock,
    settleAddress,
    refusalsOf: async (viewer) =>
      (await accessRequestsToDecide.list(viewer, ['declined'])).map(({ request }) => request),
    forget: (viewer, lesson, id) => {
      if (lesson === 'synonym') return searchRoom.search.removeSynonym(viewer, id);
      return lesson === 'word'
        ? searchRoom.lessons.removeCustomSynonym(viewer, id)
        : searchRoom.lessons.removeCustomConcept(viewer, id);
    },
    surelyFound: (text, language) => catalogue.findSureMatch(text, language),
  });
  const { requestSitePictures, ...imagesRoom } = createPicturesModule({
    ...shared,
    source: createImageFetcher({
      limits: limits.imageProxy,
      allow: config.imageProxy.allow,
      ...(config.environment === 'production' ? {} : { readOwn: readDemoPicture }),
    }),
    pages,
    limits: limits.imageProxy,
    cacheBytes: 32_000_000,
    readsSites: config.sitePictures,
  });
  const source = config.bookmarksFile ? openBookmarkFile(config.bookmarksFile) : raindrop;
  const { demo, demoAfterSettling, demoBeforeUndo, demoHandBack, demoAfterUndo } = createDemoModule(
    {
      ...shared,
      data: demoData,
      write: writeDemo,
      writeItems: writeDemoItems,
      developerSignIn: config.signIn.developer,
      hasSource: source !== null,
      canLoad: config.environment !== 'production',
    },
  );
  const syncRoom = createSyncModule({
    ...shared,
    sessions,
    service: raindrop,
    source,
    afterSettling: async (on, runId, demo) => {
      await demoAfterSettling(on, runId, demo);
      await requestSitePictures(on);
      await requestSettling(on);
      await requestSearchAlertsOn(on);
    },
    beforeUndo: demoBeforeUndo,
    handBack: demoHandBack,
    afterUndo: demoAfterUndo,
    schedule: config.syncSchedule,
    recheckItem: async (itemId) =>
      void (await links.checkItem(itemId, AbortSignal.timeout(30_000))),
    toCsv: writeBookmarksCsv,
  });

  const merges = createMergesModule({
    db,
    clock,
    editing: syncRoom.editing,
    rulesOn: ruleMergesOn,
    reportsOn: mergedReportsOn,
    updateAccessMessagesBy: showMessagesBy,
    service: raindrop,
  });

  const additions = createAddItemModule({
    db,
    clock,
    catalogue,
    findService: findItemByAddressOn(db),
    pages,
    requestPictures: requestSitePictures,
    closeAddedProposals: async (on, added) => {
      await closeAddedProposals(on, added);
      await settleAddedWish(on, added);
    },
    translator: model,
    editing: syncRoom.editing,
    service: raindrop,
  });

  const complaintsRoom = createComplaintsModule({
    ...shared,
    catalogue,
    edits: syncRoom.edits,
    merges,
    pages,
    translator: model,
    markMachineOn,
    requestLinkLook: looksAtLinks(config)
      ? async (itemId) =>
          void (await jobQueue(db).enqueue(
            'checkReportedLink',
            { itemId },
            { key: `checkReportedLink:${itemId}`, runAt: await links.nextReportedCheckAt(itemId) },
          ))
      : null,
  });

  const { loadersFor: dataRulesLoaders, ...dataRulesRoom } = createDataRulesModule({
    db,
    clock,
    visibleItem: (viewer, id) => catalogue.item(viewer, id),
    files: { read: readCsvTable, write: writeCsvTable },
  });

  const taggingRoom = createTagsModule({
    db,
    clock,
    editing: syncRoom.editing,
    known: searchRoom.conceptsCalled,
    namer: model,
  });

  const webhooksRoom = createWebhooksModule({
    ...shared,
    sender: createWebhookSender({ allow: config.webhooks.allow }),
    box: createSecretBox(openSecretKeys(config)),
    publicUrl: config.http.publicUrl,
  });

  const probes: HealthProbe[] = [
    {
      name: 'database',
      isVital: true,
      check: async () => {
        await db.raw('select 1');
        return 'ok';
      },
    },
    jobQueueProbe(db, longTasks),
    searchProbe(searchRoom.searchIndex),
    { name: 'bookmarks', isVital: false, check: syncRoom.sync.health },
    languageModelProbe(languageModel?.probe ?? null),
    mailProbe(mail?.probe ?? null, access.waiting),
    { name: 'webhooks', isVital: false, check: webhooksRoom.webhooks.health },
    ...providerProbes({ google: providers.google, telegram: botConnection }),
  ];

  const health = createHealth({ probes, version, build, startedAt: clock(), clock });

  return {
    ...accountsRoom,
    /** The bot's line to Telegram; null when Telegram is not configured. */
    botConnection,
    activity: auditLogOn(db, clock),
    events: outboxOn(db, clock),
    ...knowledgeRoom,
    ...searchRoom,
    ...syncRoom,
    merges,
    additions,
    addresses: createPageAddressesModule({ db, catalogue }),
    proposals,
    ...wishesRoom,
    ...taggingRoom,
    ...dataRulesRoom,
    links,
    demo,
    /** Files that somebody handed over, as one source of bookmarks. */
    uploadedFiles: (files: readonly UploadedFile[]) => openUploadedFiles(files, clock()),
    /** An export file as a source of bookmarks, for the command line. */
    bookmarkFile: openBookmarkFile,
    ...useCasesRoom,
    access,
    accessRequestsToDecide,
    accessMessages,
    feeds: createFeedsModule({
      db,
      clock,
      catalogue,
      publicUrl: config.http.publicUrl,
      entryRules,
    }),
    companies: createCompaniesModule({
      db,
      clock,
      entryRules,
    }),
    ...webhooksRoom,
    ...createRestoreReviewModule({ db, clock }),
    ...createNotificationsModule({
      ...shared,
      outside: { telegram: botConnection, mail: mail?.mailer ?? null },
      addressesOf: accountsRoom.telegramDoorOn(db).addressesOf,
      publicUrl: config.http.publicUrl,
    }),
    ...complaintsRoom,
    /** Stores work for the background: server/transports/jobs. */
    jobs: jobQueue(db),
    countJobs: () => countJobs(db),
    health,
    setup: createSetupModule({
      ...shared,
      settings: setupSettingsOf(config),
      tries: createConnectionTests(config, {
        file: config.bookmarksFile ? source : null,
        log: log.child({ part: 'setup' }),
      }),
      health: async () => (await health.check()).parts,
      countAdmins: accountsRoom.admins.count,
    }),
    clientLog: createClientLog(openClientLogFile(join(config.dataDir, 'logs'), log)),
    rateLimits,
    ...imagesRoom,
    legalTexts: config.legalTexts,
    clientSettings: (host: string) => clientSettingsFor(config, host),
    /** What one request reads by many keys: every list inside a list goes through these. */
    loadersFor: (viewer: Viewer) => {
      const { ruleOfPage, hasNoRequest, ...knowledge } = knowledgeLoaders(viewer);
      return {
        ...accountsLoaders(db),
        ...accessRequestsLoaders(db, viewer, hasNoRequest),
        ...knowledge,
        ...useCasesLoaders(viewer),
        ...dataRulesLoaders(viewer, ruleOfPage),
        ...itemOverviewLoaders({ db, index: searchRoom.searchIndex, viewer, ...knowledge }),
        duplicates: merges.duplicatesFor(viewer),
        complaintCure: loadOne(complaintsRoom.complaintGroups.cures, (cure) => cure.id),
        conceptById: loadOne(searchRoom.lessons.named, (concept) => concept.id),
      };
    },
    log,
  };
}

export type Services = ReturnType<typeof createServices>;
export type Loaders = ReturnType<Services['loadersFor']>;
