// Search engine: query understanding → retrieval → ranking → relevance threshold. docs/search.md follows one query through it.
import { tokens } from './tokenizer.ts';
import { ranking } from './rankingConstants.ts';
import { filterOf, type Filter, type Passes } from './filters.ts';
import { IndexView } from './indexView.ts';
import type { Index } from './invertedIndex.ts';
import { likenessOfItem, readLikeness } from './moreLikeThis.ts';
import { conceptClauses, conceptSearch, isCustom, isMainPurpose } from './conceptSearch.ts';
import {
  aboveThreshold,
  byRelevance,
  isNamed,
  retrieve,
  retrieveLike,
  sortedDocs,
  unranked,
  withNames,
  type Candidate,
  type Sort,
} from './ranking.ts';
import { parseQuery } from './queryParser.ts';
import { fused, reciprocalRanks } from '../embeddings/fusion.ts';
import type { SimilarItem } from '../embeddings/vectorSpace.ts';
import { highlightsIn, ParsedQuery, type Clause, type TermWorth } from './queryClauses.ts';
import { conceptOf, tagTerm } from './searchDocument.ts';

export interface Query extends Filter {
  text: string;
  tags: readonly string[];
  /** Ids of concepts; all of them must be there, or what is narrower. Without a text they rank what is found. */
  concepts?: readonly string[];
  approvedBy: string | null;
  seesHidden: boolean;
  isExact: boolean;
  /** Items near in meaning, the nearest first: they join what words answer unsurely, and follow what they answer surely. */
  similar?: readonly SimilarItem[];
}

export interface Window {
  page: number;
  perPage: number;
  sort: Sort;
  /** Company whose people the order by colleagues counts. */
  company?: string | null;
}

export interface Found {
  ids: number[];
  /** Exact for what is shown. */
  total: number;
  /** Near results that fill the first page behind few sure answers; outside the total. */
  near: number[];
  /** Nothing answers surely: what is shown is the nearest. */
  unsure: boolean;
  correctedTo: string | null;
  /** The service that others like it are shown for: it was asked so, or the catalogue does not have it. */
  similarToName: string | null;
  /** It is no work, and nothing here says it: dinner, a flat. */
  isBeyondWork: boolean;
  /** The text is the name of an item, or begins one. */
  isName: boolean;
  /** The terms to highlight in the texts that are shown. */
  marked: TermWorth;
  /** The terms that explain what none of those explains. */
  nearby: TermWorth;
}

/** Results of a query before they are sorted. */
interface Answer extends Omit<Found, 'ids' | 'total' | 'near' | 'isName'> {
  shown: readonly Candidate[];
  /** The clauses by which something may be near; null when nothing may. */
  clauses: readonly Clause[] | null;
}

const longestText = 400;

const nothing: Answer = {
  shown: [],
  clauses: null,
  unsure: false,
  correctedTo: null,
  similarToName: null,
  isBeyondWork: false,
  marked: new Map(),
  nearby: new Map(),
};

export class Engine {
  readonly index: Index;

  constructor(index: Index) {
    this.index = index;
  }

  search(query: Query, { page, perPage, sort, company = null }: Window): Found {
    const { shown, clauses, ...facts } = this.answer(query);
    const ids = sortedDocs(this.index, shown, sort, company);
    const missing = page === 0 && clauses ? perPage - shown.length : 0;
    const near = missing > 0 && clauses ? this.near(query, clauses, new Set(ids)) : [];
    return {
      ...facts,
      isName: shown.some(isNamed),
      ids: ids.slice(page * perPage, (page + 1) * perPage),
      total: shown.length,
      near: near.slice(0, missing),
    };
  }

  /** Alternatives to an item, the most similar first. */
  likeItem(id: number, seesHidden: boolean, most: number): number[] {
    const view = this.viewFor(seesHidden);
    const likeness = likenessOfItem(view, id);
    const candidates = likeness ? retrieveLike(view, likeness) : [];
    return byRelevance(this.index, candidates).slice(0, most);
  }

  /** Ids of the concepts that an item is mainly for, what it is most for first; each finds it. */
  conceptsOf(id: number): string[] {
    const { subjects = [] } = this.index.documents.get(id) ?? {};
    return subjects
      .filter(isMainPurpose)
      .sort((a, b) => b.share - a.share || (a.term.name < b.term.name ? -1 : 1))
      .flatMap(({ term }) => conceptOf(term.name) ?? []);
  }

  /** Approval of each of these items by a company, and the number of its people who use it. */
  usesOf(
    ids: readonly number[],
    { key, approvalTag }: { key: string; approvalTag: string },
  ): { isApproved: boolean; colleagues: number }[] {
    const isApproved = filterOf(this.viewFor(true), { approvedBy: approvalTag });
    return ids.map((id) => {
      const document = this.index.documents.get(id);
      return {
        isApproved: document !== undefined && isApproved(id),
        colleagues: document?.usedBy[key] ?? 0,
      };
    });
  }

  /** Number of results that each further tag would leave. */
  tagCounts(query: Query): { tag: string; count: number }[] {
    const shown = new Set(this.answer(query).shown.map(({ doc }) => doc));
    return [...this.index.tags.values()]
      .filter(({ isApproval }) => !isApproval || query.seesHidden)
      .map(({ name }) => {
        const postings = this.index.terms.get(tagTerm(name))?.postings ?? [];
        return { tag: name, count: postings.filter(({ doc }) => shown.has(doc)).length };
      })
      .filter(({ count }) => count > 0);
  }

