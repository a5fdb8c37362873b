// The items in the order of their titles in one language.
import { Sorted } from './sorted.ts';
import { withRoom } from './typedArrays.ts';

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
    this.isSettled = false;
  }

  /** By ordinal: the place of its title among all, the same for equal titles. Good until the next change. */
  ranks(size: number): Uint32Array {
    if (this.isSettled) return this.places;
    this.places = withRoom(this.places, size);
    let rank = 0;
    let before = '';
    for (const doc of this.inOrder.entries()) {
      const key = this.keys[doc]!;
      if (key !== before) rank += 1;
      before = key;
      this.places[doc] = rank;
    }
    this.isSettled = true;
    return this.places;
  }

  /** Gives every item its new ordinal; those without one go. */
  renumber(newOrdinals: Int32Array): void {
    this.inOrder.renumber((doc) => newOrdinals[doc]!);
    this.keys = this.keys.filter((_, doc) => newOrdinals[doc]! >= 0);
    this.isSettled = false;
  }
}
