// A list that keeps the order of its keys; what is added is sorted in when somebody looks.

/** From this many on, the whole list is sorted instead of putting in one by one. */
const manyWaiting = 64;

export class Sorted<Entry> {
  private order: Entry[] = [];
  private waiting: Entry[] = [];
  private readonly keyOf: (entry: Entry) => string;

  constructor(keyOf: (entry: Entry) => string) {
    this.keyOf = keyOf;
  }

  add(entry: Entry): void {
    this.waiting.push(entry);
  }

  /** All entries in order. */
  entries(): readonly Entry[] {
    const { keyOf, waiting } = this;
    this.waiting = [];
    if (waiting.length > manyWaiting) {
      this.order = [...this.order, ...waiting].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    } else {
      for (const entry of waiting) this.order.splice(this.placeOf(keyOf(entry)), 0, entry);
    }
    return this.order;
  }

  /** Entries whose key begins so, in order. */
  *beginning(prefix: string): Generator<Entry> {
    const all = this.entries();
    for (let place = this.placeOf(prefix); place < all.length; place += 1) {
      const entry = all[place]!;
      if (!this.keyOf(entry).startsWith(prefix)) return;
      yield entry;
    }
  }

  /** Keeps what passes. */
  keep(stays: (entry: Entry) => boolean): void {
    this.order = this.entries().filter(stays);
  }

  private placeOf(key: string): number {
    let low = 0;
    let high = this.order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.keyOf(this.order[middle]!) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
