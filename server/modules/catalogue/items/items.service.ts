// Items service: search, likes and admin changes of items, with rights.
import { LRUCache } from 'lru-cache';
import type { OpenTransaction } from '../../../database/transaction.ts';
import type { Clock } from '../../../shared/clock.ts';
import { holdsKey } from '../../../shared/credentials.ts';
import { DomainError } from '../../../shared/domainError.ts';
import { limits } from '../../../config/limits.ts';
import { utcDay } from '../../../shared/durations.ts';
import { parseInput, searchText } from '../../../shared/validation.ts';
import {
  requireMember,
  personInBrowser,
  requireAdmin,
  visitor,
  type User,
  type Viewer,
} from '../../people/accounts/accounts.module.ts';
import type { AuditLog } from '../../people/auditLog/auditLog.module.ts';
import {
  comparedIdsInput,
  withSearchDefaults,
  conceptIdsInput,
  conceptSetsInput,
  guessLanguage,
  likersInput,
  searchInput,
  updateItemInput,
} from './items.ts';
import type {
  Concept,
  CountedTag,
  FilterCounts,
  TagCount,
  KnowledgeItem,
  KnowledgePage,
  LikeInfo,
  LikersInput,
  Search,
  SearchInput,
  Suggestion,
} from './items.ts';
import type { ItemsQueries } from './items.queries.ts';
import type { ItemsStore } from './items.store.ts';
import { catalogueGapOf } from './searchQuery.ts';
import type { Language } from '../../../shared/language.ts';

/** Stores on one transaction, with the functions of other modules. */
export interface ItemsTransaction {
  store: ItemsStore;
  auditLog: Pick<AuditLog, 'record'>;
  /** Deletes a person's own use cases for an item; returns their number. */
  removeOwnUseCases(userId: number, itemId: number): Promise<number>;
  countOwnUseCases(userId: number, itemId: number): Promise<number>;
}

interface Options {
  store: ItemsStore;
  search: ItemsQueries;
  inTransaction<Result>(
    work: (tx: ItemsTransaction, on: OpenTransaction) => Promise<Result>,
  ): Promise<Result>;
  clock: Clock;
  /** Counts a search without sure results. */
  countZeroResult(text: string, language: Language): Promise<void>;
}

const plainSearch = { verified: false, exact: false } as const;

type SearchFilters = Pick<
  SearchInput,
  | 'search'
  | 'language'
  | 'tags'
  | 'verified'
  | 'exact'
  | 'concepts'
  | 'allowedFor'
  | 'allowedTier'
  | 'stages'
  | 'usedHere'
  | 'addedLately'
>;

const searchOf = (filters: SearchFilters): Search =>
  withSearchDefaults(
    parseInput(searchInput, { ...filters, page: 0, perPage: 1, sortBy: 'likes' as const }),
  );

const itemNotFound = () => new DomainError('NOT_FOUND', 'There is no such item');

export class ItemsService {
  private deps: Options;
  /** Searches that this process has counted today, so that a reload is not counted again. */
  private countedSearches = new LRUCache<string, true>({
    max: limits.catalogueGap.rememberedSearches,
  });

  constructor(deps: Options) {
    this.deps = deps;
  }

  /**
   * A page of the catalogue. A search without sure results is counted as a catalogue gap, once per person and day.
   * @throws DomainError INVALID past a limit
   */
  async search(viewer: Viewer, input: SearchInput): Promise<KnowledgePage> {
    const { user } = requireMember(viewer);
    const { recordGap = true, ...asked } = parseInput(searchInput, input);
    const wanted = await this.withStoredTags(withSearchDefaults(asked));
    const found = await this.deps.search.page(viewer, wanted, true);
    const candidate = catalogueGapOf(wanted, found);
    const gap = candidate !== null && (await holdsKey(candidate)) ? null : candidate;
    if (recordGap && gap !== null) await this.countCatalogueGap(user.id, gap, wanted.language);
    return {
      ...found,
      isCatalogueGap: gap !== null,
      page: wanted.page,
      perPage: wanted.perPage,
      pageCount: Math.ceil(found.total / wanted.perPage),
    };
  }

  /** The first sure result for visitors; null if there is none. Does not count catalogue gaps. */
  async findSureMatch(text: string, language: Language): Promise<number | null> {
    const wanted = searchOf({ ...plainSearch, search: text, language });
    const { items, unsure } = await this.deps.search.page(visitor, wanted);
    return unsure ? null : (items[0]?.id ?? null);
  }

  /** Sure results for a viewer, best first. Does not count catalogue gaps. */
  async findSureMatches(
    viewer: Viewer,
    text: string,
    language: Language,
    most: number,
  ): Promise<KnowledgeItem[]> {
    const wanted = searchOf({ ...plainSearch, search: text, language });
    const { items, unsure } = await this.deps.search.page(viewer, { ...wanted, perPage: most });
    return unsure ? [] : items;
  }

