// Tag names: lists unnamed tags, proposes names, and names many tags at once.
import { limits } from '../../../config/limits.ts';
import { parseInput } from '../../../shared/validation.ts';
import { requireAdmin, type Viewer } from '../../people/accounts/accounts.module.ts';
import type { CountedTag } from '../../catalogue/items/items.module.ts';
import type { RecordedEditTransaction } from '../../sync/sync.module.ts';
import {
  suggestionIdsInput,
  namesInput,
  planNaming,
  proposeNames,
  type SuggestedNames,
  type BothNames,
  type TagNamer,
  type TagNamesInput,
  type TagNaming,
  type UnnamedTag,
  toStoredTag,
} from './tags.ts';
import type { TagNamesQueries, TagsStore } from './tags.store.ts';

/** Stores on the transaction that names tags. */
export interface NamingTransaction extends Pick<
  RecordedEditTransaction,
  'mergeBases' | 'auditLog'
> {
  tags: TagsStore;
}

interface Options {
  search: TagNamesQueries;
  /** Names of the search concepts with these names; null for unknown ones. */
  known(names: readonly string[]): Promise<(BothNames | null)[]>;
  /** Null when no language model is configured. */
  namer: TagNamer | null;
  inTransaction<Result>(work: (tx: NamingTransaction) => Promise<Result>): Promise<Result>;
}

/** Number of tags in the title of an audit log entry; further ones are only counted. */
const maxNamesInTitle = 5;
const titleOf = (names: readonly string[]): string =>
  names.slice(0, maxNamesInTitle).join(', ') +
  (names.length > maxNamesInTitle ? ` +${names.length - maxNamesInTitle}` : '');

export class TagNamesService {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Tags without a name in one language, most used first, with proposed names. */
  async unnamed(
    viewer: Viewer,
    first: number,
    behind = 0,
  ): Promise<{ rows: UnnamedTag[]; total: number }> {
    requireAdmin(viewer);
    const { tags, total } = await this.deps.search.unnamed(
      Math.min(Math.max(first, 0), limits.lists.tagsNamed),
      behind,
    );
    const concepts = await this.deps.known(tags.map(({ originalName }) => originalName));
    return {
      rows: tags.map((tag, place) => ({
        tag,
        ...proposeNames({ ...tag, isNamed: false }, concepts[place] ?? null),
      })),
      total,
    };
  }

  /** A page of all tags including unused ones, most used first. */
  async all(viewer: Viewer, page: number): Promise<CountedTag[]> {
    requireAdmin(viewer);
    return this.deps.search.all(limits.lists.tags, page * limits.lists.tags);
  }

  /**
   * Names for tags by the language model; saves nothing. Empty without a model.
   * @throws DomainError UNAVAILABLE when the model gives no valid answer
   */
  async suggest(viewer: Viewer, given: readonly number[]): Promise<SuggestedNames[]> {
    requireAdmin(viewer);
    const ids = [...new Set(parseInput(suggestionIdsInput, given, 'ids'))];
    const tags = await this.deps.search.byIds(ids);
    if (!this.deps.namer || tags.length === 0) return [];
    const names = await this.deps.namer.nameTags(tags.map(({ originalName }) => originalName));
    return tags.map(({ id }, place) => ({
      id,
      proposedRu: { name: names[place]!.nameRu, source: 'model' },
      proposedEn: { name: names[place]!.nameEn, source: 'model' },
    }));
  }

  /**
   * Names tags in both languages in one transaction. Tags that were renamed or removed meanwhile are skipped and
   * reported.
   * @throws DomainError INVALID, CONFLICT during a sync run
   */
  async saveNames(viewer: Viewer, given: readonly TagNamesInput[]): Promise<TagNaming> {
    const actorId = requireAdmin(viewer).user.id;
    const rows = parseInput(namesInput, given, 'rows');
    const { outcomes, changeId } = await this.deps.inTransaction(async (tx) => {
      await tx.mergeBases.lockOutRuns();
      await tx.tags.lockAll();
      const tags = new Map(
        (await tx.tags.lock(rows.map(({ id }) => id))).map((tag) => [tag.id, tag]),
      );
      const decided = rows.map((row) => ({ row, ...planNaming(tags.get(row.id), row) }));
      const named = decided.filter(({ outcome }) => outcome === 'named');
      for (const { row, names, isNamed } of named)
        await tx.tags.setNames(row.id, { ...names, isNamed });
      const before = named.map(({ row }) => tags.get(row.id)!);
      return {
        outcomes: decided.map(({ row, outcome }) => ({ tagId: row.id, outcome })),
        changeId:
          before.length === 0
            ? null
            : await tx.auditLog.recordOne({
                actorId,
                action: 'tag.named',
                subjectType: 'tag',
                subjectId: String(before[0]!.id),
                before: {
                  name: titleOf(before.map(({ originalName }) => originalName)),
                  tags: before.map(toStoredTag),
                  items: [],
                },
                after: {
                  name: titleOf(named.map(({ names }) => `${names.nameRu} / ${names.nameEn}`)),
                  tags: named.map(({ row, names, isNamed }) => ({
                    originalName: tags.get(row.id)!.originalName,
                    ...names,
                    isNamed,
                  })),
                },
              }),
      };
    });
    const present = new Map(
      (await this.deps.search.byIds(rows.map(({ id }) => id))).map((tag) => [tag.id, tag]),
    );
    return {
      rows: outcomes.map((one) => ({ ...one, tag: present.get(one.tagId) ?? null })),
      changeId,
    };
  }

  /** Tags with similar spellings; `mergeExactDuplicates` merges the `exact` groups. */
  async duplicates(viewer: Viewer, first: number) {
    requireAdmin(viewer);
    const { groups, total, exact } = await this.deps.search.duplicates(
      Math.min(Math.max(first, 1), limits.lists.duplicates),
    );
    const tags = await this.deps.search.byIds(groups.flatMap(({ ids }) => ids));
    const tagOf = new Map(tags.map((tag) => [tag.id, tag]));
    return {
      groups: groups.map(({ ids, ...group }) => ({
        ...group,
        tags: ids.flatMap((id) => tagOf.get(id) ?? []),
      })),
      total,
      exact,
    };
  }

  /** Existing tags by their original names. */
  async find(viewer: Viewer, originalNames: readonly string[]): Promise<CountedTag[]> {
    requireAdmin(viewer);
    return this.deps.search.named(originalNames);
  }
}
