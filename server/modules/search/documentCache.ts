// Document cache: texts of found items, for explaining why they match.
import { limits } from '../../config/limits.ts';
import { createByteCache } from '../../shared/memoize.ts';
import type { WrittenItem } from './searchDocuments.queries.ts';

/** Characters of all texts of an item. */
const lengthOf = ({ title, description, tasks, cases }: WrittenItem): number =>
  [title, description, ...cases].reduce(
    (sum, { ru, en }) => sum + (ru?.length ?? 0) + (en?.length ?? 0),
    300,
  ) + [...tasks.ru, ...tasks.en].join('').length;

interface Options {
  /** Current texts of these items. */
  written(ids: readonly number[]): Promise<WrittenItem[]>;
  /** True when changes were committed that the snapshot does not contain. */
  isBehind(snapshot: string): Promise<boolean>;
}

export function createDocumentCache({ written, isBehind }: Options) {
  const cache = createByteCache<number, WrittenItem>({
    bytes: limits.search.keptDocumentBytes,
    sizeOf: (item) => 2 * lengthOf(item) + 200 * (item.tags.length + item.cases.length),
  });
  let changes = 0;
  /** The cached texts are unchanged up to this snapshot; null before the first read. */
  let snapshot: string | null = null;

  /** Does not cache texts read during a `forget`, because they may be outdated. */
  async function readFromDatabase(ids: readonly number[]): Promise<WrittenItem[]> {
    const before = changes;
    const items = ids.length > 0 ? await written(ids) : [];
    if (changes === before) for (const item of items) cache.set(item.id, item);
    return items;
  }

  return {
    /**
     * Current texts: cached ones are used while the database has no newer changes.
     * @param isSeen true when the caller has just confirmed that there are none since `snapshot`
     */
    async read(ids: readonly number[], isSeen: boolean): Promise<WrittenItem[]> {
      const known = ids.flatMap((id) => cache.get(id) ?? []);
      if (known.length === 0 || snapshot === null) return readFromDatabase(ids);
      const behind = isSeen ? false : isBehind(snapshot);
      const knownIds = new Set(known.map(({ id }) => id));
      const [isOld, others] = await Promise.all([
        behind,
        readFromDatabase(ids.filter((id) => !knownIds.has(id))),
      ]);
      return isOld ? readFromDatabase(ids) : [...known, ...others];
    },

    /** Snapshot of the cache: that of the index, or a newer one while the index takes in changes. */
    get snapshot(): string | null {
      return snapshot;
    },

    /**
     * Must be called before the index takes in changes: indexing many items takes seconds, and the cache must be ahead
     * of it.
     * @param seen the snapshot of the reading
     * @param ids the changed items; all when missing
     */
    forget(seen: string, ids?: readonly number[]): void {
      snapshot = seen;
      changes += 1;
      if (ids) for (const id of ids) cache.delete(id);
      else cache.clear();
    },
  };
}