  /** The newest sure results with all tags. Does not count catalogue gaps. */
  async findNewest(
    viewer: Viewer,
    { perPage, ...filters }: { search: string | null; tags: string[]; perPage: number },
  ): Promise<KnowledgeItem[]> {
    requireMember(viewer);
    const wanted = await this.withStoredTags(searchOf({ ...plainSearch, ...filters }));
    const { items, unsure } = await this.deps.search.page(viewer, {
      ...wanted,
      perPage,
      sortBy: 'newest',
    });
    return unsure ? [] : items;
  }

  /** @throws DomainError NOT_FOUND for an item that is invisible to the viewer */
  async item(viewer: Viewer, id: number): Promise<KnowledgeItem> {
    const item = await this.deps.store.find(viewer, id);
    if (!item) throw itemNotFound();
    return item;
  }

  /** One item with its viewer state. @throws DomainError NOT_FOUND for an item that is invisible to the viewer */
  async itemWithView(viewer: Viewer, id: number): Promise<KnowledgeItem> {
    const { search, store } = this.deps;
    const item =
      (await search.itemWithView(viewer, id)) ??
      (await search.itemWithView(viewer, await store.currentId(id)));
    if (!item) throw itemNotFound();
    return item;
  }

  /**
   * Items to compare, in the order of their ids, without invisible items and nulls. @throws DomainError INVALID past a
   * limit
   */
  async items(viewer: Viewer, ids: ReadonlyArray<number | null>): Promise<KnowledgeItem[]> {
    requireMember(viewer);
    const asked = parseInput(comparedIdsInput, ids, 'ids');
    return this.deps.store.findMany(
      viewer,
      asked.filter((id) => id !== null),
    );
  }

