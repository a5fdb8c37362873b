// Items module: composition of cards, lists, edits, translations and tasks.
import type { Knex } from 'knex';
import { asDomainError } from '../../../database/databaseErrors.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';
import type { Log } from '../../../shared/log.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import type { AllowedItemsCache } from '../../access/dataRules/dataRules.module.ts';
import type { StagedItemsCache } from '../../access/stages/stages.module.ts';
import type { FindPage } from './addressSearch.ts';
import { itemAttemptsOn, taskAttemptsOn } from '../translations/translations.module.ts';
import type { SearchIndex, SimilarItems } from '../../search/search.module.ts';
import { type Expert, expertsOnCard, type ItemTranslator } from './items.ts';
import { createItemCards } from './itemCards.queries.ts';
import { itemTasksStore, taskWritingStore } from './itemTasks.store.ts';
import type { EditableTasks, TaskWriter } from './itemTasks.ts';
import { createItemTranslations } from './itemTranslations.service.ts';
import { itemTranslationsStore } from './itemTranslations.store.ts';
import { itemsLoaders } from './items.loaders.ts';
import { ItemsQueries } from './items.queries.ts';
import { ItemsService, type ItemsTransaction } from './items.service.ts';
import { ItemsStore } from './items.store.ts';
import type { Language } from '../../../shared/language.ts';
import { createTaskWriting } from './taskWriting.service.ts';
import { SyncedItems } from './syncedItems.store.ts';

export { type EditableTasks, type TasksOfItem, tasksInput } from './itemTasks.ts';
export { type TagRow, isMergedWithOwn, tagColumns, toTag } from './items.rows.ts';
export type { ItemsService } from './items.service.ts';
export { ItemsStore } from './items.store.ts';
export {
  type CountedTag,
  type KnowledgeItem,
  type LikeInfo,
  type NewItem,
  guessLanguage,
  titleIn,
  type Expert,
  type ItemTranslator,
} from './items.ts';
export type { SyncedItems } from './syncedItems.store.ts';
export { type ItemChanges, type SyncedItem, serviceKnown } from './syncedItems.ts';

interface Options {
  db: Knex;
  /** Experts of each item, best first. */
  experts(itemIds: readonly number[], most: number): Promise<Expert[]>;
  /** Use cases of a person who unmarks an item, on the transaction of that change. */
  ownUseCasesOn(
    trx: Knex.Transaction,
  ): Pick<ItemsTransaction, 'removeOwnUseCases' | 'countOwnUseCases'>;
  countZeroResult(text: string, language: Language): Promise<void>;
  searchIndex: SearchIndex;
  similarItems: SimilarItems;
  /** Items that companies allow, for the filters of the search. */
  allowedItems: AllowedItemsCache;
  /** Items of companies by stage, for the filters of the search. */
  stagedItems: StagedItemsCache;
  /** Finds items by addresses in search texts. */
  findPage: FindPage;
  translator: (ItemTranslator & TaskWriter) | null;
  clock: Clock;
  log: Log;
}

/** Marks an item as used, on a transaction of another module. @throws DomainError NOT_FOUND for a deleted item */
export const markAsUsedOn =
  (on: Knex) =>
  async (userId: number, wanted: number): Promise<number> => {
    const itemId = await new ItemsStore(on).markAsUsed(userId, wanted);
    if (itemId === null) throw new DomainError('NOT_FOUND', 'There is no such item');
    return itemId;
  };

/** Items for the synchronisation, on its transaction. */
export const syncedItemsOn = (on: Knex, clock: Clock): SyncedItems => new SyncedItems(on, clock);

/** Tasks of items on a transaction of another module. */
export const itemTasksOn = (on: Knex): EditableTasks => itemTasksStore(on);

export function createItemsModule(options: Options) {
  const { db, experts, ownUseCasesOn, translator, clock, log } = options;
  const cards = createItemCards({
    db,
    topExperts: (itemIds) => experts(itemIds, expertsOnCard),
    max: limits.cards.kept,
  });
  return {
    knowledge: new ItemsService({
      store: new ItemsStore(db),
      search: new ItemsQueries({
        db,
        cards,
        index: options.searchIndex,
        allowedItems: options.allowedItems,
        stagedItems: options.stagedItems,
        findPage: options.findPage,
        similarItems: options.similarItems,
        clock,
      }),
      countZeroResult: options.countZeroResult,
      clock,
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work(
            {
              store: new ItemsStore(trx),
              auditLog: auditLogOn(trx, clock),
              ...ownUseCasesOn(trx),
            },
            trx,
          ),
        ),
    }),
    itemTranslations: createItemTranslations({
      store: itemTranslationsStore(db),
      attempts: itemAttemptsOn(db),
      toDomainError: asDomainError,
      translator,
      clock,
      log: log.child({ part: 'translation' }),
    }),
    taskWriting: createTaskWriting({
      store: taskWritingStore(db),
      attempts: taskAttemptsOn(db),
      toDomainError: asDomainError,
      writer: translator,
      clock,
      log: log.child({ part: 'tasks' }),
    }),
    loadersFor: (viewer: Viewer) => itemsLoaders({ db, cards, experts, viewer }),
  };
}
