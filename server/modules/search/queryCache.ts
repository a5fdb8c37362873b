// Query cache: answers of the engine to repeated searches, until the index changes.
import { LRUCache } from 'lru-cache';
import type { Engine, Found, Query, Window } from './engine/engine.ts';

/** Each holds the ids of a page and the words that are marked: some kilobytes. */
const mostKept = 200;

export function createQueryCache() {
  const cache = new LRUCache<string, Found>({ max: mostKept });
  let asked: Engine | null = null;
  return {
    /** As `engine.search`; what is answered is not to be changed. */
    search(engine: Engine, query: Query, window: Window): Found {
      // What a company allows, and what is new at this moment, is hardly asked twice.
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

    /** To be called when the index has changed. */
    forget: (): void => cache.clear(),
  };
}
