// Answers searches: analyse → read → match → rank → cut → mark. README.md of the room follows one query through it.
import { tokens } from './tokenizer.ts';
import { withoutAskers, withoutGreetings } from './similarityIntent.ts';
import { likeCut, nearCover, sureCover, taskCut } from './relevanceThresholds.ts';
import { everything, passing, passingAlone, type Filter, type Passes } from './filters.ts';
import type { Index } from './invertedIndex.ts';
import { likenessOf, missingName, readLikeness } from './moreLikeThis.ts';
import { Sums } from './matching.ts';
import { conceptSlots, isMainly, isTaught, conceptSearch } from './conceptSearch.ts';
import type { Marked } from './highlighting.ts';
import { keysOf, rankOf, type Sort } from './sortOrders.ts';
import { docOf } from './postings.ts';
import { noNames, Ranking } from './candidates.ts';
import { plainReading, read, type Reading } from './queryParser.ts';
import { markedTerms, nearbyTerms, type Slot } from './querySlots.ts';
import { inChunks } from './chunks.ts';
import { conceptOf, tagTerm } from './terms.ts';
import { Top } from './topK.ts';
import type { Sight } from './vocabulary.ts';

export interface Query extends Filter {
  text: string;
  tags: readonly string[];
  /** Ids of concepts; all of them must be there, or what is narrower. Without a text they rank what is found. */
  concepts?: readonly string[];
  approvedBy: string | null;
  seesHidden: boolean;
  isExact: boolean;
}

export interface Window {
  page: number;
  perPage: number;
  sort: Sort;
  /** Whose people the order by colleagues counts. */
  company?: string | null;
}

export interface Found {
  /** The items of the page. */
  ids: number[];
  /** Exact for what is shown. */
  total: number;
  /** What fills the first page behind few sure answers; outside the total. */
  near: number[];
  /** Nothing answers surely: what is shown is the nearest. */
  unsure: boolean;
  correctedTo: string | null;
  /** The service that others like it are shown for: it was asked so, or the catalogue does not have it. */
  similarToName: string | null;
  /** It is no work, and nothing here says it: dinner, a flat. */
  isBeyondWork: boolean;
  /** What is marked in the texts that are shown. */
  marked: Marked;
  /** What is told of what nothing that is marked explains. */
  nearby: Marked;
}

/** What a query found; the items are in the ranking. */
interface Answer extends Omit<Found, 'ids' | 'total' | 'near'> {
  /** Null when nothing may be near. */
  slots: readonly Slot[] | null;
}

const longestText = 400;

const nothingRead: Omit<Answer, 'slots'> = {
  unsure: false,
  correctedTo: null,
  similarToName: null,
  isBeyondWork: false,
  marked: new Map(),
  nearby: new Map(),
};

export class Engine {
  readonly index: Index;
  private readonly sums = new Sums();
  private readonly ranking = new Ranking();

  constructor(index: Index) {
    this.index = index;
  }

  /** A page of what answers. */
  search(query: Query, { page, perPage, sort, company = null }: Window): Found {
    const { slots, ...facts } = this.answer(query);
    const total = this.ranking.size;
    const docs = this.first((page + 1) * perPage, sort, company);
    const missing = page === 0 && slots ? perPage - total : 0;
    const near = missing > 0 && slots ? this.near(slots, query, new Set(docs), missing) : [];
    const idsOf = (found: readonly number[]) => found.map((doc) => this.index.ids[doc]!);
    return { ...facts, ids: idsOf(docs.slice(page * perPage)), total, near: idsOf(near) };
  }

  /** What is like an item and may stand in its place, the likest first. */
  likeItem(id: number, seesHidden: boolean, most: number): number[] {
    const { index, sums, ranking } = this;
    const sight: Sight = seesHidden ? 'live' : 'visible';
    const doc = index.ordinalOf(id);
    const likeness = doc === undefined ? null : likenessOf(index, doc, sight);
    if (!likeness) return [];
    const { slots, part, without } = likeness;
    sums.add(slots, 0, index.ids.length);
    ranking.collect(index, sums, { sight, needed: noNames, without, isLikeness: true });
    ranking.keep(likeCut(ranking, part), everything);
    return this.first(most, 'likes desc').map((like) => index.ids[like]!);
  }

