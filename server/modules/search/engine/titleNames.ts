// The titles of items, each as one word: which items are called so, or begin so.
import { Sorted } from './sortedKeys.ts';

/** An item has a title in either language. */
const titlesEach = 2;

export class Names {
  /** By ordinal, its titles behind each other. */
  private keys: (string | undefined)[] = [];
  private readonly inOrder = new Sorted((place) => this.keys[place]!);

  put(doc: number, names: readonly string[]): void {
    for (let title = 0; title < titlesEach; title += 1) {
      const place = doc * titlesEach + title;
      this.keys[place] = names[title];
      if (names[title] !== undefined) this.inOrder.add(place);
    }
  }

  /** The first name of an item. */
  of(doc: number): string {
    return this.keys[doc * titlesEach] ?? '';
  }

  /** The ordinals of what is called so; of what is gone too. */
  called(name: string): number[] {
    const found: number[] = [];
    for (const place of this.inOrder.beginning(name)) {
      if (this.keys[place] !== name) break;
      found.push(Math.floor(place / titlesEach));
    }
    return found;
  }

  /** The ordinals of what begins so; of what is gone too. */
  *beginning(name: string): Generator<number> {
    for (const place of this.inOrder.beginning(name)) yield Math.floor(place / titlesEach);
  }

  /** Gives every item its new ordinal; those without one go. */
  renumber(newOrdinals: Int32Array): void {
    const newPlaceOf = (place: number): number => {
      const doc = newOrdinals[Math.floor(place / titlesEach)]!;
      return doc < 0 ? -1 : doc * titlesEach + (place % titlesEach);
    };
    this.inOrder.renumber(newPlaceOf);
    this.keys = this.keys.filter((_, place) => newPlaceOf(place) >= 0);
  }
}
