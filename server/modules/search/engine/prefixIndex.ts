// Prefix index: values by text, found by how the text begins.

const bucketLength = 2;

export class PrefixIndex<Value> {
  private readonly values = new Map<string, Value>();
  private readonly buckets = new Map<string, string[]>();

  get(text: string): Value | undefined {
    return this.values.get(text);
  }

  set(text: string, value: Value): void {
    const key = text.slice(0, bucketLength);
    const bucket = this.buckets.get(key);
    if (bucket && !this.values.has(text)) bucket.push(text);
    else if (!bucket) this.buckets.set(key, [text]);
    this.values.set(text, value);
  }

  /** The values whose text begins so. */
  beginning(prefix: string): Value[] {
    const texts =
      prefix.length < bucketLength
        ? [...this.buckets].flatMap(([key, bucket]) => (key.startsWith(prefix) ? bucket : []))
        : (this.buckets.get(prefix.slice(0, bucketLength)) ?? []);
    return texts.filter((text) => text.startsWith(prefix)).map((text) => this.values.get(text)!);
  }

  /** The first letters of all texts. */
  initials(): Set<string> {
    return new Set([...this.buckets.keys()].map((key) => key.slice(0, 1)));
  }
}