  /** Number of results that each further filter would leave. */
  narrowedCounts(query: Query, filters: readonly Filter[]): number[] {
    const { shown } = this.answer(query);
    return filters.map((filter) => {
      const passes = filterOf(this.viewFor(query.seesHidden), filter);
      return shown.filter(({ doc }) => passes(doc)).length;
    });
  }

  count(query: Query): number {
    return this.answer(query).shown.length;
  }

  sees(id: number, seesHidden: boolean): boolean {
    return this.viewFor(seesHidden).isSeen(id);
  }

  private viewFor(seesHidden: boolean): IndexView {
    return new IndexView(this.index, seesHidden ? 'all' : 'visible');
  }

  /** Answer by words, and where they give no sure one, also by meaning. */
  private answer(query: Query): Answer {
    const answer = this.answerByWords(query);
    const { shown, clauses, unsure } = answer;
    const isSure = clauses !== null && !unsure;
    const similar = isSure ? [] : this.similarItems(query);
    if (similar.length === 0) return answer;
    const known = new Set(shown.map(({ doc }) => doc));
    const docs = similar.map(({ id }) => id);
    const ranks = reciprocalRanks([byRelevance(this.index, shown), docs]);
    const all = [...shown, ...unranked(docs.filter((doc) => !known.has(doc)))];
    return {
      ...answer,
      shown: all.map((one) => ({ ...one, value: ranks.get(one.doc)! })),
      unsure: !similar.some(({ isClose }) => isClose),
    };
  }

  /** The items near in meaning that pass the filters. */
  private similarItems(query: Query): SimilarItem[] {
    const { similar = [] } = query;
    if (similar.length === 0) return [];
    const view = this.viewFor(query.seesHidden);
    const passes = filterOf(view, query);
    return similar.filter(({ id }) => view.isSeen(id) && passes(id));
  }

  private answerByWords(query: Query): Answer {
    const { isExact } = query;
    const view = this.viewFor(query.seesHidden);
    const text = query.text
      .slice(0, longestText)
      .normalize('NFKC')
      .toLowerCase()
      .replace(/\p{Default_Ignorable_Code_Point}+/gu, '');
    const isEmpty = text.trim() === '';
    const asked = conceptClauses(view, query.concepts);
    if (asked === null) return nothing;
    const { clauses: concepts, areMain } = conceptSearch(view, asked);
    // The results of the first concept alone are only narrowed, by the others and by words.
    const isNarrowed = concepts.length > 1 || !isEmpty;
    const among = concepts[0] && isNarrowed ? this.docsFor(view, concepts[0]) : null;
    const isFiltered = filterOf(view, query, concepts);
    const passes: Passes = (doc) => isFiltered(doc) && (!among || among.has(doc));
    if (isEmpty && concepts.length > 0) {
      const answer = this.answerQuery(view, new ParsedQuery(concepts), passes);
      // Items that only mention them are near; alone they are unsure.
      if (answer.clauses === null) return answer;
      return { ...answer, unsure: !areMain, clauses: areMain ? asked : null };
    }
    if (isEmpty) {
      const docs = [...this.index.documents.keys()];
      const shown = unranked(docs.filter((doc) => view.isSeen(doc) && passes(doc)));
      return { ...nothing, shown };
    }
    if (tokens(text).length === 0) return nothing;
    return (
      (isExact ? null : this.answerLike(view, text, passes)) ??
      this.answerQuery(view, parseQuery(view, text, { isExact }), passes)
    );
  }

  /** Results similar to the service that a text names; null where it names none. */
  private answerLike(view: IndexView, text: string, passes: Passes): Answer | null {
    const likeness = readLikeness(view, text);
    if (!likeness) return null;
    const { name, clauses, isSure } = likeness;
    const shown = retrieveLike(view, likeness).filter(({ doc }) => passes(doc));
    return {
      ...nothing,
      shown,
      similarToName: name,
      unsure: !isSure && shown.length > 0,
      ...highlightsIn(clauses),
    };
  }

  private answerQuery(view: IndexView, query: ParsedQuery, passes: Passes): Answer {
    const { clauses, correctedTo, isBeyondWork, isGuess, isExact } = query;
    const { candidates, hasNames } = withNames(view, retrieve(view, clauses), query);
    const { all, unsure } = aboveThreshold(candidates, query, hasNames && !isGuess);
    const isAnswered = all.length > 0;
    return {
      ...nothing,
      shown: all.filter(({ doc }) => passes(doc)),
      // A correction that finds nothing explains nothing.
      correctedTo: isAnswered ? correctedTo : null,
      isBeyondWork,
      unsure: isAnswered && unsure,
      ...highlightsIn(clauses),
      clauses: isAnswered && !isExact ? clauses : null,
    };
  }

  /** Results for the clause of a concept alone, with those of custom concepts that are a kind of it. */
  private docsFor(view: IndexView, clause: Clause): Set<number> {
    const { shown } = this.answerQuery(view, new ParsedQuery([clause]), () => true);
    const custom = [...clause.alternatives.keys()].filter(isCustom);
    return new Set([...shown, ...custom.flatMap(({ postings }) => postings)].map(({ doc }) => doc));
  }

  /** Near results for a part of the query, and those near in meaning, best first. */
  private near(query: Query, clauses: readonly Clause[], without: ReadonlySet<number>): number[] {
    const view = this.viewFor(query.seesHidden);
    const passes = filterOf(view, query, conceptClauses(view, query.concepts) ?? []);
    const near = retrieve(view, clauses).filter(
      ({ doc, cover }) => cover >= ranking.nearCover && !without.has(doc) && passes(doc),
    );
    const similar = this.similarItems(query).map(({ id }) => id);
    return fused([byRelevance(this.index, near), similar.filter((id) => !without.has(id))]);
  }
}
