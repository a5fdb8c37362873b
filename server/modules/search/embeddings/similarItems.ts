// Semantic search: adds similar items to a query without sure results for its words.
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { limits } from '../../../config/limits.ts';
import { holdsKey } from '../../../shared/credentials.ts';
import type { Log } from '../../../shared/log.ts';
import type { Viewer } from '../../people/accounts/accounts.module.ts';
import { mayBeCatalogueGap } from '../customSynonyms.ts';
import type { Engine, Found, Query, Window } from '../engine/engine.ts';
import { EmbeddingError, type EmbeddingModel } from './embedder.ts';
import type { ModelVectors, StoredVectors } from './storedVectors.ts';

const { keptQueries } = limits.embeddings;

interface Options {
  vectors: StoredVectors;
  model: EmbeddingModel;
  /** Counts a call of the model; false when the person has reached the rate limit. */
  mayAsk(viewer: Viewer): Promise<boolean>;
  /** Time limit for the vector of a query, in ms. */
  queryMs: number;
  log: Log;
}

interface WordSearch {
  engine: Engine;
  search(query: Query, window: Window): Found;
  perPage: number;
}

export interface SimilarItems {
  /** Adds similar items to the query; unchanged when words give sure results or the model does not answer in time. */
  addTo(viewer: Viewer, query: Query, words: WordSearch): Promise<Query>;
}

/** The search without an embedding model. */
export const noSimilarItems: SimilarItems = { addTo: async (_viewer, query) => query };

/** True for a query by purpose whose word search does not fill a page with sure results. */
export const isOpen = (query: Query, found: Found, perPage: number): boolean =>
  !query.isExact &&
  (query.concepts ?? []).length === 0 &&
  mayBeCatalogueGap(query.text) &&
  !found.isName &&
  found.similarToName === null &&
  !found.isBeyondWork &&
  (found.unsure || found.total < perPage);

export function createSimilarItems({
  vectors,
  model,
  mayAsk,
  queryMs,
  log,
}: Options): SimilarItems {
  const cache = new LRUCache<string, Float32Array>({ max: keptQueries });
  /** Pending calls, shared by concurrent equal queries. */
  const underWay = new Map<string, Promise<Float32Array | null>>();

  async function ask(
    viewer: Viewer,
    text: string,
    { model: serving, space }: ModelVectors,
  ): Promise<Float32Array | null> {
    if (!(await mayAsk(viewer))) return null;
    const [vector] = await model.queries.embed({
      texts: [text],
      model: serving,
      dimension: space.dimension,
      signal: AbortSignal.timeout(queryMs),
    });
    return vector!;
  }

  async function vectorOf(
    viewer: Viewer,
    text: string,
    stored: ModelVectors,
  ): Promise<Float32Array | null> {
    const key = `${stored.model}\n${text}`;
    const known = cache.get(key);
    if (known) return known;
    const asked =
      underWay.get(key) ??
      ask(viewer, text, stored)
        .then((vector) => {
          if (vector) cache.set(key, vector);
          return vector;
        })
        .finally(() => underWay.delete(key));
    underWay.set(key, asked);
    return asked;
  }

  async function find(
    viewer: Viewer,
    text: string,
    isSeen: (id: number) => boolean,
  ): Promise<Query['similar']> {
    try {
      const stored = await vectors.current();
      if (!stored || stored.space.size === 0) return [];
      const vector = await vectorOf(viewer, text, stored);
      return vector ? stored.space.similarTo(vector, isSeen) : [];
    } catch (err) {
      // The health page reports failures of the model; word search still answers.
      if (err instanceof EmbeddingError)
        log.debug({ reason: err.message }, 'A query has no vector');
      else log.warn({ err }, 'The vectors cannot be read');
      return [];
    }
  }

  return {
    async addTo(viewer: Viewer, query: Query, words: WordSearch): Promise<Query> {
      const { engine, search, perPage } = words;
      if (viewer.kind !== 'member' || query.text.trim() === '') return query;
      const found = search(query, { page: 0, perPage, sort: 'likes desc' });
      if (!isOpen(query, found, perPage)) return query;
      // Checked before spell correction, which would hide a key.
      if (await holdsKey(query.text)) return query;
      const text = (found.correctedTo ?? query.text).trim().replace(/\s+/gu, ' ');
      const late = new AbortController();
      try {
        const similar = await Promise.race([
          find(viewer, text, (id) => engine.sees(id, query.seesHidden)),
          wait(queryMs, [], { signal: late.signal }),
        ]);
        return similar && similar.length > 0 ? { ...query, similar } : query;
      } finally {
        late.abort();
      }
    },
  };
}
