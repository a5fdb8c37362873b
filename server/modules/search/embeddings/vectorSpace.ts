// Vectors of all items in memory, compared exactly; what is near is judged by the catalogue's own distribution.
import { createYieldingScheduler } from '../../../shared/yieldingScheduler.ts';

/** An item whose text is near to a query in meaning. */
export interface SimilarItem {
  id: number;
  /** So near that it answers surely. */
  isClose: boolean;
}

/**
 * Thresholds of similarity: a share of how similar a service usually is to its nearest neighbour, which differs by model, and
 * so many standard deviations above the similarity of all services to the query. Nonsense is as near to everything.
 */
const thresholds = {
  near: { ofNeighbour: 0.5, deviations: 3 },
  close: { ofNeighbour: 0.75, deviations: 4 },
};
/** Similar items of one query at most: a page. */
const mostSimilar = 12;
/** Items whose nearest neighbour is looked for. */
const sampleSize = 40;
/** The distribution is worked out anew when the number of vectors has changed by this share. */
const outdatedShare = 0.1;

interface Entry {
  vector: Float32Array;
  /** Its product with the mean vector, and its distance from that. */
  ofMean: number;
  distance: number;
}

/** Mean of all vectors: their common part, which says nothing about one of them. */
interface Mean {
  mean: Float32Array | null;
  meanSquare: number;
}

const noMean: Mean = { mean: null, meanSquare: 0 };

interface Distribution extends Mean {
  /** Similarity of a service to its nearest neighbour: the median. */
  neighbour: number;
  /** The number of vectors that it was worked out from. */
  size: number;
}

function product(a: Float32Array, b: Float32Array): number {
  // Two sums side by side: each addition waits for the one before it.
  let [even, odd] = [0, 0];
  let place = 0;
  for (; place + 1 < a.length; place += 2) {
    even += a[place]! * b[place]!;
    odd += a[place + 1]! * b[place + 1]!;
  }
  return place < a.length ? even + odd + a[place]! * b[place]! : even + odd;
}

/** Among few services nothing stands out by many deviations. */
const leastDeviations = (wanted: number, size: number): number =>
  Math.min(wanted, (0.6 * (size - 1)) / Math.sqrt(size));

const entryOf = (vector: Float32Array, { mean, meanSquare }: Mean): Entry => {
  const ofMean = mean ? product(vector, mean) : 0;
  return { vector, ofMean, distance: Math.sqrt(Math.max(0, 1 - 2 * ofMean + meanSquare)) };
};

/** The cosine of each entry with one, both seen from the mean vector. */
const similarities = (
  { vector, ofMean, distance }: Entry,
  entries: ReadonlyMap<number, Entry>,
  { meanSquare }: Mean,
): { id: number; similarity: number }[] =>
  Array.from(entries, ([id, other]) => {
    const along = product(vector, other.vector) - ofMean - other.ofMean + meanSquare;
    const lengths = distance * other.distance;
    return { id, similarity: lengths > 0 ? along / lengths : 0 };
  });

export class VectorSpace {
  private entries = new Map<number, Entry>();
  private distribution: Distribution | null = null;

  get size(): number {
    return this.entries.size;
  }

  /** The length of the vectors; null where there is none. */
  get dimension(): number | null {
    const [first] = this.entries.values();
    return first?.vector.length ?? null;
  }

  /** @param vector of length 1; one of another dimension is left out */
  put(id: number, vector: Float32Array): void {
    const { dimension } = this;
    if (dimension === null || vector.length === dimension)
      this.entries.set(id, entryOf(vector, this.distribution ?? noMean));
  }

  remove(id: number): void {
    this.entries.delete(id);
  }

  /** Works out the distribution; to be called when vectors were put. */
  async prepare(): Promise<void> {
    const { size, distribution: known } = this;
    if (size === 0 || (known && Math.abs(size - known.size) <= known.size * outdatedShare)) return;
    const turns = createYieldingScheduler('longest');
    const mean = new Float32Array(this.dimension!);
    for (const { vector } of this.entries.values()) {
      for (let place = 0; place < mean.length; place += 1) mean[place]! += vector[place]! / size;
      await turns.next();
    }
    const common = { mean, meanSquare: product(mean, mean) };
    const entries = new Map<number, Entry>();
    for (const [id, { vector }] of this.entries) {
      entries.set(id, entryOf(vector, common));
      await turns.next();
    }
    const step = Math.max(1, Math.floor(size / sampleSize));
    const nearest: number[] = [];
    for (const [id, entry] of [...entries].filter((_entry, place) => place % step === 0)) {
      const others = similarities(entry, entries, common).filter((other) => other.id !== id);
      nearest.push(others.reduce((best, { similarity }) => Math.max(best, similarity), 0));
      await turns.next();
    }
    nearest.sort((a, b) => a - b);
    const neighbour = nearest[Math.floor(nearest.length / 2)]!;
    this.entries = entries;
    this.distribution = { ...common, neighbour, size };
  }

  /** The items that are near to a query, the nearest first. @param isSeen leaves out what the reader may not know */
  similarTo(query: Float32Array, isSeen: (id: number) => boolean): SimilarItem[] {
    const { entries, distribution, size } = this;
    if (!distribution || query.length !== this.dimension) return [];
    const all = similarities(entryOf(query, distribution), entries, distribution);
    const mean = all.reduce((sum, { similarity }) => sum + similarity, 0) / size;
    const square = all.reduce((sum, { similarity }) => sum + (similarity - mean) ** 2, 0);
    const deviation = Math.sqrt(square / size);
    const least = ({ ofNeighbour, deviations }: { ofNeighbour: number; deviations: number }) =>
      Math.max(
        ofNeighbour * distribution.neighbour,
        mean + leastDeviations(deviations, size) * deviation,
      );
    const [near, close] = [least(thresholds.near), least(thresholds.close)];
    return all
      .filter(({ id, similarity }) => similarity >= near && similarity > 0 && isSeen(id))
      .sort((a, b) => b.similarity - a.similarity || a.id - b.id)
      .slice(0, mostSimilar)
      .map(({ id, similarity }) => ({ id, isClose: similarity >= close }));
  }
}
