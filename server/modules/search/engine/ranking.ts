// Orders what matches: names first, then by how much of the query is covered and how well; and keeps what is shown.
import { tolerance, type Cut } from './relevanceThresholds.ts';
import { everything, type Passes } from './filters.ts';
import type { Index } from './invertedIndex.ts';
import type { Reading } from './queryParser.ts';
import { inChunks } from './chunks.ts';
import type { Sight } from './vocabulary.ts';

/** How a name answers: the title equals the text, begins with it, contains all its words. */
const equal = 3;
const begins = 2;
export const contains = 1;

/** Relevance counts in steps, so that likes decide between what is about as good. */
const steps = 50;
const stepsOfTier = 64;

/** Of the mark of an item: how its name answers, and whether it holds every word literally. */
const tierBits = 3;
export const everyWord = 4;
/** Where nothing is shown for what it covers. */
const nowhere = { leastCover: Infinity, leastValue: Infinity };

/** A fraction and the integer that its bits are: from 0 on, both have the same order. */
const oneFraction = new Float32Array(1);
const itsBits = new Int32Array(oneFraction.buffer);

/** The bits of the least fraction of 32 bits that is not below a number. */
function bitsFrom(least: number): number {
  if (least <= 0) return 0;
  oneFraction[0] = least;
  return itsBits[0]! + (oneFraction[0] < least ? 1 : 0);
}

/** What one search found, item by item; used again by the next. */
export class Ranked {
  docs = new Uint32Array(0);
  size = 0;
  bestCover = 0;
  bestValue = 0;
  protected values = new Float32Array(0);
  private valueBits = new Int32Array(0);
  protected covers = new Float32Array(0);
  private coverBits = new Int32Array(0);
  protected marks = new Uint8Array(0);
  /** By ordinal: how a name answers that the text means; all of them stand in the list too. */
  private nameTiers = new Uint8Array(0);
  private readonly named: number[] = [];

  /** Items without a rank. */
  collectAll(index: Index, docs: Iterable<number>): void {
    this.empty(index);
    for (const doc of docs) this.add(doc, 0);
  }

  /** Tier and relevance: the higher, the earlier. */
  rankAt(place: number): number {
    const tier = this.marks[place]! & tierBits;
    if (tier > 0 || this.bestValue === 0) return tier * stepsOfTier;
    return Math.round((this.values[place]! / this.bestValue) * steps);
  }

  /** What has a lower value, and no name that answers, has a lower rank. */
  leastValueOf(rank: number): number {
    if (rank > steps) return Infinity;
    return ((rank - 0.5) / steps) * this.bestValue * (1 - tolerance);
  }

  /** Whether an item has a lower value than this, and no name that answers. */
  isBelow(place: number, value: number): boolean {
    return this.values[place]! < value && (this.marks[place]! & tierBits) === 0;
  }

  /** Puts the names that the text means in front. */
  collectNames(index: Index, { names, beginnings }: Reading, sight: Sight): void {
    const { nameTiers, named } = this;
    const name = (doc: number, tier: number): void => {
      if (!index.isSeen(doc, sight)) return;
      if (nameTiers[doc] === 0) named.push(doc);
      nameTiers[doc] = Math.max(nameTiers[doc]!, tier);
    };
    for (const key of names) for (const doc of index.named(key)) name(doc, equal);
    for (const key of beginnings) for (const doc of index.namedFrom(key)) name(doc, begins);
    if (named.length === 0) return;
    for (let place = 0; place < this.size; place += 1) {
      const doc = this.docs[place]!;
      if (nameTiers[doc] === 0) continue;
      this.marks[place] = (this.marks[place]! & everyWord) | nameTiers[doc]!;
      nameTiers[doc] = 0;
    }
    // What its name alone has found.
    for (const doc of named) {
      if (nameTiers[doc]! > 0) this.add(doc, nameTiers[doc]!);
      nameTiers[doc] = 0;
    }
  }

  get hasNames(): boolean {
    return this.named.length > 0;
  }

  /** Keeps what is shown and passes. Answers whether anything would be shown if everything passed. */
  keep(cut: Cut | 'every word', passes: Passes): boolean {
    const shown = cut === 'every word' ? tierBits | everyWord : tierBits;
    const { leastCover, leastValue } = cut === 'every word' ? nowhere : cut;
    const least = { cover: bitsFrom(leastCover), value: bitsFrom(leastValue), shown };
    const all = this.size;
    this.size = 0;
    inChunks(all, (from, to) => this.keepShown(least, from, to));
    const wouldShow = this.size > 0;
    if (passes !== everything) this.keepPassing(passes);
    return wouldShow;
  }

  private keepShown(
    { cover, value, shown }: { cover: number; value: number; shown: number },
    from: number,
    to: number,
  ): void {
    const { docs, values, valueBits, coverBits, marks } = this;
    let { size } = this;
    for (let place = from; place < to; place += 1) {
      const mark = marks[place]!;
      // A difference below zero says that something is less than it must be.
      const isLess = ((coverBits[place]! - cover) | 0 | ((valueBits[place]! - value) | 0)) >>> 31;
      const isMarked = (-(mark & shown) | 0) >>> 31;
      docs[size] = docs[place]!;
      values[size] = values[place]!;
      marks[size] = mark;
      size = (size + ((isLess ^ 1) | isMarked)) | 0;
    }
    this.size = size;
  }

  private keepPassing(passes: Passes): void {
    const { docs, values, marks } = this;
    let size = 0;
    for (let place = 0; place < this.size; place += 1) {
      const doc = docs[place]!;
      if (!passes(doc)) continue;
      docs[size] = doc;
      values[size] = values[place]!;
      marks[size] = marks[place]!;
      size += 1;
    }
    this.size = size;
  }

  private add(doc: number, tier: number): void {
    this.docs[this.size] = doc;
    this.values[this.size] = 0;
    this.covers[this.size] = 0;
    this.marks[this.size] = tier;
    this.size += 1;
  }

  protected empty(index: Index): void {
    this.size = 0;
    this.bestCover = 0;
    this.bestValue = 0;
    this.named.length = 0;
    const room = index.ids.length;
    if (this.docs.length >= room) return;
    this.docs = new Uint32Array(room);
    this.values = new Float32Array(room);
    this.valueBits = new Int32Array(this.values.buffer);
    this.covers = new Float32Array(room);
    this.coverBits = new Int32Array(this.covers.buffer);
    for (const name of ['marks', 'nameTiers'] as const) this[name] = new Uint8Array(room);
  }
}
