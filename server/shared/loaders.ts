// DataLoader factories: one row by key, lists by key; batches have a maximum size.
import DataLoader from 'dataloader';

const maxBatchSize = 500;

/** Loads one value per key; null for a key without one. */
export function loadOne<Key extends string | number, Value>(
  load: (keys: readonly Key[]) => Promise<Value[]>,
  keyOf: (value: Value) => Key,
): DataLoader<Key, Value | null> {
  return new DataLoader(
    async (keys) => {
      const byKey = new Map((await load(keys)).map((value) => [keyOf(value), value]));
      return keys.map((key) => byKey.get(key) ?? null);
    },
    { maxBatchSize },
  );
}

/** Loads a list per key, in the order of `load`. */
export function loadMany<Key extends string | number, Value>(
  load: (keys: readonly Key[]) => Promise<Value[]>,
  keyOf: (value: Value) => Key,
): DataLoader<Key, Value[]> {
  return new DataLoader(
    async (keys) => {
      const lists = new Map<Key, Value[]>(keys.map((key) => [key, []]));
      for (const value of await load(keys)) lists.get(keyOf(value))?.push(value);
      return keys.map((key) => lists.get(key) ?? []);
    },
    { maxBatchSize },
  );
}
