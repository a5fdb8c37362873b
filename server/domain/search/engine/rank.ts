// Orders what matches: names first, then by how much of the query is covered and how well; and keeps what is shown.
import { coverFactors, coverStepOf, factorOf, factorsOfWhole, noFactors } from './coverFactors.ts';
import { tolerance, type Cut } from './cut.ts';
import { everything, type Passes } from './filter.ts';
import { bitsFrom } from './fractionBits.ts';
import type { Index } from './index.ts';
import { literalsIn, titledIn, type Sums } from './match.ts';
import { docOf, impactBits, impactOf, titledOf } from './postings.ts';
import type { Reading } from './read.ts';
import type { Alternative } from './slots.ts';
import { inStretches } from './stretches.ts';
import type { Sight } from './vocabulary.ts';

/** How a name answers: the title equals the text, begins with it, contains all its words. */
const equal = 3;
const begins = 2;
const contains = 1;

/** Relevance counts in steps, so that likes decide between what is about as good. */
const steps = 50;
const stepsOfTier = 64;

/** So many slots no query has: names do not count. */
export const noNames = 0xffff;

/** 1 for two equal numbers, else 0; without a branch, since nobody can guess it of the next item. */
const isSame = (one: number, other: number): number => (((one ^ other) - 1) | 0) >>> 31;

/** Of the mark of an item: how its name answers, and whether it holds every word literally. */
const tierBits = 3;
const everyWord = 4;
/** Where nothing is shown for what it covers. */
const nowhere = { leastCover: Infinity, leastValue: Infinity };

/** From where and by what rules a ranking is filled. */
interface Taking {
  sums: Sums;
  states: Uint8Array;
  least: number;
  needed: number;
  without: ReadonlySet<number> | undefined;
  factors: Float64Array;
}

/** The same for the postings of one term; `values` by impact. */
interface TakingPostings extends Pick<Taking, 'states' | 'least'> {
  postings: Uint32Array;
  values: Float64Array;
  literal: number;
}

/** What one search found, item by item; used again by the next. */
export class Ranking {
  docs = new Uint32Array(0);
  size = 0;
  bestCover = 0;
  bestValue = 0;
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

  /** The same for what one term alone answers: straight from its postings, since nothing is to be summed up. */
  collectTerm(
    index: Index,
    { term, score, cover, isLiteral }: Alternative,
    { sight, weight }: { sight: Sight; weight: number },
  ): void {
    this.empty(index);
    const factor = factorOf(Math.fround(cover), isLiteral);
    const values = Float64Array.from(
      { length: impactBits + 1 },
      // Rounded where the sums round.
      (_, impact) => Math.fround((weight / impactBits) * Math.fround(score * impact)) * factor,
    );
    const { states, least } = index.seenFrom(sight);
    const postings = term.postings();
    const taking = { postings, states, least, values, literal: Number(isLiteral) };
    inStretches(postings.length, (from, to) => this.takePostings(taking, from, to));
    this.covers.fill(cover, 0, this.size);
    if (this.size > 0) this.bestCover = this.covers[0]!;
  }

  private takePostings(
    { postings, states, least, values: valueOf, literal }: TakingPostings,
    from: number,
    to: number,
  ): void {
    const { docs, values, marks } = this;
    let { size, bestValue } = this;
    for (let place = from; place < to; place += 1) {
      const posting = postings[place]!;
      const doc = docOf(posting);
      const value = valueOf[impactOf(posting)]!;
      docs[size] = doc;
      values[size] = value;
      marks[size] = (literal * everyWord) | ((titledOf(posting) & literal) * contains);
      if (states[doc]! < least) continue;
      if (value > bestValue) bestValue = value;
      size += 1;
    }
    this.size = size;
    this.bestValue = bestValue;
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
      const value = score[doc]! * factors[coverStepOf(cover) + isWhole * factorsOfWhole]!;
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
