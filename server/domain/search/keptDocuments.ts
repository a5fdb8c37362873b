// Documents of services that were found, for who says why: to put one together the database reads its cases, tags and tasks.
import { LRUCache } from 'lru-cache';
import { limits } from '../../limits.ts';
import type { WrittenItem } from './searchFacts.search.ts';

/** Characters of all its texts, and what its fields cost. */
const lengthOf = ({ title, description, tasks, cases }: WrittenItem): number =>
  [title, description, ...cases].reduce(
    (sum, { ru, en }) => sum + (ru?.length ?? 0) + (en?.length ?? 0),
    300,
  ) + [...tasks.ru, ...tasks.en].join('').length;

interface Options {
  /** These items as they are written at this moment. */
  written(ids: readonly number[]): Promise<WrittenItem[]>;
  /** Whether something was committed that the index does not hold; null without an index. */
  isBehind(): Promise<boolean> | null;
}

export function createKeptDocuments({ written, isBehind }: Options) {
  const kept = new LRUCache<number, WrittenItem>({
    maxSize: limits.search.keptDocumentBytes,
    sizeCalculation: (item) => 2 * lengthOf(item) + 200 * (item.tags.length + item.cases.length),
  });
  let changes = 0;

  /** What is read while something is forgotten may be older than that. */
  async function readAnew(ids: readonly number[]): Promise<WrittenItem[]> {
    const before = changes;
    const items = ids.length > 0 ? await written(ids) : [];
    if (changes === before) for (const item of items) kept.set(item.id, item);
    return items;
  }

  return {
    /**
     * As they are written at this moment: what is kept is taken as long as the database knows of no change.
     * @param isSeen the caller has just seen that it knows of none
     */
    async read(ids: readonly number[], isSeen: boolean): Promise<WrittenItem[]> {
      const known = ids.flatMap((id) => kept.get(id) ?? []);
      if (known.length === 0) return readAnew(ids);
      const behind = isSeen ? false : isBehind();
      if (behind === null) return readAnew(ids);
      const knownIds = new Set(known.map(({ id }) => id));
      const [isOld, others] = await Promise.all([
        behind,
        readAnew(ids.filter((id) => !knownIds.has(id))),
      ]);
      return isOld ? readAnew(ids) : [...known, ...others];
    },

    /** To be called before the index takes in changes of these items; all of them without ids. */
    forget(ids?: readonly number[]): void {
      changes += 1;
      if (ids) for (const id of ids) kept.delete(id);
      else kept.clear();
    },
  };
}
