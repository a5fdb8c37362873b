// Sums up, item by item, how well the slots of a query are satisfied. Every slot counts once, by its best alternative.
import { docOf, impactBits, impactOf, isInTitle } from './postings.ts';
import type { Alternative, Slot } from './slots.ts';

/** One number for every ordinal; cleared after each search and used again. */
export class Sums {
  /** Σ weight × best(score × impact). */
  score = new Float32Array(0);
  /** The share of the query's meaning that the item covers. */
  cover = new Float32Array(0);
  /** Slots that the item satisfies literally, and those of them in its title. */
  literals = new Uint8Array(0);
  titled = new Uint8Array(0);
  /** Ordinals with a score. */
  touched = new Uint32Array(0);
  size = 0;
  private slotScore = new Float32Array(0);
  private slotCover = new Float32Array(0);
  private slotFlags = new Uint8Array(0);
  private slotTouched = new Uint32Array(0);

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
      this.addSlot(slot, share / whole, left / whole >= leastCover - 1e-6);
      left -= share;
    }
  }

  private addSlot({ weight, alternatives }: Slot, part: number, admitsNew: boolean): void {
    const { score, cover, literals, titled, touched } = this;
    const { slotScore, slotCover, slotFlags, slotTouched } = this;
    let slotSize = 0;
    for (const alternative of alternatives.values()) {
      slotSize = this.addAlternative(alternative, admitsNew, slotSize);
    }
    for (let place = 0; place < slotSize; place += 1) {
      const doc = slotTouched[place]!;
      if (score[doc] === 0) {
        touched[this.size] = doc;
        this.size += 1;
      }
      score[doc]! += (weight / impactBits) * slotScore[doc]!;
      cover[doc]! += part * slotCover[doc]!;
      const flags = slotFlags[doc]!;
      literals[doc]! += flags & 1;
      titled[doc]! += flags >> 1;
      slotScore[doc] = 0;
      slotCover[doc] = 0;
      slotFlags[doc] = 0;
    }
  }

  /** Keeps the best of the slot for every item that holds the term; answers how many items the slot has by now. */
  private addAlternative(
    { term, score: worth, cover: share, isLiteral }: Alternative,
    admitsNew: boolean,
    from: number,
  ): number {
    const { score, slotScore, slotCover, slotFlags, slotTouched } = this;
    const postings = term.postings();
    let slotSize = from;
    for (let place = 0; place < postings.length; place += 1) {
      const posting = postings[place]!;
      const doc = docOf(posting);
      if (!admitsNew && score[doc] === 0) continue;
      const value = worth * impactOf(posting);
      const held = slotScore[doc]!;
      if (held === 0) {
        slotTouched[slotSize] = doc;
        slotSize += 1;
      }
      if (value > held) slotScore[doc] = value;
      if (share > slotCover[doc]!) slotCover[doc] = share;
      if (isLiteral) slotFlags[doc]! |= isInTitle(posting) ? 3 : 1;
    }
    return slotSize;
  }

  clear(): void {
    const { score, cover, literals, titled, touched } = this;
    for (let place = 0; place < this.size; place += 1) {
      const doc = touched[place]!;
      score[doc] = 0;
      cover[doc] = 0;
      literals[doc] = 0;
      titled[doc] = 0;
    }
    this.size = 0;
  }

  private grow(room: number): void {
    for (const name of ['score', 'cover', 'slotScore', 'slotCover'] as const) {
      this[name] = new Float32Array(room);
    }
    for (const name of ['literals', 'titled', 'slotFlags'] as const) {
      this[name] = new Uint8Array(room);
    }
    for (const name of ['touched', 'slotTouched'] as const) this[name] = new Uint32Array(room);
  }
}
