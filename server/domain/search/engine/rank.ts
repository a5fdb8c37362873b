// Orders what matches: names first, then by how much of the query is covered and how well; and cuts where it no longer
// answers.
import { everything, type Passes } from './filter.ts';
import type { Index } from './index.ts';
import { literalsIn, titledIn, type Sums } from './match.ts';
import type { Reading } from './read.ts';
import { inStretches } from './stretches.ts';
import type { Sight } from './vocabulary.ts';

/** How a name answers: the title equals the text, begins with it, contains all its words. */
const equal = 3;
const begins = 2;
const contains = 1;

/** Relevance counts in steps, so that likes decide between what is about as good. */
const steps = 50;
const stepsOfTier = 64;

/** What covers as much of the query answers it surely. */
export const sureCover = 0.6;
/** What covers less than this is not shown, not even as unsure. */
const unsureCover = 0.15;
/** What is near is shown from here on. */
export const nearCover = 0.15;
/** What has less than this share of the best likeness is not like it. */
const likeShare = 0.4;
const coverOfBest = 0.48;
const scoreOfBest = 0.3;
const literalBonus = 1.4;
const tolerance = 1e-6;

const mostSteps = 255;
const factorsOfWhole = mostSteps + 1;
/** By cover in 255 steps, what a score is multiplied with: cover^0.8; the same again for what holds every word literally. */
const coverFactors = Float64Array.from({ length: 2 * factorsOfWhole }, (_, place) => {
  const power = ((place % factorsOfWhole) / mostSteps) ** 0.8;
  return power * (place < factorsOfWhole ? 1 : literalBonus);
});
const noFactors = new Float64Array(2 * factorsOfWhole).fill(1);

/** So many slots no query has: names do not count. */
export const noNames = 0xffff;

/** 1 for two equal numbers, else 0; without a branch, since nobody can guess it of the next item. */
const isSame = (one: number, other: number): number => (((one ^ other) - 1) | 0) >>> 31;

/** Which of the items that match are shown. */
export interface Cut {
  leastCover: number;
  leastValue: number;
  unsure: boolean;
}

/** Of the mark of an item: how its name answers, and whether it holds every word literally. */
const tierBits = 3;
const everyWord = 4;
/** Where nothing is shown for what it covers. */
const nowhere = { leastCover: Infinity, leastValue: Infinity };

const oneFraction = new Float32Array(1);
const itsBits = new Int32Array(oneFraction.buffer);
/** The bits of the least fraction of 32 bits that is not below a number: as integers, fractions from 0 on have the same order. */
export function bitsFrom(least: number): number {
  if (least <= 0) return 0;
  oneFraction[0] = least;
  return itsBits[0]! + (oneFraction[0] < least ? 1 : 0);
}

/** From where and by what rules a ranking is filled. */
interface Taking {
  sums: Sums;
  states: Uint8Array;
  least: number;
  needed: number;
  without: ReadonlySet<number> | undefined;
  factors: Float64Array;
}

/** What one search found, item by item; used again by the next. */
export class Ranking {
  docs = new Uint32Array(0);
  size = 0;
  bestCover = 0;
  private bestValue = 0;
  private values = new Float32Array(0);
  private valueBits = new Int32Array(0);
  private covers = new Float32Array(0);
  private coverBits = new Int32Array(0);
  private marks = new Uint8Array(0);
  /** By ordinal: how a name answers that the text means; all of them stand in the list too. */
  private nameTiers = new Uint8Array(0);
  private readonly named: number[] = [];

  /**
   * Takes over what the sums hold, as far as it is seen, and clears them.
   * @param needed slots of the query; `noNames` where names do not count
   */
  collect(
    index: Index,
    sums: Sums,
    {
      sight,
      needed,
      without,
      isLikeness = false,
    }: { sight: Sight; needed: number; without?: ReadonlySet<number>; isLikeness?: boolean },
  ): void {
    this.empty(index);
    const { states, least } = index.seenFrom(sight);
    const factors = isLikeness ? noFactors : coverFactors;
    const taking: Taking = { sums, states, least, needed, without, factors };
    inStretches(sums.size, (from, to) => this.take(taking, from, to));
    sums.size = 0;
  }

  private take(
    { sums, states, least, needed, without, factors }: Taking,
    from: number,
    to: number,
  ): void {
    const { docs, values, covers, marks } = this;
    const { touched, score, cover: coverOf, literals } = sums;
    let { size, bestCover, bestValue } = this;
    for (let place = from; place < to; place += 1) {
      const doc = touched[place]!;
      const cover = coverOf[doc]!;
      const count = literals[doc]!;
      const isWhole = isSame(literalsIn(count), needed);
      const step = Math.min(mostSteps, (cover * mostSteps) | 0);
      const value = score[doc]! * factors[step + isWhole * factorsOfWhole]!;
      score[doc] = 0;
      coverOf[doc] = 0;
      literals[doc] = 0;
      docs[size] = doc;
      values[size] = value;
      covers[size] = cover;
      marks[size] = (isWhole * everyWord) | (isSame(titledIn(count), needed) * contains);
      if (states[doc]! < least || without?.has(doc)) continue;
      if (cover > bestCover) bestCover = cover;
      if (value > bestValue) bestValue = value;
      size += 1;
    }
    this.size = size;
    this.bestCover = bestCover;
    this.bestValue = bestValue;
  }

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

  /** Where a search for a task is cut; where nothing answers surely, the best is shown if it may be. */
  taskCut(mayBeUnsure: boolean): Cut {
    const unsure = mayBeUnsure && this.bestCover < sureCover && this.named.length === 0;
    const floor = unsure ? unsureCover : sureCover;
    return {
      leastCover: Math.max(floor, coverOfBest * this.bestCover) - tolerance,
      leastValue: scoreOfBest * this.bestValue,
      unsure,
    };
  }

  /**
   * Where a search for something like a service is cut.
   * @param part how much of the weights is likeness: what is wished besides orders, and shuts nothing out
   */
  likeCut(part: number): Cut {
    return { leastCover: 0, leastValue: likeShare * part * this.bestValue, unsure: false };
  }

  /** Keeps what is shown and passes. Answers whether anything would be shown if everything passed. */
  keep(cut: Cut | 'every word', passes: Passes): boolean {
    const shown = cut === 'every word' ? tierBits | everyWord : tierBits;
    const { leastCover, leastValue } = cut === 'every word' ? nowhere : cut;
    const least = { cover: bitsFrom(leastCover), value: bitsFrom(leastValue), shown };
    const all = this.size;
    this.size = 0;
    inStretches(all, (from, to) => this.keepShown(least, from, to));
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

  private empty(index: Index): void {
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
