// Memoization: on first use, per object, and in a cache bounded by bytes.
import { LRUCache } from 'lru-cache';

interface Options<K, V> {
  /** Maximum total of `sizeOf`; the least recently used values are evicted. */
  bytes: number;
  /** Approximate bytes of a value: a whole number above 0. */
  sizeOf(value: V, key: K): number;
}

export const createByteCache = <K extends {}, V extends object>({ bytes, sizeOf }: Options<K, V>) =>
  new LRUCache<K, V>({ maxSize: bytes, sizeCalculation: sizeOf });

/** Loads on the first call; every call returns the same promise. */
export function lazy<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | null = null;
  return () => (loaded ??= load());
}

/** Memoised factory: creates a value on first use; a failure is not kept. */
export function memoize<Made>(make: () => Made): () => Made {
  let made: { value: Made } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** A value that is computed once for an object and freed with it. */
export function memoizePerObject<Key extends object, Value extends object>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (key) => {
    const value = values.get(key) ?? compute(key);
    values.set(key, value);
    return value;
  };
}
