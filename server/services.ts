// The composition root: who knows whom, on one page. What a room is made of stands in its own `.room.ts`.
import { join } from 'node:path';
import type { Knex } from 'knex';
import { looksAtLinks, type Config } from './config.ts';
import { jobQueue } from './database/jobQueue.ts';
import { countJobs, jobQueueProbe } from './database/jobQueueHealth.ts';
import { demoData, writeDemo, writeDemoItems } from './demo/load.ts';
import { readDemoPicture } from './demo/pictures.ts';
import { accessLoaders } from './domain/access/access.loaders.ts';
import { createAccessRoom } from './domain/access/access.room.ts';
import type { Viewer } from './domain/accounts/accounts.ts';
import { accountsLoaders } from './domain/accounts/accounts.loaders.ts';
import { createAccountsRoom } from './domain/accounts/accounts.room.ts';
import { activityOn } from './domain/activity/activity.room.ts';
import { createCompaniesRoom } from './domain/companies/companies.room.ts';
import { choosingLoaders } from './domain/choosing/choosing.loaders.ts';
import { createComplaintsRoom, mergedReportsOn } from './domain/complaints/complaints.room.ts';
import {
  allowedItemsOn,
  createDataRulesRoom,
  ruleMergesOn,
} from './domain/dataRules/dataRules.room.ts';
import { eventsOn } from './domain/events/events.room.ts';
import { createDemoRoom } from './domain/demo/demo.room.ts';
import { createAddressesRoom, pagesOn, serviceAtOn } from './domain/addresses/addresses.room.ts';
import { createAdditionsRoom, markMachineOn } from './domain/additions/additions.room.ts';
import { createFeedsRoom, endFeedsOn } from './domain/feeds/feeds.room.ts';
import { createImagesRoom } from './domain/images/images.room.ts';
import { createKnowledgeRoom, markAsUsedOn } from './domain/knowledge/knowledge.room.ts';
import { createLinksRoom } from './domain/links/links.room.ts';
import { createMergesRoom } from './domain/merges/merges.room.ts';
import { createNotificationsRoom } from './domain/notifications/notifications.room.ts';
import { createProposalsRoom } from './domain/proposals/proposals.room.ts';
import { createRestoresRoom } from './domain/restores/restores.room.ts';
import { createSearchRoom, searchProbe } from './domain/search/search.room.ts';
import { createSyncRoom } from './domain/sync/sync.room.ts';
import { createSetupRoom } from './domain/setup/setup.room.ts';
import { clientSettingsFor } from './domain/system/clientSettings.ts';
import { createClientLog } from './domain/system/clientLog.ts';
import { createHealth } from './domain/system/health.service.ts';
import type { HealthProbe } from './domain/system/health.ts';
import { languageModelProbe, mailProbe } from './domain/system/optionalParts.ts';
import { createTaggingRoom } from './domain/tagging/tagging.room.ts';
import { createWebhooksRoom } from './domain/webhooks/webhooks.room.ts';
import {
  createWishesRoom,
  requestTellingOn,
  settleTaughtWishOn,
} from './domain/wishes/wishes.room.ts';
import { createUseCasesRoom, ownUseCasesOn, expertsOn } from './domain/useCases/useCases.room.ts';
import { createRateLimits, mayStill, type Rates } from './http/rateLimits.ts';
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
import { createSetupTries } from './integrations/setupTries/setupTries.ts';
import { openSignInProviders } from './integrations/signInProviders.ts';
import { createBotConnection } from './integrations/telegram/botConnection.ts';
import { createWebhookSender } from './integrations/webhookSender/webhookSender.ts';
import { longTasks } from './jobs/longTasks.ts';
import { systemClock, type Clock } from './shared/clock.ts';
import { dayMs } from './shared/durations.ts';
import { loadOne } from './shared/loaders.ts';
import { createSecretBox } from './shared/secretBox.ts';
import { openSecretKeys } from './secretKeys.ts';
import { setupSettingsOf } from './setupLines.ts';
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

  const searchRoom = createSearchRoom({
    ...shared,
    settleWishOn: (trx) => settleTaughtWishOn(trx, clock),
  });
  const rateLimits = createRateLimits(db, rates);
  const { loadersFor: knowledgeLoaders, ...knowledgeRoom } = createKnowledgeRoom({
    ...shared,
    experts: expertsOn(db),
    ownUseCasesOn: (trx) => ownUseCasesOn(trx, clock),
    countZeroResult: searchRoom.search.countZeroResult,
    searchIndex: searchRoom.searchIndex,
    allowedItems: allowedItemsOn(db),
    findPage: pagesOn(db),
    translator: model,
  });
  const catalogue = knowledgeRoom.knowledge;
  const { loadersFor: useCasesLoaders, ...useCasesRoom } = createUseCasesRoom({
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
  const accountsRoom = createAccountsRoom({
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
  const { access, accessCases, accessMessages, showMessagesBy } = createAccessRoom({
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
  const links = createLinksRoom({
    ...shared,
    probe: createLinkChecker({ allow: config.imageProxy.allow }),
  });
  const pages = createPageReader({
    limits: limits.imageProxy,
    allow: config.imageProxy.allow,
  });
  const { proposals, settleProposals, settleAddress, requestSettling } = createProposalsRoom({
    db,
    clock,
    findService: serviceAtOn(db),
  });
  const { settleAddedWish, ...wishesRoom } = createWishesRoom({
    db,
    clock,
    settleAddress,
    refusalsOf: async (viewer) =>
      (await accessCases.list(viewer, ['declined'])).map(({ request }) => request),
    forget: (viewer, lesson, id) => {
      if (lesson === 'synonym') return searchRoom.search.removeSynonym(viewer, id);
      return lesson === 'word'
        ? searchRoom.lessons.forgetWord(viewer, id)
        : searchRoom.lessons.forgetConcept(viewer, id);
    },
    surelyFound: catalogue.surelyFound,
  });
  const { requestSitePictures, ...imagesRoom } = createImagesRoom({
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
  const { demo, demoAfterSettling, demoBeforeUndo, demoHandBack, demoAfterUndo } = createDemoRoom({
    ...shared,
    data: demoData,
    write: writeDemo,
    writeItems: writeDemoItems,
    developerSignIn: config.signIn.developer,
    hasSource: source !== null,
    canLoad: config.environment !== 'production',
  });
  const syncRoom = createSyncRoom({
    ...shared,
    sessions,
    service: raindrop,
    source,
    afterSettling: async (on, runId, demo) => {
      await demoAfterSettling(on, runId, demo);
      await requestSitePictures(on);
      await requestSettling(on);
      await requestTellingOn(on);
    },
    beforeUndo: demoBeforeUndo,
    handBack: demoHandBack,
    afterUndo: demoAfterUndo,
    schedule: config.syncSchedule,
    recheckItem: async (itemId) =>
      void (await links.recheckItem(itemId, AbortSignal.timeout(30_000))),
    toCsv: writeBookmarksCsv,
  });

  const merges = createMergesRoom({
    db,
    clock,
    editing: syncRoom.editing,
    rulesOn: ruleMergesOn,
    reportsOn: mergedReportsOn,
    showAccessMessagesBy: showMessagesBy,
    service: raindrop,
  });

  const additions = createAdditionsRoom({
    db,
    clock,
    catalogue,
    findService: serviceAtOn(db),
    pages,
    requestPictures: requestSitePictures,
    settleProposals: async (on, added) => {
      await settleProposals(on, added);
      await settleAddedWish(on, added);
    },
    translator: model,
    editing: syncRoom.editing,
    service: raindrop,
  });

  const complaintsRoom = createComplaintsRoom({
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
            'lookAtReported',
            { itemId },
            { key: `lookAtReported:${itemId}`, runAt: await links.reportedLookAt(itemId) },
          ))
      : null,
  });

  const { loadersFor: dataRulesLoaders, ...dataRulesRoom } = createDataRulesRoom({
    db,
    clock,
    visibleItem: catalogue.item,
    files: { read: readCsvTable, write: writeCsvTable },
  });

  const taggingRoom = createTaggingRoom({
    db,
    clock,
    editing: syncRoom.editing,
    known: searchRoom.conceptsCalled,
    namer: model,
  });

  const webhooksRoom = createWebhooksRoom({
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
    activity: activityOn(db, clock),
    events: eventsOn(db, clock),
    ...knowledgeRoom,
    ...searchRoom,
    ...syncRoom,
    merges,
    additions,
    addresses: createAddressesRoom({ db, catalogue }),
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
    accessCases,
    accessMessages,
    feeds: createFeedsRoom({
      db,
      clock,
      catalogue,
      publicUrl: config.http.publicUrl,
      entryRules,
    }),
    companies: createCompaniesRoom({
      db,
      clock,
      entryRules,
    }),
    ...webhooksRoom,
    ...createRestoresRoom({ db, clock }),
    ...createNotificationsRoom({
      ...shared,
      outside: { telegram: botConnection, mail: mail?.mailer ?? null },
      addressesOf: accountsRoom.telegramDoorOn(db).addressesOf,
      publicUrl: config.http.publicUrl,
    }),
    ...complaintsRoom,
    /** Stores work for the background: server/jobs. */
    jobs: jobQueue(db),
    countJobs: () => countJobs(db),
    health,
    setup: createSetupRoom({
      ...shared,
      settings: setupSettingsOf(config),
      tries: createSetupTries(config, {
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
        ...accessLoaders(db, viewer, hasNoRequest),
        ...knowledge,
        ...useCasesLoaders(viewer),
        ...dataRulesLoaders(viewer, ruleOfPage),
        ...choosingLoaders({ db, index: searchRoom.searchIndex, viewer, ...knowledge }),
        doubles: merges.doublesFor(viewer),
        complaintCure: loadOne(complaintsRoom.complaintCases.cures, (cure) => cure.id),
        conceptById: loadOne(searchRoom.lessons.named, (concept) => concept.id),
      };
    },
    log,
  };
}

export type Services = ReturnType<typeof createServices>;
export type Loaders = ReturnType<Services['loadersFor']>;
