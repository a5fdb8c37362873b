// Caches of values that can be read again, bounded by bytes.
import { LRUCache } from 'lru-cache';

interface Options<K, V> {
  /** Maximum total of `sizeOf`; the least recently used values are evicted. */
  bytes: number;
  /** Approximate bytes of a value: a whole number above 0. */
  sizeOf(value: V, key: K): number;
}

export const createByteCache = <K extends {}, V extends object>({ bytes, sizeOf }: Options<K, V>) =>
  new LRUCache<K, V>({ maxSize: bytes, sizeCalculation: sizeOf });
