// Sums up, item by item, how well the slots of a query are satisfied. Every slot counts once, by its best alternative.
//
// The loops run over most of a catalogue when a word is common, and what the next item holds cannot be guessed: so they have no
// branches. A number that may not count is masked; `isNone` says 1 or 0; of two numbers the larger is taken by the sign of their
// difference. Fractions above 0 are compared as the integers that their bits are, which have the same order.
import { docOf, impactBits, impactOf, titledOf } from './postings.ts';
import type { Slot } from './querySlots.ts';
import { inChunks } from './chunks.ts';

/** Slots that an item satisfies literally are counted in one number with those of them in its title. */
const literal = 1;
const titledShift = 8;
export const literalsIn = (count: number): number => count & 0xff;
export const titledIn = (count: number): number => count >>> titledShift;

/** What a slot has of an item: the place of its cover, then its literals. */
export const literalBits = 9;
export const literalMask = (1 << literalBits) - 1;

const all = -1;
const none = 0;
/** 1 for 0, 0 for what is above. */
const isNone = (number: number): number => ((number - 1) | 0) >>> 31;
/** All bits for what is above 0. */
const maskOf = (number: number): number => (-number | 0) >> 31;
const larger = (one: number, other: number): number => {
  const less = (one - other) | 0;
  return (one - (less & (less >> 31))) | 0;
};

/** What a slot adds to an item. */
interface Gain {
  /** The slot's weight for each step of impact. */
  each: number;
  /** What it is of the query's meaning. */
  part: number;
  /** A mask: whether items without a score are touched. */
  admitted: number;
}

/** What the postings of an alternative say, by impact as bits of a fraction, and besides. */
interface Saying {
  postings: Uint32Array;
  cover: number;
  /** A mask of what is literal. */
  literals: number;
}

/** One number for every ordinal; cleared after each search and used again. */
export class Sums {
  /** Σ weight × best(score × impact). */
  score = new Float32Array(0);
  /** The share of the query's meaning that the item covers. */
  cover = new Float32Array(0);
  /** Slots that the item satisfies literally, as `literalsIn` and `titledIn` read them. */
  literals = new Uint16Array(0);
  /** Ordinals with a score. */
  touched = new Uint32Array(0);
  size = 0;
  private scoreBits = new Int32Array(0);
  slotScore = new Float32Array(0);
  private slotScoreBits = new Int32Array(0);
  slotFacts = new Int32Array(0);
  slotTouched = new Uint32Array(0);
  slotSize = 0;
  /** By impact: what it is worth in an alternative. */
  private readonly values = new Float32Array(impactBits + 1);
  private readonly valueBits = new Int32Array(this.values.buffer);
  /** What the alternatives of a slot cover, by their places from 1 on. */
  covers = new Float32Array(0);

  /**
   * Adds up the slots.
   * @param leastCover items that cannot reach it need not be touched
   */
  add(slots: readonly Slot[], leastCover: number, room: number): void {
    if (this.score.length < room) this.grow(room);
    const hard = slots.filter(({ isSoft }) => !isSoft);
    const covering = new Set(hard.length > 0 ? hard : slots);
    let whole = 0;
    for (const { weight } of covering) whole += weight;
    let left = whole;
    for (const slot of slots.toSorted((a, b) => b.weight - a.weight)) {
      const share = covering.has(slot) ? slot.weight : 0;
      const admitted = left / whole >= leastCover - 1e-6 ? all : none;
      this.addSlot(slot, { each: slot.weight / impactBits, part: share / whole, admitted });
      left -= share;
    }
  }

  /** Keeps the best of one slot alone; `Ranking.collectSlot` takes it over and clears it. */
  hold(slot: Slot, room: number): void {
    if (this.score.length < room) this.grow(room);
    this.offerAll(slot, all);
  }

  private addSlot(slot: Slot, gain: Gain): void {
    this.offerAll(slot, gain.admitted);
    inChunks(this.slotSize, (from, to) => this.take(gain, from, to));
    this.slotSize = 0;
  }

  private offerAll(slot: Slot, admitted: number): void {
    // The larger the place, the more is covered.
    const alternatives = [...slot.alternatives.values()].sort((a, b) => a.cover - b.cover);
    if (this.covers.length <= alternatives.length)
      this.covers = new Float32Array(2 * alternatives.length + 1);
    for (const [before, { term, score, cover, isLiteral }] of alternatives.entries()) {
      const place = before + 1;
      this.covers[place] = cover;
      for (let impact = 0; impact <= impactBits; impact += 1) this.values[impact] = score * impact;
      const postings = term.postings();
      const saying = { postings, cover: place, literals: isLiteral ? literalMask : none };
      inChunks(postings.length, (from, to) => this.offer(saying, admitted, from, to));
    }
  }

  /** Keeps the best of the slot for every item that holds the term. */
  private offer(
    { postings, cover, literals }: Saying,
    admitted: number,
    from: number,
    to: number,
  ): void {
    const { scoreBits, slotScoreBits, slotFacts, slotTouched, valueBits } = this;
    let { slotSize } = this;
    for (let place = from; place < to; place += 1) {
      const posting = postings[place]!;
      const doc = docOf(posting);
      const mask = admitted | maskOf(scoreBits[doc]!);
      const held = slotScoreBits[doc]!;
      slotTouched[slotSize] = doc;
      slotSize = (slotSize + (isNone(held) & mask)) | 0;
      slotScoreBits[doc] = larger(held, valueBits[impactOf(posting)]! & mask);
      const facts = slotFacts[doc]!;
      const said = ((titledOf(posting) << titledShift) | literal) & literals;
      slotFacts[doc] =
        ((larger(facts >> literalBits, cover) << literalBits) | (facts & literalMask) | said) &
        mask;
    }
    this.slotSize = slotSize;
  }

  /** Adds what the slot has kept, and clears it. */
  private take({ each, part }: Gain, from: number, to: number): void {
    const { score, scoreBits, cover, literals, touched, covers } = this;
    const { slotScore, slotFacts, slotTouched } = this;
    let { size } = this;
    for (let place = from; place < to; place += 1) {
      const doc = slotTouched[place]!;
      touched[size] = doc;
      size = (size + isNone(scoreBits[doc]!)) | 0;
      score[doc]! += each * slotScore[doc]!;
      const facts = slotFacts[doc]!;
      cover[doc]! += part * covers[facts >> literalBits]!;
      literals[doc]! += facts & literalMask;
      slotScore[doc] = 0;
      slotFacts[doc] = 0;
    }
    this.size = size;
  }

  private grow(room: number): void {
    for (const name of ['score', 'cover', 'slotScore'] as const) {
      this[name] = new Float32Array(room);
    }
    this.scoreBits = new Int32Array(this.score.buffer);
    this.slotScoreBits = new Int32Array(this.slotScore.buffer);
    this.slotFacts = new Int32Array(room);
    this.literals = new Uint16Array(room);
    // One more: what is not counted is written behind the last.
    for (const name of ['touched', 'slotTouched'] as const) this[name] = new Uint32Array(room + 1);
  }
}
