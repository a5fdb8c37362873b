// Rounds that embed changed texts of items; the next round continues an interrupted one.
import { limits } from '../../../config/limits.ts';
import type { Clock } from '../../../shared/clock.ts';
import type { Log } from '../../../shared/log.ts';
import type { SearchDocumentsQueries, Seen } from '../searchDocuments.queries.ts';
import { EmbeddingError, type EmbeddingModel } from './embedder.ts';
import type { EmbeddingsStore } from './embeddings.store.ts';
import { createItemEmbedding, type EmbeddedTexts } from './itemEmbedding.ts';
import type { StoredVectors } from './storedVectors.ts';

const { firstPauseMs, maxPauseMs } = limits.embeddings;
const readAtOnce = 200;

interface Options {
  facts: Pick<SearchDocumentsQueries, 'seen' | 'changes' | 'next' | 'given'>;
  store: EmbeddingsStore;
  vectors: StoredVectors;
  model: EmbeddingModel;
  clock: Clock;
  log: Log;
}

export function createEmbeddingRounds({ facts, store, vectors, model, clock, log }: Options) {
  const items = createItemEmbedding({ store, vectors, model });
  /** The reading up to which all items are embedded; null after a start. */
  let done: Seen | null = null;
  /** Pauses after failures grow, to relieve the model. */
  let pauseMs = 0;
  let pausedUntil = 0;

  async function* takeAll(signal: AbortSignal): AsyncGenerator<EmbeddedTexts> {
    for (let after = 0; ;) {
      const found = await facts.next(after, readAtOnce);
      yield items.take({ items: found, ids: found.map(({ id }) => id) }, signal);
      if (found.length < readAtOnce) break;
      after = found.at(-1)!.id;
    }
    await store.removeGone();
    await store.removeOtherModels(model.name);
    vectors.expire();
  }

  async function* takeChanged(
    changed: readonly number[],
    signal: AbortSignal,
  ): AsyncGenerator<EmbeddedTexts> {
    for (let from = 0; from < changed.length; from += readAtOnce) {
      const ids = changed.slice(from, from + readAtOnce);
      yield items.take({ items: await facts.given(ids), ids }, signal);
    }
  }

  return {
    /** Embeds all changed texts, as long as the model answers. */
    async embedPending(signal: AbortSignal): Promise<EmbeddedTexts> {
      const sum: EmbeddedTexts = { embedded: 0, refused: 0 };
      if (clock().getTime() < pausedUntil) return sum;
      try {
        const now = await facts.seen();
        const changes = done && (await facts.changes(done));
        const taken =
          changes && !changes.isAll ? takeChanged(changes.items, signal) : takeAll(signal);
        for await (const { embedded, refused } of taken) {
          sum.embedded += embedded;
          sum.refused += refused;
        }
        done = now;
        pauseMs = 0;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof EmbeddingError)) throw error;
        pauseMs = Math.min(Math.max(2 * pauseMs, firstPauseMs), maxPauseMs);
        pausedUntil = clock().getTime() + pauseMs;
        log.warn({ pauseMs, reason: error.message }, 'The vectors of services wait');
      }
      return sum;
    },
  };
}
