// Answers searches: analyse → read → match → rank → cut → mark. README.md of the room follows one query through it.
import { tokens } from './analyse.ts';
import type { Index } from './index.ts';
import { likenessOf, missingName, readLikeness, withoutAskers } from './like.ts';
import { Sums } from './match.ts';
import type { Marked } from './mark.ts';
import { nearCover, Ranking, sureCover } from './rank.ts';
import { read, type Reading } from './read.ts';
import { conceptSlot, markedTerms, type Slot } from './slots.ts';
import { conceptOf, tagTerm, type Term } from './terms.ts';
import { Top } from './top.ts';
import type { Sight } from './vocabulary.ts';

export interface Query {
  text: string;
  /** Original names; all of them must be there. */
  tags: readonly string[];
  /** Ids of concepts; all of them must be there, or what is narrower. Without a text they rank what is found. */
  concepts?: readonly string[];
  /** The approval tag of the company whose services are asked for, in lower case. */
  approvedBy: string | null;
  seesHidden: boolean;
  isExact: boolean;
  /** Marks at the ids of items; all of them must be there. */
  marked?: readonly Uint8Array[];
}

export interface Window {
  page: number;
  perPage: number;
  sort: 'likes desc' | 'likes asc' | 'ru asc' | 'ru desc' | 'en asc' | 'en desc';
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
  likeName: string | null;
  /** What is marked in the texts that are shown. */
  marked: Marked;
}

/** What a query found; the items are in the ranking. */
interface Answer extends Pick<Found, 'unsure' | 'correctedTo' | 'likeName' | 'marked'> {
  /** Null when nothing may be near. */
  slots: readonly Slot[] | null;
}

const longestText = 400;
/** Likes and ids share a number with the rank: each has its bits. */
const most22Bits = 0x3fffff;

const nothingRead: Pick<Answer, 'unsure' | 'correctedTo' | 'likeName' | 'marked'> = {
  unsure: false,
  correctedTo: null,
  likeName: null,
  marked: new Map(),
};

export class Engine {
  readonly index: Index;
  private readonly sums = new Sums();
  private readonly ranking = new Ranking();

  constructor(index: Index) {
    this.index = index;
  }

  /** A page of what answers. */
  search(query: Query, { page, perPage, sort }: Window): Found {
    const { slots, ...facts } = this.answer(query);
    const total = this.ranking.size;
    const docs = this.first((page + 1) * perPage, sort);
    const missing = page === 0 && slots ? perPage - total : 0;
    const near = missing > 0 && slots ? this.near(slots, query, new Set(docs), missing) : [];
    const idsOf = (found: readonly number[]) => found.map((doc) => this.index.ids[doc]!);
    return { ...facts, ids: idsOf(docs.slice(page * perPage)), total, near: idsOf(near) };
  }

  /** What is like an item and may stand in its place, the likest first. */
  likeItem(id: number, seesHidden: boolean, most: number): number[] {
    const { index, sums, ranking } = this;
    const sight: Sight = seesHidden ? 'live' : 'visible';
    const doc = index.ordinals.get(id);
    const likeness = doc === undefined ? null : likenessOf(index, doc, sight);
    if (!likeness) return [];
    const { slots, without } = likeness;
    sums.add(slots, 0, index.ids.length);
    ranking.collect(index, sums, { sight, needed: Infinity, without, isLikeness: true });
    ranking.keep(ranking.likeCut(), () => true);
    return this.first(most, 'likes desc').map((like) => index.ids[like]!);
  }

