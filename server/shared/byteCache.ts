// Caches of what can be made or read again, bounded by what they take.
import { LRUCache } from 'lru-cache';

/** What a cache keeps of what it may take while the process rests. */
const restingShare = 1 / 8;

type Restable = Pick<LRUCache<string, object>, 'calculatedSize' | 'maxSize' | 'pop'>;

const caches = new Set<WeakRef<Restable>>();

interface Options<K, V> {
  /** What all values may take together, by `sizeOf`; those not asked for the longest go first. */
  bytes: number;
  /** Bytes that a value takes, roughly: a whole number above 0. */
  sizeOf(value: V, key: K): number;
}

/** A cache that `letCachesRest` knows. */
export function createByteCache<K extends {}, V extends object>({ bytes, sizeOf }: Options<K, V>) {
  const cache = new LRUCache<K, V>({ maxSize: bytes, sizeCalculation: sizeOf });
  caches.add(new WeakRef(cache));
  return cache;
}

/** Every cache lets go all but an eighth of what it may take; what was asked for last stays. */
export function letCachesRest(): void {
  for (const held of caches) {
    const cache = held.deref();
    if (cache) while (cache.calculatedSize > cache.maxSize * restingShare) cache.pop();
    else caches.delete(held);
  }
}
