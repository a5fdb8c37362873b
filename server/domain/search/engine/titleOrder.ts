// The items in the order of their titles in one language.
import { Sorted } from './sorted.ts';

interface Entry {
  doc: number;
  key: string;
}

/** Titles are compared without case, accents and punctuation. */
const sortKey = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('\u0438\u0306', 'й')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export class TitleOrder {
  private inOrder = new Sorted<Entry>(({ key }) => key);
  private places = new Uint32Array(0);
  private isSettled = false;

  /** Gives an item its title; an ordinal never gets another one. */
  put(doc: number, title: string): void {
    this.inOrder.add({ doc, key: sortKey(title) });
    this.isSettled = false;
  }

  /** By ordinal: the place of its title among all, the same for equal titles. Good until the next change. */
  ranks(size: number): Uint32Array {
    if (this.isSettled) return this.places;
    if (this.places.length < size) this.places = new Uint32Array(size * 2);
    let rank = 0;
    let before = '';
    for (const { doc, key } of this.inOrder.entries()) {
      if (key !== before) rank += 1;
      before = key;
      this.places[doc] = rank;
    }
    this.isSettled = true;
    return this.places;
  }

  /** Gives every item its new ordinal; those without one go. */
  renumber(newOrdinals: Int32Array): void {
    this.inOrder.keep(({ doc }) => newOrdinals[doc]! >= 0);
    for (const entry of this.inOrder.entries()) entry.doc = newOrdinals[entry.doc]!;
    this.isSettled = false;
  }
}