  /** Visible items by the requested ids. */
  async itemsById(
    viewer: Viewer,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, KnowledgeItem>> {
    requireMember(viewer);
    const items = await this.deps.store.findMany(viewer, ids);
    return new Map(items.map((item) => [item.id, item]));
  }

  async tag(viewer: Viewer, id: number): Promise<CountedTag | null> {
    requireAdmin(viewer);
    return this.deps.store.findTag(id);
  }

  async tags(
    viewer: Viewer,
    options: { search?: string | null; language?: Language | null; first: number },
  ): Promise<CountedTag[]> {
    requireMember(viewer);
    const query = parseInput(searchText(limits.text.search), options.search ?? '', 'search');
    return this.deps.search.tags(viewer, {
      text: query,
      language: options.language ?? null,
      first: Math.min(Math.max(options.first, 0), limits.lists.tags),
    });
  }

  /** A search with the stored spelling of its tags. */
  private async withStoredTags<Asked extends { tags: readonly string[] }>(
    search: Asked,
  ): Promise<Asked> {
    const stored = await this.deps.store.storedTags(search.tags);
    return { ...search, tags: search.tags.map((tag) => stored.get(tag) ?? tag) };
  }

  /** Number of results per tag. @throws DomainError INVALID past a limit */
  async tagCounts(viewer: Viewer, filters: SearchFilters): Promise<TagCount[]> {
    requireMember(viewer);
    return this.deps.search.tagCounts(viewer, await this.withStoredTags(searchOf(filters)));
  }

  /** Number of results per filter, for the viewer's company. @throws DomainError INVALID past a limit */
  async filterCounts(viewer: Viewer, filters: SearchFilters): Promise<FilterCounts> {
    requireMember(viewer);
    return this.deps.search.filterCounts(viewer, await this.withStoredTags(searchOf(filters)));
  }

  async concepts(viewer: Viewer, ids: readonly string[]): Promise<Concept[]> {
    requireMember(viewer);
    return this.deps.search.concepts(parseInput(conceptIdsInput, ids, 'ids'));
  }

  /** Number of sure results for each set of concepts. @throws DomainError INVALID past a limit */
  async conceptCounts(viewer: Viewer, sets: readonly (readonly string[])[]): Promise<number[]> {
    requireMember(viewer);
    return this.deps.search.conceptCounts(viewer, parseInput(conceptSetsInput, sets, 'sets'));
  }

  /** Tags, concepts and popular items for a search box; nothing for a blank text (specification, section 5). */
  async suggestions(
    viewer: Viewer,
    query: string,
    language?: Language | null,
  ): Promise<Suggestion[]> {
    requireMember(viewer);
    const wanted = parseInput(searchText(limits.text.search), query, 'search');
    return wanted
      ? this.deps.search.suggestions(viewer, wanted, language ?? guessLanguage(wanted))
      : [];
  }

  async popular(viewer: Viewer, first: number): Promise<KnowledgeItem[]> {
    requireMember(viewer);
    return this.deps.search.popular(viewer, Math.min(Math.max(first, 0), limits.page.perPageMax));
  }

  /** A page of the people who marked an item as used. @throws DomainError NOT_FOUND, INVALID past a limit */
  async likers(
    viewer: Viewer,
    id: number,
    input: LikersInput,
  ): Promise<LikersInput & { users: User[]; total: number }> {
    requireMember(viewer);
    const wanted = parseInput(likersInput, input);
    const item = await this.item(viewer, id);
    return {
      ...wanted,
      users: await this.deps.search.likers(item.id, wanted),
      total: item.likesCount,
    };
  }

  async liked(viewer: Viewer): Promise<KnowledgeItem[]> {
    return this.deps.search.liked(personInBrowser(viewer));
  }

  /** Marks an item as used; a repeated call changes nothing. */
  async like(viewer: Viewer, id: number): Promise<LikeInfo> {
    const member = requireMember(viewer);
    const item = await this.item(viewer, id);
    const liked = await this.deps.store.like(member.user.id, item.id);
    if (!liked) throw itemNotFound();
    return liked;
  }

  /**
   * Unmarks an item. Own use cases are deleted in the same transaction; unless `withUseCases`, they refuse it
   * (specification, section 4).
   * @throws DomainError CONFLICT (`ownUseCases`)
   */
  async unlike(viewer: Viewer, wanted: number, withUseCases: boolean): Promise<LikeInfo> {
    const member = requireMember(viewer);
    const { id } = await this.item(viewer, wanted);
    return this.deps.inTransaction(async (tx) => {
      if (withUseCases) {
        await tx.removeOwnUseCases(member.user.id, id);
      } else {
        const count = await tx.countOwnUseCases(member.user.id, id);
        if (count > 0) {
          throw new DomainError(
            'CONFLICT',
            'You have use cases for this item. Delete them first, or unmark the item together with them.',
            {
              reason: 'ownUseCases',
              facts: { count },
            },
          );
        }
      }
      return tx.store.unlike(member.user.id, id);
    });
  }

  /**
   * Hides or shows an item, or changes its notes, with an audit log entry.
   * @throws DomainError CONFLICT when the item has changed since `expectedUpdatedAt`
   */
  async update(
    viewer: Viewer,
    wanted: number,
    input: {
      adminVisibility?: 'visible' | 'hidden' | null;
      adminNotes?: string | null;
      expectedUpdatedAt?: Date | null;
    },
    alongside?: (on: OpenTransaction) => Promise<void>,
  ): Promise<KnowledgeItem> {
    const admin = requireAdmin(viewer);
    const changes = parseInput(updateItemInput, input);
    return this.deps.inTransaction(async (tx, on) => {
      const id = await tx.store.currentId(wanted);
      const before = await tx.store.lock(id);
      if (!before) throw itemNotFound();
      const expected = changes.expectedUpdatedAt?.getTime();
      if (expected !== undefined && expected !== before.updatedAt.getTime()) {
        throw new DomainError(
          'CONFLICT',
          'Somebody else has changed this item. Reload it and try again.',
          {
            reason: 'changedMeanwhile',
          },
        );
      }
      const visibility = changes.adminVisibility ?? before.adminVisibility;
      const notes = changes.adminNotes ?? before.adminNotes;
      if (visibility === before.adminVisibility && notes === before.adminNotes) {
        await alongside?.(on);
        return before;
      }
      const after = await tx.store.update(id, {
        adminVisibility: visibility,
        adminNotes: notes,
        updatedAt: this.deps.clock(),
      });
      const subject = {
        actorId: admin.user.id,
        subjectType: 'item',
        subjectId: String(id),
        itemId: id,
      };
      if (visibility !== before.adminVisibility) {
        await tx.auditLog.record({
          ...subject,
          action: visibility === 'hidden' ? 'item.hidden' : 'item.shown',
          before: before.adminVisibility,
          after: visibility,
        });
      }
      if (notes !== before.adminNotes) {
        await tx.auditLog.record({
          ...subject,
          action: 'item.notes',
          before: before.adminNotes,
          after: notes,
        });
      }
      await alongside?.(on);
      return after;
    });
  }

  private async countCatalogueGap(userId: number, gap: string, language: Language): Promise<void> {
    const once = JSON.stringify([utcDay(this.deps.clock()), userId, language, gap]);
    if (this.countedSearches.has(once)) return;
    this.countedSearches.set(once, true);
    try {
      await this.deps.countZeroResult(gap, language);
    } catch (error) {
      this.countedSearches.delete(once);
      throw error;
    }
  }
}
