// Stored vectors in memory, synchronised with the database whichever process writes.
import type { EmbeddingsStore, StoredVector } from './embeddings.store.ts';
import { VectorSpace } from './vectorSpace.ts';

/** Vectors read at once: some megabytes. */
const readAtOnce = 500;

/** Vectors of one model, and the database snapshot at their reading. */
export interface ModelVectors {
  model: string;
  space: VectorSpace;
}

interface Options {
  store: EmbeddingsStore;
  model: string;
  everyMs: number;
}

export function createStoredVectors({ store, model, everyMs }: Options) {
  let state: (ModelVectors & { snapshot: string }) | null = null;
  let lookedAt = -Infinity;
  let underWay: Promise<void> | null = null;

  async function take(
    space: VectorSpace,
    read: (after: number) => Promise<StoredVector[]>,
  ): Promise<void> {
    for (let after = 0; ;) {
      const vectors = await read(after);
      for (const { itemId, vector } of vectors) {
        if (vector) space.put(itemId, vector);
        else space.remove(itemId);
      }
      if (vectors.length < readAtOnce) break;
      after = vectors.at(-1)!.itemId;
    }
    await space.prepare();
  }

  async function readAll(serving: string): Promise<void> {
    const snapshot = await store.snapshot();
    const space = new VectorSpace();
    await take(space, (after) => store.next(serving, after, readAtOnce));
    state = { model: serving, space, snapshot };
  }

  async function renew(): Promise<void> {
    if (!state) {
      const serving = await store.servingModel(model);
      return serving === null ? undefined : readAll(serving);
    }
    const known = state;
    const { snapshot, isChanged } = await store.changedSince(known.snapshot);
    if (!isChanged) return;
    // Vectors of the configured model replace those of a former one once there are as many.
    const serving = await store.servingModel(model);
    if (serving !== null && serving !== known.model) return readAll(serving);
    await take(known.space, (after) =>
      store.nextWritten(known.model, known.snapshot, after, readAtOnce),
    );
    state = { ...known, snapshot };
  }

  return {
    /** The vectors in the database, at most a second old; null while there are none. */
    async current(): Promise<ModelVectors | null> {
      if (!underWay && performance.now() - lookedAt >= everyMs) {
        underWay = renew().finally(() => {
          lookedAt = performance.now();
          underWay = null;
        });
      }
      await underWay;
      return state;
    },

    /** Makes the next call of `current` read the database. */
    expire: (): void => {
      lookedAt = -Infinity;
    },
  };
}

export type StoredVectors = ReturnType<typeof createStoredVectors>;
