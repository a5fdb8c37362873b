// Numbers in the order of the keys that they stand for; what is added is put among the others when somebody looks.
import { withRoom } from './typedArrays.ts';

/** From this many on, what waits is put there at once instead of one by one. */
const manyWaiting = 64;

export class Sorted {
  /** With room behind the last of them. */
  private order = new Uint32Array(0);
  private size = 0;
  private waiting: number[] = [];
  private readonly keyOf: (entry: number) => string;

  constructor(keyOf: (entry: number) => string) {
    this.keyOf = keyOf;
  }

  add(entry: number): void {
    this.waiting.push(entry);
  }

  /** All entries in order. */
  entries(): Uint32Array {
    if (this.waiting.length > manyWaiting) this.merge();
    else for (const entry of this.waiting) this.insert(entry);
    this.waiting = [];
    return this.order.subarray(0, this.size);
  }

  /** Entries whose key begins so, in order. */
  *beginning(prefix: string): Generator<number> {
    const entries = this.entries();
    for (let at = this.placeOf(prefix); at < entries.length; at += 1) {
      if (!this.keyOf(entries[at]!).startsWith(prefix)) return;
      yield entries[at]!;
    }
  }

  /** The entries right before and behind those with the key of an entry, and another one of these; undefined where there is none. */
  around(entry: number): Record<'before' | 'same' | 'behind', number | undefined> {
    const entries = this.entries();
    const key = this.keyOf(entry);
    const from = this.placeOf(key);
    let to = from;
    while (to < entries.length && this.keyOf(entries[to]!) === key) to += 1;
    const same = entries.subarray(from, to).find((other) => other !== entry);
    return { before: entries[from - 1], same, behind: entries[to] };
  }

  /** Gives every entry its new number, while the old ones still have their keys; those without one go. */
  renumber(newNumberOf: (entry: number) => number): void {
    this.order = this.entries()
      .filter((entry) => newNumberOf(entry) >= 0)
      .map(newNumberOf);
    this.size = this.order.length;
  }

  private insert(entry: number): void {
    const at = this.placeOf(this.keyOf(entry));
    this.order = withRoom(this.order, this.size + 1);
    this.order.copyWithin(at + 1, at, this.size);
    this.order[at] = entry;
    this.size += 1;
  }

  private merge(): void {
    const { order, size, waiting, keyOf } = this;
    waiting.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    const merged = new Uint32Array(size + waiting.length);
    let from = 0;
    for (const [before, entry] of waiting.entries()) {
      const to = this.placeOf(keyOf(entry), from);
      if (to > from) merged.set(order.subarray(from, to), from + before);
      merged[to + before] = entry;
      from = to;
    }
    merged.set(order.subarray(from, size), from + waiting.length);
    this.order = merged;
    this.size = merged.length;
  }

  /** Where the entries begin whose keys are not before this one. */
  private placeOf(key: string, from = 0): number {
    let low = from;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.keyOf(this.order[middle]!) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
