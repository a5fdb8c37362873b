// In-memory exact nearest-neighbour search; thresholds follow from the distribution of the catalogue's own vectors.
import { createYieldingScheduler } from '../../../shared/yieldingScheduler.ts';

/** An item whose text is similar to a query in meaning. */
export interface SimilarItem {
  id: number;
  /** True when it is similar enough to count as a sure result. */
  isClose: boolean;
}

/**
 * Thresholds of similarity. `ofNeighbour` is a share of the usual similarity of an item to its nearest neighbour, which
 * differs by model. `deviations` are standard deviations above the mean similarity of all items to the query, because a
 * nonsense query is equally similar to all.
 */
const thresholds = {
  near: { ofNeighbour: 0.5, deviations: 3 },
  close: { ofNeighbour: 0.75, deviations: 4 },
};
/** Maximum similar items of one query: a page. */
const mostSimilar = 12;
/** Sampled items whose nearest neighbour is computed. */
const sampleSize = 40;
/** Share by which the number of vectors must change before the distribution is recomputed. */
const outdatedShare = 0.1;

interface Entry {
  vector: Float32Array;
  /** Its dot product with the mean vector, and its distance from the mean. */
  ofMean: number;
  distance: number;
}

/** Mean of all vectors: their common part, which does not distinguish them. */
interface Mean {
  mean: Float32Array | null;
  meanSquare: number;
}

const noMean: Mean = { mean: null, meanSquare: 0 };

interface Distribution extends Mean {
  /** Median similarity of an item to its nearest neighbour. */
  neighbour: number;
  /** Number of vectors at the computation. */
  size: number;
}

function product(a: Float32Array, b: Float32Array): number {
  // Two independent sums, because each addition must wait for the previous one.
  let [even, odd] = [0, 0];
  let place = 0;
  for (; place + 1 < a.length; place += 2) {
    even += a[place]! * b[place]!;
    odd += a[place + 1]! * b[place + 1]!;
  }
  return place < a.length ? even + odd + a[place]! * b[place]! : even + odd;
}

/** Few items cannot differ by many deviations. */
const leastDeviations = (wanted: number, size: number): number =>
  Math.min(wanted, (0.6 * (size - 1)) / Math.sqrt(size));

const entryOf = (vector: Float32Array, { mean, meanSquare }: Mean): Entry => {
  const ofMean = mean ? product(vector, mean) : 0;
  return { vector, ofMean, distance: Math.sqrt(Math.max(0, 1 - 2 * ofMean + meanSquare)) };
};

/** The cosine between each entry and one entry, after subtracting the mean vector. */
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

  /** The length of the vectors, or null. */
  get dimension(): number | null {
    const [first] = this.entries.values();
    return first?.vector.length ?? null;
  }

  /** @param vector of length 1; one with another dimension is ignored */
  put(id: number, vector: Float32Array): void {
    const { dimension } = this;
    if (dimension === null || vector.length === dimension)
      this.entries.set(id, entryOf(vector, this.distribution ?? noMean));
  }

  remove(id: number): void {
    this.entries.delete(id);
  }

  /** Computes the distribution; must be called after `put`. */
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

  /** The items similar to a query, most similar first. @param isSeen excludes items that the reader must not know of */
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
