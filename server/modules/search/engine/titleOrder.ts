// The items in the order of their titles in one language.
import { Sorted } from './sortedKeys.ts';
import { withRoom } from './typedArrays.ts';

/** Places have room between them, so that a changed title finds one without the others moving; `order.ts` takes 22 bits of them. */
const lastPlace = 2 ** 22 - 1;

/** Titles are compared without case, accents and punctuation. */
export const sortKey = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('\u0438\u0306', 'й')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export class TitleOrder {
  /** By ordinal. */
  private keys: string[] = [];
  private readonly inOrder = new Sorted((doc) => this.keys[doc]!);
  private places = new Uint32Array(0);
  private isSettled = false;

  /** Gives an item the key of its title; an ordinal never gets another one. */
  put(doc: number, key: string): void {
    this.keys[doc] = key;
    this.inOrder.add(doc);
    if (this.isSettled) this.isSettled = this.placeBetween(doc);
  }

  /** By ordinal: where its title stands among all, the same for equal titles. Good until the next change. */
  ranks(size: number): Uint32Array {
    if (this.isSettled) return this.places;
    this.places = withRoom(this.places, size);
    const entries = this.inOrder.entries();
    const apart = Math.max(1, Math.floor(lastPlace / (entries.length + 1)));
    let place = 0;
    let before: string | null = null;
    for (const doc of entries) {
      const key = this.keys[doc]!;
      if (key !== before) place += apart;
      before = key;
      this.places[doc] = place;
    }
    this.isSettled = true;
    return this.places;
  }

  /** Whether there was a place left between its neighbours. */
  private placeBetween(doc: number): boolean {
    this.places = withRoom(this.places, doc + 1);
    const { before, same, behind } = this.inOrder.around(doc);
    if (same !== undefined) {
      this.places[doc] = this.places[same]!;
      return true;
    }
    const low = before === undefined ? 0 : this.places[before]!;
    const high = behind === undefined ? lastPlace + 1 : this.places[behind]!;
    this.places[doc] = Math.floor((low + high) / 2);
    return high - low > 1;
  }

  /** Gives every item its new ordinal; those without one go. */
  renumber(newOrdinals: Int32Array): void {
    this.inOrder.renumber((doc) => newOrdinals[doc]!);
    this.keys = this.keys.filter((_, doc) => newOrdinals[doc]! >= 0);
    this.isSettled = false;
  }
}