  /** Ids of the concepts that an item is mainly for, what it is most for first; each finds it. */
  conceptsOf(id: number): string[] {
    const { index } = this;
    const doc = index.ordinalOf(id);
    if (doc === undefined) return [];
    return index
      .getSubjects(doc)
      .flatMap(({ term, share }) => {
        const concept = index.thesaurus.concepts[conceptOf(term.name) ?? -1];
        return concept && isMainly(doc, { term, share }) ? [{ id: concept.id, share }] : [];
      })
      .sort((a, b) => b.share - a.share || (a.id < b.id ? -1 : 1))
      .map((concept) => concept.id);
  }

  /** Whether a company approves each of these items, and how many of its people use it. */
  usesOf(
    ids: readonly number[],
    { key, approvalTag }: { key: string; approvalTag: string },
  ): { isApproved: boolean; colleagues: number }[] {
    const { index } = this;
    const isApproved = passing(index, { approvedBy: approvalTag }, true);
    const uses = index.uses.of(key);
    return ids.map((id) => ({
      isApproved: isApproved(index.ordinalOf(id) ?? -1),
      colleagues: uses[id] ?? 0,
    }));
  }

  /** How many items each further tag would leave of what answers. */
  tagCounts(query: Query): { tag: string; count: number }[] {
    const { index, ranking } = this;
    this.answer(query);
    const held = new Uint8Array(index.size);
    for (let place = 0; place < ranking.size; place += 1) held[ranking.docs[place]!] = 1;
    return [...index.tags.values()].flatMap(({ name, isApproval }) => {
      const term = index.terms.get(tagTerm(name));
      if (!term || (isApproval && !query.seesHidden)) return [];
      let count = 0;
      for (const posting of term.postings()) count += held[docOf(posting)]!;
      return count > 0 ? [{ tag: name, count }] : [];
    });
  }

  /** How many items each further filter would leave of what answers. */
  narrowedCounts(query: Query, filters: readonly Filter[]): number[] {
    const { index, ranking } = this;
    this.answer(query);
    return filters.map((filter) => {
      const passes = passing(index, filter, query.seesHidden);
      let count = 0;
      for (let place = 0; place < ranking.size; place += 1)
        if (passes(ranking.docs[place]!)) count += 1;
      return count;
    });
  }

  /** How many items answer. */
  count(query: Query): number {
    this.answer(query);
    return this.ranking.size;
  }

  /** Fills the ranking with what answers and passes the filters. */
  private answer(query: Query): Answer {
    const { index, sums, ranking } = this;
    const sight: Sight = query.seesHidden ? 'live' : 'visible';
    const typed = query.text.slice(0, longestText).normalize('NFKC').toLowerCase();
    const text = query.isExact ? typed : withoutGreetings(typed);
    const concepts = conceptSlots(index, query.concepts, sight);
    if (concepts === null) {
      ranking.collectAll(index, []);
      return { ...nothingRead, slots: null };
    }
    const isEmpty = text.trim() === '';
    const { slots: needed, areMain } = conceptSearch(index, concepts, sight);
    // What the first concept finds alone is only narrowed, by the others and by words.
    const isNarrowed = needed.length > 1 || !isEmpty;
    const among = needed[0] && isNarrowed ? this.answersOf(needed[0], sight) : null;
    const passes = passing(index, query, query.seesHidden, needed, among);
    if (isEmpty && needed.length > 0) {
      const answer = this.answerReading(plainReading(needed, []), false, sight, passes);
      // What only mentions them is near; alone it is unsure.
      if (answer.slots === null) return answer;
      return { ...answer, unsure: !areMain, slots: areMain ? concepts : null };
    }
    if (tokens(text).length === 0) {
      const all = passingAlone(index, query.tags, { sight, passes });
      ranking.collectAll(index, isEmpty ? all : []);
      return { ...nothingRead, slots: null };
    }
    const isTold = query.isExact || index.taught.means(text);
    const missing = isTold ? null : missingName(index, text, sight);
    const asksLike = missing === null ? text : `like ${missing}`;
    const likeness = query.isExact ? null : readLikeness(index, asksLike, sight);
    if (likeness) {
      const { name, slots, part, without, isSure } = likeness;
      sums.add(slots, 0, index.ids.length);
      ranking.collect(index, sums, { sight, needed: noNames, without, isLikeness: true });
      ranking.keep(likeCut(ranking, part), passes);
      return {
        ...nothingRead,
        similarToName: name,
        unsure: (missing !== null || !isSure) && ranking.size > 0,
        marked: markedTerms(slots),
        nearby: nearbyTerms(slots),
        slots: null,
      };
    }
    const asked = query.isExact ? text : withoutAskers(this.index, text);
    const reading = read(index, asked, { sight, isExact: query.isExact });
    return this.answerReading(reading, query.isExact, sight, passes);
  }

