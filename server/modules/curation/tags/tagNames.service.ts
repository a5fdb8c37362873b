// Names many tags at once: which lack one, what is proposed, and what an admin says, kept together or taken back together.
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
} from './tagNames.ts';
import type { TagNamesQueries } from './tagNames.queries.ts';
import { toStoredTag } from './tags.ts';
import type { TagsStore } from './tags.store.ts';

/** The tx of naming, on its transaction. */
export interface NamingTransaction extends Pick<
  RecordedEditTransaction,
  'agreements' | 'activity'
> {
  tags: TagsStore;
}

interface Options {
  search: TagNamesQueries;
  /** What the search knows by each of these names; null where it knows none. */
  known(names: readonly string[]): Promise<(BothNames | null)[]>;
  /** Null when no language model is configured. */
  namer: TagNamer | null;
  inTransaction<Result>(work: (tx: NamingTransaction) => Promise<Result>): Promise<Result>;
}

/** So many tags are named in the title of a record; the rest is counted. */
const maxNamesInTitle = 5;
const titleOf = (names: readonly string[]): string =>
  names.slice(0, maxNamesInTitle).join(', ') +
  (names.length > maxNamesInTitle ? ` +${names.length - maxNamesInTitle}` : '');

export class TagNamesService {
  private deps: Options;

  constructor(deps: Options) {
    this.deps = deps;
  }

  /** Tags that lack a name in one language, the most used first, with what is proposed for them. */
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

  /** A page of all tags, those that no service bears too, the most used first. */
  async all(viewer: Viewer, page: number): Promise<CountedTag[]> {
    requireAdmin(viewer);
    return this.deps.search.all(limits.lists.tags, page * limits.lists.tags);
  }

  /**
   * What the language model would call these tags; nothing is stored. Empty without a model.
   * @throws DomainError UNAVAILABLE when the model does not answer as it must
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
   * Gives tags names in both languages, all in one transaction. A tag that was named otherwise meanwhile, or is gone, stays as it is
   * and is told.
   * @throws DomainError INVALID, CONFLICT while a run is under way
   */
  async saveNames(viewer: Viewer, given: readonly TagNamesInput[]): Promise<TagNaming> {
    const actorId = requireAdmin(viewer).user.id;
    const rows = parseInput(namesInput, given, 'rows');
    const { outcomes, changeId } = await this.deps.inTransaction(async (tx) => {
      await tx.agreements.refuseBesideRuns();
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
            : await tx.activity.recordOne({
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

  /** Tags by their original names, those that are there. */
  async find(viewer: Viewer, originalNames: readonly string[]): Promise<CountedTag[]> {
    requireAdmin(viewer);
    return this.deps.search.named(originalNames);
  }
}
