// Numbers in the order of the keys that they stand for; what is added is sorted in when somebody looks.

/** So many are looked through beside the rest before they are put among them. */
const mostRecent = 1024;
/** From this many on, what waits is sorted at once instead of putting in one by one. */
const manyWaiting = 64;

export class Sorted {
  private order = new Uint32Array(0);
  /** In order too, not yet among the others: putting them there touches all. */
  private recent: number[] = [];
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
    this.settle(0);
    return this.order;
  }

  /** Entries whose key begins so, in order. */
  *beginning(prefix: string): Generator<number> {
    this.settle(mostRecent);
    const { keyOf, order, recent } = this;
    const isThere = (entry: number | undefined) =>
      entry !== undefined && keyOf(entry).startsWith(prefix);
    let at = this.placeIn(order, prefix);
    let beside = this.placeIn(recent, prefix);
    for (;;) {
      const [one, other] = [order[at], recent[beside]];
      const isOne = isThere(one);
      if (!isOne && !isThere(other)) return;
      if (isOne && !(isThere(other) && keyOf(other!) < keyOf(one!))) {
        at += 1;
        yield one!;
      } else {
        beside += 1;
        yield other!;
      }
    }
  }

  /** The entries right before and behind a key, and one that has it besides this entry; undefined where there is none. */
  around(entry: number): Record<'before' | 'same' | 'behind', number | undefined> {
    this.settle(mostRecent);
    const { keyOf, order, recent } = this;
    const key = keyOf(entry);
    const one = this.neighbours(order, key, entry);
    const other = this.neighbours(recent, key, entry);
    const chosen = (side: 'before' | 'behind', isNearer: (a: string, b: string) => boolean) => {
      const [a, b] = [one[side], other[side]];
      if (a === undefined || b === undefined) return a ?? b;
      return isNearer(keyOf(a), keyOf(b)) ? a : b;
    };
    return {
      before: chosen('before', (a, b) => a > b),
      same: one.same ?? other.same,
      behind: chosen('behind', (a, b) => a < b),
    };
  }

  /** Gives every entry its new number, while the old ones still have their keys; those without one go. */
  renumber(newNumberOf: (entry: number) => number): void {
    this.order = this.entries()
      .filter((entry) => newNumberOf(entry) >= 0)
      .map(newNumberOf);
  }

  private settle(most: number): void {
    const { keyOf, waiting } = this;
    if (waiting.length > manyWaiting) {
      this.recent = [...this.recent, ...waiting].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    } else {
      for (const entry of waiting)
        this.recent.splice(this.placeIn(this.recent, keyOf(entry)), 0, entry);
    }
    this.waiting = [];
    if (this.recent.length > most) this.merge();
  }

  private merge(): void {
    const { order, recent, keyOf } = this;
    const merged = new Uint32Array(order.length + recent.length);
    let from = 0;
    for (const [before, entry] of recent.entries()) {
      const to = this.placeIn(order, keyOf(entry), from);
      if (to > from) merged.set(order.subarray(from, to), from + before);
      merged[to + before] = entry;
      from = to;
    }
    merged.set(order.subarray(from), from + recent.length);
    this.order = merged;
    this.recent = [];
  }

  private neighbours(entries: Uint32Array | readonly number[], key: string, entry: number) {
    const from = this.placeIn(entries, key);
    let to = from;
    let same: number | undefined;
    for (; to < entries.length && this.keyOf(entries[to]!) === key; to += 1) {
      if (entries[to] !== entry) same ??= entries[to];
    }
    return { before: entries[from - 1], same, behind: entries[to] };
  }

  /** Where the entries begin whose keys are not before this one. */
  private placeIn(entries: Uint32Array | readonly number[], key: string, from = 0): number {
    let low = from;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.keyOf(entries[middle]!) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