  private answerReading(reading: Reading, isExact: boolean, sight: Sight, passes: Passes): Answer {
    const { index, ranking } = this;
    const { slots, correctedTo, isBeyondWork, isGuess, isVague } = reading;
    // What cannot reach a sure answer is not even touched; only where no sure answer is are weaker ones looked for.
    this.collect(slots, sureCover, sight);
    if (!isExact && !isBeyondWork && ranking.bestCover < sureCover)
      this.collect(slots, nearCover, sight);
    ranking.collectNames(index, reading, sight);
    const { bestCover, bestValue, hasNames } = ranking;
    const best = { bestCover, bestValue, hasNames: hasNames && !isGuess, isVague };
    const cut = taskCut(best, !isBeyondWork);
    const isAnswered = ranking.keep(isExact ? 'every word' : cut, passes);
    return {
      // A correction that finds nothing explains nothing.
      correctedTo: isAnswered ? correctedTo : null,
      similarToName: null,
      isBeyondWork,
      unsure: isAnswered && !isExact && cut.unsure,
      marked: markedTerms(slots),
      nearby: nearbyTerms(slots),
      slots: isAnswered && !isExact ? slots : null,
    };
  }

  /** Marks by ordinal at what answers the slot of a concept alone, and at what admins taught to be a kind of it. */
  private answersOf(slot: Slot, sight: Sight): Uint8Array {
    const marks = new Uint8Array(this.index.size);
    this.answerReading(plainReading([slot], []), false, sight, everything);
    for (const doc of this.ranking.docs.subarray(0, this.ranking.size)) marks[doc] = 1;
    for (const { term } of slot.alternatives.values())
      if (isTaught(term)) for (const doc of term.held()) marks[doc] = 1;
    return marks;
  }

  /** Fills the ranking with what satisfies the slots. @param leastCover what cannot reach it need not be looked at */
  private collect(slots: readonly Slot[], leastCover: number, sight: Sight): void {
    const { index, sums, ranking } = this;
    const [slot, ...others] = slots;
    const [alternative, ...more] = slot?.alternatives.values() ?? [];
    if (slot && alternative && others.length + more.length === 0) {
      // Nothing is to be summed up.
      ranking.collectTerm(index, alternative, { sight, weight: slot.weight });
      return;
    }
    if (slot && others.length === 0) {
      sums.hold(slot, index.ids.length);
      ranking.collectSlot(index, sums, { sight, weight: slot.weight });
      return;
    }
    sums.add(slots, leastCover, index.ids.length);
    ranking.collect(index, sums, { sight, needed: slots.length });
  }

  /** What answers a part of the query, best first. */
  private near(slots: readonly Slot[], query: Query, without: Set<number>, most: number): number[] {
    const { index, sums, ranking } = this;
    const sight: Sight = query.seesHidden ? 'live' : 'visible';
    sums.add(slots, nearCover, index.ids.length);
    ranking.collect(index, sums, { sight, needed: noNames, without });
    const slotsOf = conceptSlots(index, query.concepts, sight) ?? [];
    const passes = passing(index, query, query.seesHidden, slotsOf);
    ranking.keep({ leastCover: nearCover, leastValue: 0, unsure: false }, passes);
    return this.first(most, 'likes desc');
  }

  /** The first of the ranking. */
  private first(most: number, sort: Sort, company: string | null = null): number[] {
    const { ranking } = this;
    const top = new Top(most);
    const keyOf = keysOf(this.index, sort, company);
    const isByRank = sort === 'likes desc';
    // Most of many answers are passed over: what stands first so far says what has no place among it.
    let least = 0;
    inChunks(ranking.size, (from, to) => {
      for (let place = from; place < to; place += 1) {
        if (ranking.isBelow(place, least)) continue;
        const doc = ranking.docs[place]!;
        const hasRisen = top.offer(keyOf(doc, isByRank ? ranking.rankAt(place) : 0), doc);
        if (hasRisen && isByRank) least = ranking.leastValueOf(rankOf(top.least));
      }
    });
    return top.sorted();
  }
}
