// Embedding model adapter; the client is loaded at the first call.
import { limits } from '../../config/limits.ts';
import type { Embedder, EmbeddingModel } from '../../modules/search/search.module.ts';
import type { Clock } from '../../shared/clock.ts';
import {
  type HealthProbe,
  createLastCallHealth,
  type LastCallHealth,
} from '../../shared/healthProbe.ts';
import { lazy } from '../../shared/memoize.ts';
import type { EmbeddingSettings } from './connection.ts';

interface Options {
  clock: Clock;
  /** Time limits of a query, and of a batch of texts. */
  queryMs?: number;
  textsMs?: number;
}

/** Creates the clients for queries and for texts, each with its own breaker, and a health probe of their last calls. */
export function createEmbeddings(
  { model, hiddenTexts, ...server }: EmbeddingSettings,
  { clock, queryMs = limits.embeddings.queryMs, textsMs = limits.upstream.embeddingsMs }: Options,
): { model: EmbeddingModel; probe: HealthProbe } {
  const open = (outcome: LastCallHealth, timeoutMs: number): Embedder => {
    const embedder = lazy(async () => {
      const { createEmbedder } = await import('./connection.ts');
      return createEmbedder({ ...server, clock, outcome, timeoutMs });
    });
    return { embed: async (request) => (await embedder()).embed(request) };
  };
  const [ofQueries, ofTexts] = [createLastCallHealth(), createLastCallHealth()];
  return {
    model: {
      name: model,
      queries: open(ofQueries, queryMs),
      texts: open(ofTexts, textsMs),
      takesHiddenTexts: hiddenTexts,
    },
    probe: {
      name: 'embeddings',
      isVital: false,
      check: async () => {
        const [queries, texts] = [ofQueries.state(), ofTexts.state()];
        if (texts.state === 'failing') return texts;
        return queries.detail === null || queries.state === 'failing' ? queries : texts;
      },
    },
  };
}
