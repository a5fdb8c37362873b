// Takes over what matches into a ranking: what the slots of a query sum up to, or straight what one slot or one term alone answers.
import {
  coverFactors,
  coverStepOf,
  factorOf,
  factorsOfWhole,
  noFactors,
} from './coverageFactors.ts';
import type { Index } from './invertedIndex.ts';
import { literalBits, literalMask, literalsIn, titledIn, type Sums } from './matching.ts';
import { docOf, impactBits, impactOf, titledOf } from './postings.ts';
import { contains, everyWord, Ranked } from './ranking.ts';
import type { Alternative } from './querySlots.ts';
import { inChunks } from './chunks.ts';
import type { Sight } from './vocabulary.ts';

/** So many slots no query has: names do not count. */
export const noNames = 0xffff;

/** 1 for two equal numbers, else 0; without a branch, since nobody can guess it of the next item. */
const isSame = (one: number, other: number): number => (((one ^ other) - 1) | 0) >>> 31;

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

export class Ranking extends Ranked {
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
    inChunks(sums.size, (from, to) => this.take(taking, from, to));
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
    inChunks(postings.length, (from, to) => this.takePostings(taking, from, to));
    this.covers.fill(cover, 0, this.size);
    if (this.size > 0) this.bestCover = this.covers[0]!;
  }

  /** The same for what one slot alone answers: nothing is to be summed up. */
  collectSlot(index: Index, sums: Sums, { sight, weight }: { sight: Sight; weight: number }): void {
    this.empty(index);
    const { states, least } = index.seenFrom(sight);
    const taking = { sums, states, least, each: weight / impactBits };
    inChunks(sums.slotSize, (from, to) => this.takeSlot(taking, from, to));
    sums.slotSize = 0;
  }

  private takeSlot(
    { sums, states, least, each }: { sums: Sums; states: Uint8Array; least: number; each: number },
    from: number,
    to: number,
  ): void {
    const { docs, values, covers, marks } = this;
    const { slotTouched, slotScore, slotFacts, covers: coverOf } = sums;
    let { size, bestCover, bestValue } = this;
    for (let place = from; place < to; place += 1) {
      const doc = slotTouched[place]!;
      const facts = slotFacts[doc]!;
      const cover = coverOf[facts >> literalBits]!;
      const isWhole = literalsIn(facts & literalMask);
      const value =
        Math.fround(each * slotScore[doc]!) *
        coverFactors[coverStepOf(cover) + isWhole * factorsOfWhole]!;
      slotScore[doc] = 0;
      slotFacts[doc] = 0;
      docs[size] = doc;
      values[size] = value;
      covers[size] = cover;
      marks[size] = (isWhole * everyWord) | (titledIn(facts & literalMask) * contains);
      if (states[doc]! < least) continue;
      if (cover > bestCover) bestCover = cover;
      if (value > bestValue) bestValue = value;
      size += 1;
    }
    this.size = size;
    this.bestCover = bestCover;
    this.bestValue = bestValue;
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
}
