// Prefix index: values by text, found by how the text begins.

const bucketLength = 2;

export class PrefixIndex<Value> {
  private readonly buckets = new Map<string, Map<string, Value>>();

  get(text: string): Value | undefined {
    return this.buckets.get(text.slice(0, bucketLength))?.get(text);
  }

  set(text: string, value: Value): void {
    const key = text.slice(0, bucketLength);
    const bucket = this.buckets.get(key) ?? new Map<string, Value>();
    this.buckets.set(key, bucket.set(text, value));
  }

  /** The values whose text begins so. */
  beginning(prefix: string): Value[] {
    const found: Value[] = [];
    const key = prefix.slice(0, bucketLength);
    const buckets =
      prefix.length < bucketLength
        ? [...this.buckets].filter(([start]) => start.startsWith(prefix)).map(([, one]) => one)
        : [this.buckets.get(key) ?? []];
    for (const bucket of buckets)
      for (const [text, value] of bucket) if (text.startsWith(prefix)) found.push(value);
    return found;
  }

  /** The first letters of all texts. */
  initials(): Set<string> {
    return new Set([...this.buckets.keys()].map((key) => key.slice(0, 1)));
  }
}
