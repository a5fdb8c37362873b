// Document cache: the texts of found services, by which a page explains why they were found.
import { limits } from '../../config/limits.ts';
import { createByteCache } from '../../shared/byteCache.ts';
import type { WrittenItem } from './searchDocuments.queries.ts';

/** Characters of all its texts, and what its fields cost. */
const lengthOf = ({ title, description, tasks, cases }: WrittenItem): number =>
  [title, description, ...cases].reduce(
    (sum, { ru, en }) => sum + (ru?.length ?? 0) + (en?.length ?? 0),
    300,
  ) + [...tasks.ru, ...tasks.en].join('').length;

interface Options {
  /** These items as they are written at this moment. */
  written(ids: readonly number[]): Promise<WrittenItem[]>;
  /** Whether something was committed that a snapshot does not hold. */
  isBehind(snapshot: string): Promise<boolean>;
}

export function createDocumentCache({ written, isBehind }: Options) {
  const cache = createByteCache<number, WrittenItem>({
    bytes: limits.search.keptDocumentBytes,
    sizeOf: (item) => 2 * lengthOf(item) + 200 * (item.tags.length + item.cases.length),
  });
  let changes = 0;
  /** What is kept has not changed until then; null before anything was read. */
  let snapshot: string | null = null;

  /** What is read while something is forgotten may be older than that. */
  async function readAnew(ids: readonly number[]): Promise<WrittenItem[]> {
    const before = changes;
    const items = ids.length > 0 ? await written(ids) : [];
    if (changes === before) for (const item of items) cache.set(item.id, item);
    return items;
  }

  return {
    /**
     * As they are written at this moment: what is kept is taken as long as the database knows of no change.
     * @param isSeen the caller has just seen that it knows of none since `snapshot`
     */
    async read(ids: readonly number[], isSeen: boolean): Promise<WrittenItem[]> {
      const known = ids.flatMap((id) => cache.get(id) ?? []);
      if (known.length === 0 || snapshot === null) return readAnew(ids);
      const behind = isSeen ? false : isBehind(snapshot);
      const knownIds = new Set(known.map(({ id }) => id));
      const [isOld, others] = await Promise.all([
        behind,
        readAnew(ids.filter((id) => !knownIds.has(id))),
      ]);
      return isOld ? readAnew(ids) : [...known, ...others];
    },

    /** Of which reading of the database's changes it is: that of the index, but ahead of it while the index takes in what changed. */
    get snapshot(): string | null {
      return snapshot;
    },

    /**
     * To be called before the index takes in the changes of a reading: it is soon done, while to index many items takes seconds.
     * @param seen the snapshot of the reading
     * @param ids the items that have changed; all without
     */
    forget(seen: string, ids?: readonly number[]): void {
      snapshot = seen;
      changes += 1;
      if (ids) for (const id of ids) cache.delete(id);
      else cache.clear();
    },
  };
}
