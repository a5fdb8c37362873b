// Composition of items, their lists, edits, translations and tasks, and their loaders for one request.
import type { Knex } from 'knex';
import { asDomainError } from '../../../database/databaseErrors.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { limits } from '../../../config/limits.ts';
import { DomainError } from '../../../shared/domainError.ts';
import type { Log } from '../../../shared/log.ts';
import { type Viewer, isAdmin, type Person } from '../../people/accounts/accounts.module.ts';
import { auditLogOn } from '../../people/auditLog/auditLog.module.ts';
import type { AllowedItemsCache, PageRule } from '../../access/dataRules/dataRules.module.ts';
import type { StagedItemsCache } from '../../access/stages/stages.module.ts';
import type { FindPage } from './addressSearch.ts';
import { itemAttemptsOn, taskAttemptsOn } from '../translations/translations.module.ts';
import type { SearchIndex, SimilarItems } from '../../search/search.module.ts';
import {
  type Expert,
  expertsOnCard,
  type ItemTranslator,
  type ItemView,
  tagCountFor,
  type KnowledgeItem,
  type TagCounts,
} from './items.ts';
import { createItemCards, findViewerItemStates, type ItemCards } from './itemCards.queries.ts';
import { itemTasksStore, taskWritingStore } from './itemTasks.store.ts';
import type { EditableTasks, TaskWriter } from './itemTasks.ts';
import { createTaskWriting, createItemTranslations } from './itemTranslations.service.ts';
import { itemTranslationsStore } from './itemTranslations.store.ts';
import { ItemsQueries } from './items.queries.ts';
import { ItemsService, type ItemsTransaction } from './items.service.ts';
import { ItemsStore } from './items.store.ts';
import type { Language } from '../../../shared/language.ts';
import { runPrepared, runPreparedQuery } from '../../../database/preparedStatements.ts';
import { loadMany, loadOne } from '../../../shared/loaders.ts';
import { visibleItems } from '../../access/requests/accessRequests.module.ts';
import { SyncedItems } from './syncedItems.store.ts';
import { itemColumns, toItem, type ItemRow } from './items.rows.ts';
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
export { type ItemChanges, type SyncedItem, serviceKnown } from './items.rows.ts';

const tagCountsStatement = {
  name: 'tag_counts',
  text: `
    select id, visible_count as "visibleCount", total_count as "totalCount"
    from tags where id in (select unnest($1::integer[]))`,
};

const likersStatement = {
  name: 'item_likers',
  text: `
    select item.id as "itemId", users.id, users.name, users.email, users.avatar_url as "avatarUrl",
      users.telegram_username as "telegramUsername", users.company_key as "companyKey"
    from unnest($1::integer[]) as item (id)
    cross join lateral (
      select user_id, created_at from item_likes where item_id = item.id
      order by created_at desc, user_id limit ${limits.lists.likers}
    ) as liker
    join users on users.id = liker.user_id
    order by liker.created_at desc, users.id`,
};

interface LikerRow extends Person {
  itemId: number;
}

interface LoaderOptions {
  db: Knex;
  cards: ItemCards;
  /** Experts of each item, best first. */
  experts(itemIds: readonly number[], most: number): Promise<Expert[]>;
  viewer: Viewer;
}

function itemsLoaders({ db, cards, experts, viewer }: LoaderOptions) {
  const userId = viewer.kind === 'member' ? viewer.user.id : 0;
  const viewOfItem = loadOne<number, ItemView>(
    (ids) => cards.views(userId, ids),
    (view) => view.card.item.id,
  );
  const countsOfTag = loadOne<number, TagCounts & { id: number }>(
    (ids) => runPrepared(db, tagCountsStatement, [ids]),
    (tag) => tag.id,
  );
  const likersOfItem = loadMany<number, LikerRow>(
    (ids) => runPrepared(db, likersStatement, [ids]),
    (liker) => liker.itemId,
  );
  const expertsOfItem = loadMany(
    (ids: readonly number[]) => experts(ids, limits.lists.experts),
    (expert) => expert.itemId,
  );
  /** Reads from the view of an item that the viewer can see; synchronously if the view is loaded. */
  function withView<Value>(
    item: KnowledgeItem,
    read: (view: ItemView) => Value,
  ): Value | Promise<Value> {
    if (item.view) return read(item.view);
    return viewOfItem.load(item.id).then((view) => {
      if (!view) throw new DomainError('NOT_FOUND', 'There is no such item');
      return read(view);
    });
  }
  return {
    withView,

    /** The data rule that was read with the page; undefined for an item that was read another way. */
    ruleOfPage({ id, view, incidentCompanies }: KnowledgeItem): PageRule | undefined {
      if (!view?.page) return undefined;
      const { approvals } = view.card;
      return { itemId: id, row: view.page.rule, approvals, incidentCompanies };
    },

    /** True when the page has shown that the viewer has no open access request for the item. */
    hasNoRequest: (item: KnowledgeItem): boolean => item.view?.page?.hasRequest === false,

    /** The first experts of an item, best first. */
    findExperts: (item: KnowledgeItem, first: number): Expert[] | Promise<Expert[]> =>
      first <= expertsOnCard
        ? withView(item, ({ card }) => card.topExperts.slice(0, Math.max(first, 0)))
        : expertsOfItem.load(item.id).then((found) => found.slice(0, first)),

    /** An item that the viewer can see, or null. */
    itemById: loadOne<number, KnowledgeItem>(
      async (ids) => {
        const rows = await runPreparedQuery<ItemRow>(
          db,
          isAdmin(viewer) ? 'items_by_id_for_admins' : 'items_by_id',
          visibleItems(db, viewer)
            .whereRaw('items.id in (select unnest(?::integer[]))', [[...ids]])
            .select(itemColumns),
        );
        return rows.map(toItem);
      },
      (item) => item.id,
    ),

    /** The same with its viewer state, as a page reads it. */
    itemWithViewById: loadOne<number, KnowledgeItem>(
      async (ids) => cards.itemsOf((await findViewerItemStates(db, viewer, ids, null)).rows),
      (item) => item.id,
    ),

    /** The tasks of an item, Russian ones first. */
    tasksOfItem: loadMany(itemTasksStore(db).ofMany, (tasks) => tasks.itemId),

    /** Number of items with a tag that the viewer can see. */
    countOfTag: (id: number): Promise<number> =>
      countsOfTag.load(id).then((counts) => (counts ? tagCountFor(viewer, counts) : 0)),

    /** People who marked an item as used, latest first. */
    likersOf: (item: KnowledgeItem): Promise<Person[]> => likersOfItem.load(item.id),

    /** Items by normalised address, to find possible duplicates. */
    itemsByAddress: loadMany(
      async (addresses: readonly string[]) => {
        const rows: ItemRow[] = await visibleItems(db, viewer)
          .whereIn('items.normalised_url', [...addresses])
          .orderBy('items.id')
          .limit(limits.lists.itemsOfAddress)
          .select(itemColumns);
        return rows.map(toItem);
      },
      (item) => item.normalisedUrl,
    ),
  };
}

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
