// Embedding of items whose text has changed and may be sent to the model.
import { limits } from '../../../config/limits.ts';
import type { SearchDocument } from '../engine/searchDocument.ts';
import { embedBatch, type Embed } from './embedBatch.ts';
import type { EmbeddingModel } from './embedder.ts';
import type { EmbeddingsStore, ItemEmbedding } from './embeddings.store.ts';
import { hashOf, itemText } from './itemText.ts';
import type { StoredVectors } from './storedVectors.ts';

const { batch: batchSize } = limits.embeddings;

/** A text without a vector. */
interface PendingText {
  itemId: number;
  text: string;
  textHash: string;
}

/** Counts of texts by their outcome. */
export interface EmbeddedTexts {
  embedded: number;
  /** Texts that the model refuses; retried when they change. */
  refused: number;
}

interface Options {
  store: EmbeddingsStore;
  vectors: Pick<StoredVectors, 'expire'>;
  model: EmbeddingModel;
}

export function createItemEmbedding({ store, vectors, model }: Options) {
  const embed: Embed = async (texts, signal) =>
    model.texts.embed({
      texts,
      model: model.name,
      dimension: await store.dimension(model.name),
      signal,
    });

  async function pendingOf(items: readonly SearchDocument[]): Promise<PendingText[]> {
    const texts = items.map((item) => {
      const text = itemText(item);
      return { itemId: item.id, text, textHash: hashOf(text) };
    });
    const known = await store.hashes(
      model.name,
      items.map(({ id }) => id),
    );
    return texts.filter(
      ({ itemId, text, textHash }) => text !== '' && known.get(itemId) !== textHash,
    );
  }

  async function embedTexts(
    batch: readonly PendingText[],
    signal: AbortSignal,
  ): Promise<EmbeddedTexts> {
    const made = await embedBatch(
      embed,
      batch.map(({ text }) => text),
      signal,
    );
    const embeddings = batch.map(({ itemId, textHash }, place): ItemEmbedding => ({
      itemId,
      textHash,
      vector: made[place]!,
    }));
    await store.save(model.name, embeddings);
    vectors.expire();
    const refused = made.filter((vector) => vector === null).length;
    return { embedded: made.length - refused, refused };
  }

  return {
    /**
     * Embeds items. Stores each batch at once, so that an interrupted round keeps its results.
     * @param ids the requested items; vectors of those that are deleted or must not be sent are removed
     * @throws EmbeddingError
     */
    async take(
      { items, ids }: { items: readonly SearchDocument[]; ids: readonly number[] },
      signal: AbortSignal,
    ): Promise<EmbeddedTexts> {
      const sent = items.filter(({ isVisible }) => isVisible || model.takesHiddenTexts);
      const sentIds = new Set(sent.map(({ id }) => id));
      const withoutVector = ids.filter((id) => !sentIds.has(id));
      if (withoutVector.length > 0) await store.remove(withoutVector);
      const pending = await pendingOf(sent);
      const sum: EmbeddedTexts = { embedded: 0, refused: 0 };
      for (let from = 0; from < pending.length; from += batchSize) {
        signal.throwIfAborted();
        const { embedded, refused } = await embedTexts(
          pending.slice(from, from + batchSize),
          signal,
        );
        sum.embedded += embedded;
        sum.refused += refused;
      }
      return sum;
    },
  };
}
