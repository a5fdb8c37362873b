// Answers of the engine, for who asks the same again: the first pages of everybody, and what many look for.
import { LRUCache } from 'lru-cache';
import type { Engine, Found, Query, Window } from './engine/engine.ts';

/** Each holds the ids of a page and the words that are marked: some kilobytes. */
const mostKept = 200;

export function createQueryCache() {
  const kept = new LRUCache<string, Found>({ max: mostKept });
  let asked: Engine | null = null;
  return {
    /** As `engine.search`; what is answered is not to be changed. */
    search(engine: Engine, query: Query, window: Window): Found {
      // What a company allows, and what is new at this moment, is hardly asked twice.
      const isKept = !query.marked?.length && !query.addedSince;
      if (!isKept) return engine.search(query, window);
      if (engine !== asked) kept.clear();
      asked = engine;
      const key = JSON.stringify([query, window]);
      const known = kept.get(key);
      if (known) return known;
      const found = engine.search(query, window);
      kept.set(key, found);
      return found;
    },

    /** To be called when the index has changed. */
    forget: (): void => kept.clear(),
  };
}
