// Composition of use cases, their analysis, writing and translation, and their loaders for one request.
import DataLoader from 'dataloader';
import type { Knex } from 'knex';
import { limits } from '../../config/limits.ts';
import { asDomainError } from '../../database/databaseErrors.ts';
import { jobQueue } from '../../database/jobQueue.ts';
import { runPrepared } from '../../database/preparedStatements.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import type { Expert, ItemsService } from '../catalogue/items/items.module.ts';
import { useCaseAttemptsOn } from '../catalogue/translations/translations.module.ts';
import { outboxOn } from '../outbox/outbox.module.ts';
import type { Viewer } from '../people/accounts/accounts.module.ts';
import { findExperts, useCasesOfExperts, useCasesQueries } from './useCases.queries.ts';
import { createUseCaseAnalysis } from './useCaseAnalysis.service.ts';
import { useCaseProgressStore } from './useCaseProgress.store.ts';
import {
  createUseCaseTranslation,
  type ModelQuota,
  UseCaseWritingService,
} from './useCaseWriting.service.ts';
import { useCaseTranslationsStore, UseCasesStore } from './useCases.store.ts';
import { createExperts, type RunInTransaction, UseCasesService } from './useCases.service.ts';
import type { UseCaseModel, UseCaseWithLike } from './useCases.ts';

const likedStatement = {
  name: 'use_cases_liked',
  text: `
    select use_case_id as id from use_case_likes where user_id = $1 and use_case_id = any($2)`,
};

export function useCasesLoaders(db: Knex, viewer: Viewer) {
  const viewerId = viewer.kind === 'member' ? viewer.user.id : 0;
  return {
    /** True when the viewer likes a use case. */
    isUseCaseLiked: new DataLoader<number, boolean>(async (ids) => {
      if (viewerId === 0) return ids.map(() => false);
      const rows = await runPrepared<{ id: number }>(db, likedStatement, [viewerId, ids]);
      const liked = new Set(rows.map(({ id }) => id));
      return ids.map((id) => liked.has(id));
    }),

    /** Use cases of an expert about a visible item, most liked first, with the likes of the viewer. */
    useCasesOfExpert: new DataLoader<Expert, UseCaseWithLike[]>(
      (experts) => useCasesOfExperts(db, experts, viewerId),
      { maxBatchSize: 500 },
    ),
  };
}

interface Options {
  db: Knex;
  catalogue: Pick<ItemsService, 'item'>;
  /** Marks an item as used, on the transaction that saves its use case. */
  markAsUsedOn(trx: Knex.Transaction): (userId: number, itemId: number) => Promise<number>;
  /** Null when no language model is configured. */
  model: UseCaseModel | null;
  mayAskModel: ModelQuota;
  clock: Clock;
  log: Log;
}

/** Experts of each item, best first. */
export const expertsOn = (db: Knex) => (itemIds: readonly number[], most: number) =>
  findExperts(db, itemIds, most);

/** Use cases of a person who unmarks an item, on the transaction of that change. */
export const ownUseCasesOn = (trx: Knex.Transaction, clock: Clock) => {
  const store = new UseCasesStore(trx);
  return {
    removeOwnUseCases: async (userId: number, itemId: number): Promise<number> => {
      await store.lockWriter(userId, itemId);
      return store.removeOwn(userId, itemId, clock());
    },
    countOwnUseCases: async (userId: number, itemId: number): Promise<number> => {
      await store.lockWriter(userId, itemId);
      return store.countOwn(userId, itemId);
    },
  };
};

export function createUseCasesModule(options: Options) {
  const { db, catalogue, markAsUsedOn, model, mayAskModel, clock, log } = options;
  const inUseCasesTransaction: RunInTransaction = (work) =>
    inTransaction(db, (trx) =>
      work({
        store: new UseCasesStore(trx),
        events: outboxOn(trx, clock),
        markAsUsed: markAsUsedOn(trx),
        queueTranslation: (runAt) =>
          jobQueue(trx).enqueue('translateUseCases', {}, { key: 'translateUseCases', runAt }),
      }),
    );
  const useCasesLog = log.child({ part: 'useCases' });
  const shared = {
    store: new UseCasesStore(db),
    progress: useCaseProgressStore(db),
    catalogue,
    inTransaction: inUseCasesTransaction,
    clock,
  };
  return {
    useCases: new UseCasesService({ ...shared, search: useCasesQueries(db) }),
    useCaseAnalysis: createUseCaseAnalysis({ progress: shared.progress, model, log: useCasesLog }),
    useCaseWriting: new UseCaseWritingService({
      ...shared,
      translations: useCaseTranslationsStore(db),
      model,
      mayAskModel,
      log: useCasesLog,
    }),
    useCaseTranslation: createUseCaseTranslation({
      store: useCaseTranslationsStore(db),
      attempts: useCaseAttemptsOn(db),
      toDomainError: asDomainError,
      model,
      clock,
      log: log.child({ part: 'translation' }),
    }),
    experts: createExperts({
      catalogue,
      find: (itemId) => findExperts(db, [itemId], limits.lists.experts),
    }),
    loadersFor: (viewer: Viewer) => useCasesLoaders(db, viewer),
  };
}
