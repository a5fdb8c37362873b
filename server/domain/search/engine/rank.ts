// Orders what matches: names first, then by how much of the query is covered and how well; and cuts where it no longer
// answers.
import { everything, type Passes } from './filter.ts';
import type { Index } from './index.ts';
import type { Sums } from './match.ts';
import type { Reading } from './read.ts';
import type { Sight } from './vocabulary.ts';

/** How a name answers: the title equals the text, begins with it, contains all its words. */
const equal = 3;
const begins = 2;
const contains = 1;

/** Relevance counts in steps, so that likes decide between what is about as good. */
const steps = 50;
const stepsOfTier = 64;
/** How many ranks there can be. */
const allRanks = 256;

/** What covers as much of the query answers it surely. */
export const sureCover = 0.6;
/** What covers less than this is not shown, not even as unsure. */
const unsureCover = 0.15;
/** What is near is shown from here on. */
export const nearCover = 0.15;
/** What has less than this share of the best likeness is not like it. */
const likeShare = 0.5;
const coverOfBest = 0.48;
const scoreOfBest = 0.3;
const literalBonus = 1.4;
const tolerance = 1e-6;

/** cover^0.8 in 255 steps. */
const powers = Float64Array.from({ length: 256 }, (_, place) => (place / 255) ** 0.8);

/** Which of the items that match are shown. */
export interface Cut {
  leastCover: number;
  leastValue: number;
  unsure: boolean;
}

/** Marks an ordinal whose item is in the ranking. */
const collected = 4;

/** What one search found, item by item; used again by the next. */
export class Ranking {
  docs = new Uint32Array(0);
  /** Tier and relevance: the higher, the earlier. */
  ranks = new Uint8Array(0);
  size = 0;
  bestCover = 0;
  private bestValue = 0;
  private values = new Float32Array(0);
  private covers = new Float32Array(0);
  private literals = new Uint8Array(0);
  /** By ordinal: the tier, and whether it is collected. */
  private marks = new Uint8Array(0);
  /** By rank: how many are kept. */
  private readonly counts = new Uint32Array(allRanks);
  /** Slots that a name must hold literally. */
  private needed = 0;
  private isNamed = false;

  /**
   * Takes over what the sums hold, as far as it is seen, and clears them.
   * @param needed slots of the query; more than there are where names do not count
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
    this.needed = needed;
    for (let place = 0; place < sums.size; place += 1) {
      const doc = sums.touched[place]!;
      if (!index.isSeen(doc, sight) || without?.has(doc)) continue;
      const cover = sums.cover[doc]!;
      const literals = sums.literals[doc]!;
      const bonus = literals === needed ? literalBonus : 1;
      const factor = isLikeness ? 1 : powers[Math.min(255, (cover * 255) | 0)]! * bonus;
      const value = sums.score[doc]! * factor;
      if (cover > this.bestCover) this.bestCover = cover;
      if (value > this.bestValue) this.bestValue = value;
      this.add(doc, value, cover, literals, sums.titled[doc] === needed ? contains : 0);
    }
    sums.clear();
  }

  /** Everything that passes, without a rank. */
  collectAll(index: Index, passes: Passes): void {
    this.empty(index);
    for (let doc = 0; doc < index.size; doc += 1) if (passes(doc)) this.add(doc, 0, 0, 0, 0);
    this.ranks.fill(0, 0, this.size);
    this.counts.fill(0);
    this.counts[0] = this.size;
  }

  /** The lowest rank that one of the first so many can have. */
  leastRankOf(most: number): number {
    let rank = allRanks - 1;
    for (let left = most - this.counts[rank]!; left > 0 && rank > 0;) {
      rank -= 1;
      left -= this.counts[rank]!;
    }
    return rank;
  }

  /** Puts the names that the text means in front. */
  collectNames(index: Index, { names, beginnings }: Reading, sight: Sight): void {
    const name = (doc: number, tier: number): void => {
      if (!index.isSeen(doc, sight)) return;
      this.isNamed = true;
      const mark = this.marks[doc]!;
      if (mark === 0) this.add(doc, 0, 0, 0, tier);
      else this.marks[doc] = collected | Math.max(mark & 3, tier);
    };
    for (const key of names) for (const doc of index.named(key)) name(doc, equal);
    for (const key of beginnings) for (const doc of index.namedFrom(key)) name(doc, begins);
  }

  /** Where a search for a task is cut; where nothing answers surely, the best is shown if it may be. */
  taskCut(mayBeUnsure: boolean): Cut {
    const unsure = mayBeUnsure && this.bestCover < sureCover && !this.isNamed;
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

  /** Keeps what is shown and passes, with its rank. Answers whether anything would be shown if everything passed. */
  keep(cut: Cut | 'every word', passes: Passes): boolean {
    const { docs, values, covers, literals, marks, counts } = this;
    const isFiltered = passes !== everything;
    counts.fill(0);
    let size = 0;
    let wouldShow = false;
    for (let place = 0; place < this.size; place += 1) {
      const doc = docs[place]!;
      const tier = marks[doc]! & 3;
      marks[doc] = 0;
      const isShown =
        tier > 0 ||
        (cut === 'every word'
          ? literals[place] === this.needed
          : covers[place]! >= cut.leastCover && values[place]! >= cut.leastValue);
      if (!isShown) continue;
      wouldShow = true;
      if (isFiltered && !passes(doc)) continue;
      const step = tier > 0 ? 0 : Math.round((values[place]! / this.bestValue) * steps);
      const rank = tier * stepsOfTier + step;
      docs[size] = doc;
      this.ranks[size] = rank;
      counts[rank]! += 1;
      size += 1;
    }
    this.size = size;
    return wouldShow;
  }

  private add(doc: number, value: number, cover: number, literals: number, tier: number): void {
    this.docs[this.size] = doc;
    this.values[this.size] = value;
    this.covers[this.size] = cover;
    this.literals[this.size] = literals;
    this.marks[doc] = collected | tier;
    this.size += 1;
  }

  private empty(index: Index): void {
    for (let place = 0; place < this.size; place += 1) this.marks[this.docs[place]!] = 0;
    this.size = 0;
    this.bestCover = 0;
    this.bestValue = 0;
    this.isNamed = false;
    const room = index.ids.length;
    if (this.docs.length >= room) return;
    this.docs = new Uint32Array(room);
    this.values = new Float32Array(room);
    this.covers = new Float32Array(room);
    for (const name of ['ranks', 'literals', 'marks'] as const) this[name] = new Uint8Array(room);
  }
}
