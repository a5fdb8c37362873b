// Query cache: results of repeated searches, until the index changes.
import { LRUCache } from 'lru-cache';
import type { Engine, Found, Query, Window } from './engine/engine.ts';

/** Each entry contains the ids of a page and the highlighted words: some kilobytes. */
const mostKept = 200;

export function createQueryCache() {
  const cache = new LRUCache<string, Found>({ max: mostKept });
  let asked: Engine | null = null;
  return {
    /** Same as `engine.search`; the result must not be modified. */
    search(engine: Engine, query: Query, window: Window): Found {
      // Filters by company and by recent items are hardly ever repeated.
      const isKept = !query.marked?.length && !query.unmarked?.length && !query.addedSince;
      if (!isKept) return engine.search(query, window);
      if (engine !== asked) cache.clear();
      asked = engine;
      const key = JSON.stringify([query, window]);
      const known = cache.get(key);
      if (known) return known;
      const found = engine.search(query, window);
      cache.set(key, found);
      return found;
    },

    /** Must be called when the index has changed. */
    forget: (): void => cache.clear(),
  };
}
