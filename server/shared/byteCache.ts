// Caches of values that can be read again, bounded by bytes.
import { LRUCache } from 'lru-cache';

interface Options<K, V> {
  /** What all values may take together, by `sizeOf`; those not asked for the longest go first. */
  bytes: number;
  /** Bytes that a value takes, roughly: a whole number above 0. */
  sizeOf(value: V, key: K): number;
}

export const createByteCache = <K extends {}, V extends object>({ bytes, sizeOf }: Options<K, V>) =>
  new LRUCache<K, V>({ maxSize: bytes, sizeCalculation: sizeOf });
