// The catalogue, composed: its cards, its lists, what may be done with an item, and its missing language.
import type { Knex } from 'knex';
import { asDomainError } from '../../../database/databaseErrors.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';
import type { Log } from '../../../shared/log.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import type { AllowedItemsReader } from '../../access/dataRules/dataRules.module.ts';
import type { FindPage } from './addressedQuery.ts';
import { itemAttemptsOn, taskAttemptsOn } from '../translations/translations.module.ts';
import type { SearchIndex } from '../../search/search.module.ts';
import type { Expert } from './experts.ts';
import { createItemCards } from './itemCards.queries.ts';
import { expertsOnCard } from './itemCards.ts';
import { itemTasksStore } from './itemTasks.store.ts';
import type { HeldTasks } from './itemTasks.ts';
import { createItemTranslations } from './itemTranslations.service.ts';
import { itemTranslationsStore } from './itemTranslations.store.ts';
import type { ItemTranslator } from './itemTranslator.ts';
import { itemsLoaders } from './items.loaders.ts';
import { itemsQueries } from './items.queries.ts';
import { createItems, type ItemsTransaction } from './items.service.ts';
import { itemsStore } from './items.store.ts';
import type { Language } from '../../../shared/language.ts';
import { createTaskWriting } from './taskWriting.service.ts';
import { taskWritingStore } from './taskWriting.store.ts';
import type { TaskWriter } from './taskWriter.ts';
import { createSyncedItems, type SyncedItems } from './syncedItems.service.ts';
import { syncedItemsStore } from './syncedItems.store.ts';
export type { Expert } from './experts.ts';
export { type HeldTasks, type TasksOfItem, tasksInput } from './itemTasks.ts';
export type { ItemTranslator } from './itemTranslator.ts';
export { type TagRow, mergedWithOwn, tagColumns, toTag } from './items.rows.ts';
export type { Items } from './items.service.ts';
export { itemsStore } from './items.store.ts';
export {
  type CountedTag,
  type KnowledgeItem,
  type LikeInfo,
  type NewItem,
  guessLanguage,
  titleIn,
} from './items.ts';
export type { SyncedItems } from './syncedItems.service.ts';
export { type ItemChanges, type SyncedItem, serviceKnown } from './syncedItems.ts';

interface Options {
  db: Knex;
  /** Experts of each item, best first, at most so many. */
  experts(itemIds: readonly number[], most: number): Promise<Expert[]>;
  /** Use cases of whoever stops using an item, on the transaction of that change. */
  ownUseCasesOn(
    trx: Knex.Transaction,
  ): Pick<ItemsTransaction, 'removeOwnUseCases' | 'countOwnUseCases'>;
  /** Remembers that a text was searched and nothing found. */
  countZeroResult(text: string, language: Language): Promise<void>;
  searchIndex: SearchIndex;
  /** What companies allow, for the filters of the search. */
  allowedItems: AllowedItemsReader;
  /** The pages to which addresses lead that people search for. */
  findPage: FindPage;
  /** Null when no language model is configured. */
  translator: (ItemTranslator & TaskWriter) | null;
  clock: Clock;
  log: Log;
}

/** Marks an item as used, on a transaction of another room. @throws DomainError NOT_FOUND when it is gone by now */
export const markAsUsedOn =
  (on: Knex) =>
  async (userId: number, wanted: number): Promise<number> => {
    const itemId = await itemsStore(on).markAsUsed(userId, wanted);
    if (itemId === null) throw new DomainError('NOT_FOUND', 'There is no such item');
    return itemId;
  };

/** The items as the synchronisation reads and writes them, on its own transaction. */
export const syncedItemsOn = (on: Knex, clock: Clock): SyncedItems =>
  createSyncedItems({ store: syncedItemsStore(on), catalogue: itemsStore(on), clock });

/** What items are for, as edits read and write it, on a transaction of another room. */
export const itemTasksOn = (on: Knex): HeldTasks => itemTasksStore(on);

export function createItemsModule(options: Options) {
  const { db, experts, ownUseCasesOn, translator, clock, log } = options;
  const cards = createItemCards({
    db,
    topExperts: (itemIds) => experts(itemIds, expertsOnCard),
    max: limits.cards.kept,
  });
  return {
    knowledge: createItems({
      store: itemsStore(db),
      search: itemsQueries({
        db,
        cards,
        index: options.searchIndex,
        allowedItems: options.allowedItems,
        findPage: options.findPage,
        clock,
      }),
      countZeroResult: options.countZeroResult,
      clock,
      inTransaction: (work) =>
        inTransaction(db, (trx) =>
          work(
            {
              store: itemsStore(trx),
              activity: auditLogOn(trx, clock),
              ...ownUseCasesOn(trx),
            },
            trx,
          ),
        ),
    }),
    itemTranslations: createItemTranslations({
      store: itemTranslationsStore(db),
      tries: itemAttemptsOn(db),
      asRefusal: asDomainError,
      translator,
      clock,
      log: log.child({ part: 'translation' }),
    }),
    taskWriting: createTaskWriting({
      store: taskWritingStore(db),
      tries: taskAttemptsOn(db),
      asRefusal: asDomainError,
      writer: translator,
      clock,
      log: log.child({ part: 'tasks' }),
    }),
    loadersFor: (viewer: Viewer) => itemsLoaders({ db, cards, experts, viewer }),
  };
}
