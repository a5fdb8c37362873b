// What is worked out once for an object, and forgotten with it.

/** The work, done at the first call for an object; later calls are answered what it answered. */
export function memoizePerObject<Key extends object, Value extends object>(
  work: (key: Key) => Value,
): (key: Key) => Value {
  const done = new WeakMap<Key, Value>();
  return (key) => {
    let value = done.get(key);
    if (!value) done.set(key, (value = work(key)));
    return value;
  };
}
