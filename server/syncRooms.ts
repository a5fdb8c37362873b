// The part of the composition root that joins the rooms of the synchronisation: runs, differences, links, export.
import type { Knex } from 'knex';
import type { Config } from './config.ts';
import { jobQueue } from './database/jobQueue.ts';
import { asDomainError } from './database/databaseErrors.ts';
import { inTransaction } from './database/transaction.ts';
import { createActivity } from './domain/activity/activity.service.ts';
import { activityStore } from './domain/activity/activity.store.ts';
import { createClaims } from './domain/sync/desk/claims.ts';
import { createFindings } from './domain/sync/run/findings.service.ts';
import { findingsStore } from './domain/sync/run/findings.store.ts';
import { inconsistenciesSearch } from './domain/sync/desk/inconsistencies.search.ts';
import { createInconsistencies } from './domain/sync/desk/inconsistencies.service.ts';
import { inconsistenciesStore } from './domain/sync/desk/inconsistencies.store.ts';
import { createResolutions } from './domain/sync/desk/resolutions.service.ts';
import { createServiceWrites } from './domain/sync/desk/serviceWrites.ts';
import { createSettlements, type DecisionRooms } from './domain/sync/desk/settlements.ts';
import { knowledgeStore } from './domain/knowledge/knowledge.store.ts';
import { createSyncedItems } from './domain/knowledge/syncedItems.service.ts';
import { syncedItemsStore } from './domain/knowledge/syncedItems.store.ts';
import { createLinks } from './domain/links/links.service.ts';
import { linksStore } from './domain/links/links.store.ts';
import { createAgreements } from './domain/sync/run/agreements.service.ts';
import { agreementsStore } from './domain/sync/run/agreements.store.ts';
import { besideRuns } from './domain/sync/run/besideRuns.ts';
import { createCatalogueExport } from './domain/sync/run/catalogueExport.ts';
import type { SyncRooms } from './domain/sync/run/settle.ts';
import { createSync } from './domain/sync/run/sync.service.ts';
import { syncStore } from './domain/sync/run/sync.store.ts';
import { openBookmarkFile } from './integrations/bookmarkFile/bookmarkFile.ts';
import { writeBookmarksCsv } from './integrations/bookmarkFile/writeBookmarksCsv.ts';
import { createLinkChecker } from './integrations/linkChecker/linkChecker.ts';
import { createRaindrop } from './integrations/raindrop/raindrop.ts';
import type { Clock } from './shared/clock.ts';
import type { Log } from './shared/log.ts';

interface Options {
  db: Knex;
  /** On which a living run holds its lock; `db` unless a pooler is in between. */
  sessions?: Knex;
  config: Config;
  log: Log;
  clock: Clock;
  /** How long many decisions may take in one request; `limits.upstream.manyDecisionsMs` unless told. */
  manyDecisionsMs?: number;
}

export function createSyncRooms({
  db,
  sessions = db,
  config,
  log,
  clock,
  manyDecisionsMs,
}: Options) {
  const activityOn = (on: Knex) => createActivity({ store: activityStore(on), clock });
  const itemsOn = (on: Knex) =>
    createSyncedItems({ store: syncedItemsStore(on), catalogue: knowledgeStore(on), clock });
  const findingsOn = (on: Knex) =>
    createFindings({ store: findingsStore(on), activity: activityOn(on), clock });
  const agreementsOn = (on: Knex) =>
    createAgreements({ store: agreementsStore(on), runs: syncStore(on), clock });
  const requestTranslationOn = (on: Knex) => () =>
    jobQueue(on).enqueue('translateItems', {}, { key: 'translateItems' });
  const syncRoomsOn = (on: Knex): SyncRooms => ({
    runs: syncStore(on),
    agreements: agreementsStore(on),
    items: itemsOn(on),
    findings: findingsOn(on),
    activity: activityOn(on),
    requestTranslation: requestTranslationOn(on),
  });
  const decisionRoomsOn = (on: Knex): DecisionRooms => ({
    store: inconsistenciesStore(on),
    items: itemsOn(on),
    agreements: agreementsOn(on),
    activity: activityOn(on),
    requestTranslation: requestTranslationOn(on),
  });
  const decide = <Result>(work: (rooms: DecisionRooms) => Promise<Result>): Promise<Result> =>
    besideRuns(() => inTransaction(db, (trx) => work(decisionRoomsOn(trx))));

  const service =
    config.raindrop && createRaindrop({ ...config.raindrop, log: log.child({ part: 'raindrop' }) });
  const links = createLinks({
    store: linksStore(db),
    inTransaction: (work) =>
      inTransaction(db, (trx) => work({ store: linksStore(trx), findings: findingsOn(trx) })),
    probe: createLinkChecker({ allow: config.imageProxy.allow }),
    clock,
    log: log.child({ part: 'links' }),
  });

  return {
    sync: createSync({
      store: { ...syncStore(db), begin: syncStore(sessions).begin },
      agreements: agreementsStore(db),
      inTransaction: (work) => inTransaction(db, (trx) => work(syncRoomsOn(trx))),
      inSnapshot: (work) =>
        db.transaction((trx) => work(syncRoomsOn(trx)), {
          isolationLevel: 'repeatable read',
          readOnly: true,
        }),
      asRefusal: asDomainError,
      source: config.bookmarksFile ? openBookmarkFile(config.bookmarksFile) : service,
      schedule: config.syncSchedule,
      clock,
      log: log.child({ part: 'sync' }),
    }),
    inconsistencies: createInconsistencies({
      store: inconsistenciesStore(db),
      search: inconsistenciesSearch(db),
      resolutions: createResolutions({
        holding: createClaims({ store: inconsistenciesStore(db), inTransaction: decide, clock }),
        writes: createServiceWrites({ ...decisionRoomsOn(db), service }),
        settlements: createSettlements({ inTransaction: decide, clock }),
      }),
      recheckItem: async (itemId) =>
        void (await links.recheckItem(itemId, AbortSignal.timeout(30_000))),
      ...(manyDecisionsMs === undefined ? {} : { manyMs: manyDecisionsMs }),
    }),
    links,
    /** An export file as a source of bookmarks, for the command line. */
    bookmarkFile: openBookmarkFile,
    catalogueExport: createCatalogueExport({
      items: itemsOn(db),
      agreements: agreementsStore(db),
      toCsv: writeBookmarksCsv,
    }),
  };
}