  /** Ids of the concepts that an item is about, what it is most about first. */
  conceptsOf(id: number): string[] {
    const { index } = this;
    const doc = index.ordinals.get(id);
    if (doc === undefined) return [];
    return index
      .getSubjects(doc)
      .flatMap(({ term, share }) => {
        const concept = index.thesaurus.concepts[conceptOf(term.name) ?? -1];
        return concept ? [{ id: concept.id, share }] : [];
      })
      .sort((a, b) => b.share - a.share || (a.id < b.id ? -1 : 1))
      .map((concept) => concept.id);
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
      for (const doc of term.held()) count += held[doc]!;
      return count > 0 ? [{ tag: name, count }] : [];
    });
  }

  /** How many items each further set of marks would leave of what answers. */
  markCounts(query: Query, sets: readonly Uint8Array[]): number[] {
    const { index, ranking } = this;
    this.answer(query);
    return sets.map((marks) => {
      let count = 0;
      for (let place = 0; place < ranking.size; place += 1)
        count += marks[index.ids[ranking.docs[place]!]!] ?? 0;
      return count;
    });
  }

  /** Fills the ranking with what answers and passes the filters. */
  private answer(query: Query): Answer {
    const { index, sums, ranking } = this;
    const sight: Sight = query.seesHidden ? 'live' : 'visible';
    const text = query.text.slice(0, longestText).normalize('NFKC').toLowerCase();
    const concepts = this.conceptSlots(query, sight);
    if (concepts === null) return this.nothing();
    const passes = this.filter(query, concepts);
    if (text.trim() === '' && concepts.length > 0) {
      const reading = { names: new Set<string>(), beginnings: new Set<string>() };
      return this.answerReading(
        { ...reading, slots: concepts, correctedTo: null },
        { ...query, isExact: false },
        sight,
        passes,
      );
    }
    const isEverything = text.trim() === '';
    if (isEverything || tokens(text).length === 0) {
      ranking.collectAll(index, (doc) => isEverything && index.isSeen(doc, sight) && passes(doc));
      return { ...nothingRead, slots: null };
    }
    const missing = query.isExact ? null : missingName(index, text, sight);
    const likeness = query.isExact
      ? null
      : readLikeness(index, missing === null ? text : `like ${missing}`, sight);
    if (likeness) {
      const { name, slots, without } = likeness;
      sums.add(slots, 0, index.ids.length);
      ranking.collect(index, sums, { sight, needed: Infinity, without, isLikeness: true });
      ranking.keep(ranking.likeCut(), passes);
      return {
        ...nothingRead,
        likeName: name,
        unsure: missing !== null && ranking.size > 0,
        marked: markedTerms(slots),
        slots: null,
      };
    }
    const asked = query.isExact ? text : withoutAskers(text);
    const reading = read(index, asked, { sight, isExact: query.isExact });
    return this.answerReading(reading, query, sight, passes);
  }

  private answerReading(
    reading: Reading,
    { isExact }: Query,
    sight: Sight,
    passes: (doc: number) => boolean,
  ): Answer {
    const { index, sums, ranking } = this;
    const { slots, correctedTo } = reading;
    // What cannot reach a sure answer is not even touched; only where no sure answer is are weaker ones looked for.
    sums.add(slots, sureCover, index.ids.length);
    ranking.collect(index, sums, { sight, needed: slots.length });
    if (!isExact && ranking.bestCover < sureCover) {
      sums.add(slots, nearCover, index.ids.length);
      ranking.collect(index, sums, { sight, needed: slots.length });
    }
    ranking.collectNames(index, reading, sight);
    const cut = ranking.taskCut();
    const isAnswered = ranking.keep(isExact ? 'every word' : cut, passes);
    return {
      // A correction that finds nothing explains nothing.
      correctedTo: isAnswered ? correctedTo : null,
      likeName: null,
      unsure: isAnswered && !isExact && cut.unsure,
      marked: markedTerms(slots),
      slots: isAnswered && !isExact ? slots : null,
    };
  }

  /** What answers a part of the query, best first. */
  private near(slots: readonly Slot[], query: Query, without: Set<number>, most: number): number[] {
    const { index, sums, ranking } = this;
    const sight: Sight = query.seesHidden ? 'live' : 'visible';
    sums.add(slots, nearCover, index.ids.length);
    ranking.collect(index, sums, { sight, needed: Infinity, without });
    const passes = this.filter(query, this.conceptSlots(query, sight) ?? []);
    ranking.keep({ leastCover: nearCover, leastValue: 0, unsure: false }, passes);
    return this.first(most, 'likes desc');
  }

  /** The first of the ranking. */
  private first(most: number, sort: Window['sort']): number[] {
    const { docs, ranks, size } = this.ranking;
    const top = new Top(most);
    const keyOf = this.keys(sort);
    for (let place = 0; place < size; place += 1) {
      top.offer(keyOf(docs[place]!, ranks[place]!), docs[place]!);
    }
    return top.sorted();
  }

  /** A slot for each concept that is asked for; null when one of them is not known. */
  private conceptSlots({ concepts = [] }: Query, sight: Sight): Slot[] | null {
    const { index } = this;
    const slots = concepts.map((id) => {
      const place = index.thesaurus.places.get(id);
      if (place === undefined) return index.taught.slot(id, index, sight);
      const slot = conceptSlot(place, index, sight);
      index.taught.widen(slot, id, index, sight);
      return slot;
    });
    return slots.every((slot) => slot !== null) ? slots : null;
  }

  private nothing(): Answer {
    this.ranking.collectAll(this.index, () => false);
    return { ...nothingRead, slots: null };
  }

  private filter(
    { tags, approvedBy, seesHidden, marked = [] }: Query,
    concepts: readonly Slot[],
  ): (doc: number) => boolean {
    const { index } = this;
    if (!seesHidden && tags.some((tag) => index.tags.get(tag)?.isApproval)) return () => false;
    const termsOf = (names: readonly string[]) =>
      names.flatMap((name) => index.terms.get(tagTerm(name)) ?? []);
    const needed: (readonly Term[])[] = [
      ...[...new Set(tags)].map((tag) => termsOf([tag])),
      ...(approvedBy === null ? [] : [termsOf(index.findApprovals(approvedBy))]),
      ...concepts.map(({ alternatives }) => [...alternatives.keys()]),
    ];
    const isMarked = (doc: number): boolean =>
      marked.every((marks) => marks[index.ids[doc]!] === 1);
    if (needed.length === 0) return marked.length === 0 ? () => true : isMarked;
    const held = new Uint8Array(index.size);
    for (const [place, either] of needed.entries()) {
      for (const term of either) {
        for (const doc of term.held()) {
          // Who has not held those before cannot pass any more.
          if (held[doc] === place) held[doc] = place + 1;
        }
      }
    }
    return (doc) => held[doc] === needed.length && isMarked(doc);
  }

  /** The order of the page as one number for each item, the larger the earlier; the older id decides between equals. */
  private keys(sort: Window['sort']): (doc: number, rank: number) => number {
    const { likes, ids, titles, size } = this.index;
    const older = (doc: number) => most22Bits - (ids[doc]! & most22Bits);
    const liked = (doc: number) => Math.min(most22Bits, likes[doc]!);
    const room = most22Bits + 1;
    if (sort === 'likes desc') return (doc, rank) => (rank * room + liked(doc)) * room + older(doc);
    if (sort === 'likes asc') return (doc) => (most22Bits - liked(doc)) * room + older(doc);
    const ranks = titles[sort.startsWith('ru') ? 'ru' : 'en'].ranks(size);
    return sort.endsWith('asc')
      ? (doc) => (most22Bits - ranks[doc]!) * room + older(doc)
      : (doc) => ranks[doc]! * room + (ids[doc]! & most22Bits);
  }
}
