// Memoization per object: a value is computed once for an object and freed with it.

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
