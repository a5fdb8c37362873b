// Search engine: query understanding → retrieval → ranking → relevance threshold. docs/search.md follows one query through it.
import { tokens } from './tokenizer.ts';
import { ranking } from './rankingConstants.ts';
import { filterOf, type Filter, type Passes } from './filters.ts';
import { IndexView } from './indexView.ts';
import type { Index } from './invertedIndex.ts';
import { likenessOfItem, missingName, readLikeness } from './moreLikeThis.ts';
import { conceptClauses, conceptSearch, isCustom, isMainPurpose } from './conceptSearch.ts';
import { sortedDocs, type Sort } from './sortOrders.ts';
import {
  aboveThreshold,
  isNamed,
  nearThreshold,
  retrieve,
  retrieveLike,
  taskThreshold,
  unranked,
  withNames,
  type Candidate,
} from './ranking.ts';
import { parseQuery, plainQuery, type ParsedQuery } from './queryParser.ts';
import { fused, reciprocalRanks } from '../embeddings/fusion.ts';
import type { SimilarItem } from '../embeddings/vectorSpace.ts';
import { highlightsIn, type Clause, type TermWorth } from './queryClauses.ts';
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
  bestValue: number;
  /** The clauses by which something may be near; null when nothing may. */
  clauses: readonly Clause[] | null;
}

const longestText = 400;

const nothing: Answer = {
  shown: [],
  bestValue: 0,
  clauses: null,
  unsure: false,
  correctedTo: null,
  similarToName: null,
  isBeyondWork: false,
  marked: new Map(),
  nearby: new Map(),
};

const viewFor = (index: Index, seesHidden: boolean): IndexView =>
  new IndexView(index, seesHidden ? 'all' : 'visible');

export class Engine {
  readonly index: Index;

  constructor(index: Index) {
    this.index = index;
  }

  search(query: Query, { page, perPage, sort, company = null }: Window): Found {
    const { shown, bestValue, clauses, ...facts } = this.answer(query);
    const docs = sortedDocs(this.index, shown, { sort, company, bestValue });
    const missing = page === 0 && clauses ? perPage - shown.length : 0;
    const byWords = missing > 0 && clauses ? this.near(query, clauses, new Set(docs)) : [];
    const near = missing > 0 ? this.withSimilarNear(query, byWords, new Set(docs)) : byWords;
    return {
      ...facts,
      isName: shown.some(isNamed),
      ids: this.idsOf(docs.slice(page * perPage, (page + 1) * perPage)),
      total: shown.length,
      near: this.idsOf(near.slice(0, Math.max(0, missing))),
    };
  }

  /** Alternatives to an item, the most similar first. */
  likeItem(id: number, seesHidden: boolean, most: number): number[] {
    const view = viewFor(this.index, seesHidden);
    const doc = this.index.docOf(id);
    const likeness = doc === undefined ? null : likenessOfItem(view, doc);
    if (!likeness) return [];
    const { all, bestValue } = retrieveLike(view, likeness);
    return this.idsOf(this.byRelevance(all, bestValue).slice(0, most));
  }

  /** Ids of the concepts that an item is mainly for, what it is most for first; each finds it. */
  conceptsOf(id: number): string[] {
    const doc = this.index.docOf(id);
    if (doc === undefined) return [];
    return this.index.documents[doc]!.subjects.flatMap((subject) => {
      const concept = this.index.thesaurus.concepts[conceptOf(subject.term.name) ?? -1];
      return concept && isMainPurpose(doc, subject)
        ? [{ id: concept.id, impact: subject.impact }]
        : [];
    })
      .sort((a, b) => b.impact - a.impact || (a.id < b.id ? -1 : 1))
      .map((concept) => concept.id);
  }

  /** Approval of each of these items by a company, and the number of its people who use it. */
  usesOf(
    ids: readonly number[],
    { key, approvalTag }: { key: string; approvalTag: string },
  ): { isApproved: boolean; colleagues: number }[] {
    const isApproved = filterOf(viewFor(this.index, true), { approvedBy: approvalTag });
    return ids.map((id) => {
      const doc = this.index.docOf(id);
      if (doc === undefined) return { isApproved: false, colleagues: 0 };
      const { usedBy } = this.index.documents[doc]!;
      return { isApproved: isApproved(doc), colleagues: usedBy[key] ?? 0 };
    });
  }

  /** Number of people who use an item, in all and by company. */
  usersOf(id: number): { likes: number; companies: { companyKey: string; count: number }[] } {
    const { likes, usedBy } = this.index.documents[this.index.docOf(id) ?? -1] ?? {
      likes: 0,
      usedBy: {},
    };
    const companies = Object.entries(usedBy).map(([companyKey, count]) => ({ companyKey, count }));
    return { likes, companies };
  }

  /** Number of results that each further tag would leave. */
  tagCounts(query: Query): { tag: string; count: number }[] {
    const shown = new Set(this.answer(query).shown.map(({ doc }) => doc));
    return [...this.index.tags.values()].flatMap(({ name, isApproval }) => {
      if (isApproval && !query.seesHidden) return [];
      const postings = this.index.terms.get(tagTerm(name))?.postings ?? [];
      const count = postings.filter(({ doc }) => shown.has(doc)).length;
      return count > 0 ? [{ tag: name, count }] : [];
    });
  }

  /** Number of results that each further filter would leave. */
  narrowedCounts(query: Query, filters: readonly Filter[]): number[] {
    const view = viewFor(this.index, query.seesHidden);
    const { shown } = this.answer(query);
    return filters.map((filter) => {
      const passes = filterOf(view, filter);
      return shown.filter(({ doc }) => passes(doc)).length;
    });
  }

  count(query: Query): number {
    return this.answer(query).shown.length;
  }

  /** True when an item exists for a reader. */
  sees(id: number, seesHidden: boolean): boolean {
    return viewFor(this.index, seesHidden).isSeen(this.index.docOf(id) ?? -1);
  }

  /** Answer by words, and where they give no sure one, also by meaning. */
  private answer(query: Query): Answer {
    const answer = this.answerByWords(query);
    const { shown, bestValue, clauses, unsure } = answer;
    const isSure = clauses !== null && !unsure;
    const similar = isSure ? [] : this.similarDocs(query);
    if (similar.length === 0) return answer;
    const known = new Map(shown.map((one) => [one.doc, one]));
    const ranks = reciprocalRanks([
      this.byRelevance(shown, bestValue),
      similar.map(({ doc }) => doc),
    ]);
    const added = unranked([...ranks.keys()].filter((doc) => !known.has(doc)));
    const all = [...shown, ...added].map((one) => ({ ...one, value: ranks.get(one.doc)! }));
    return {
      ...answer,
      shown: all,
      bestValue: Math.max(...ranks.values()),
      unsure: !similar.some(({ isClose }) => isClose),
    };
  }

  /** Near results by words and by meaning, fused. */
  private withSimilarNear(
    query: Query,
    near: readonly number[],
    without: ReadonlySet<number>,
  ): number[] {
    const similar = this.similarDocs(query).map(({ doc }) => doc);
    return fused([near, similar.filter((doc) => !without.has(doc))]);
  }

  private similarDocs(query: Query): { doc: number; isClose: boolean }[] {
    const { similar = [] } = query;
    if (similar.length === 0) return [];
    const view = viewFor(this.index, query.seesHidden);
    const passes = filterOf(view, query);
    return similar.flatMap(({ id, isClose }) => {
      const doc = this.index.docOf(id);
      return doc !== undefined && view.isSeen(doc) && passes(doc) ? [{ doc, isClose }] : [];
    });
  }

  private answerByWords(query: Query): Answer {
    const { index } = this;
    const { isExact } = query;
    const view = viewFor(index, query.seesHidden);
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
    const passes = filterOf(view, query, concepts, among);
    if (isEmpty && concepts.length > 0) {
      const answer = this.answerQuery(view, plainQuery(concepts), passes);
      // Items that only mention them are near; alone they are unsure.
      if (answer.clauses === null) return answer;
      return { ...answer, unsure: !areMain, clauses: areMain ? asked : null };
    }
    if (tokens(text).length === 0) return isEmpty ? this.answerAll(view, passes) : nothing;
    return (
      (isExact ? null : this.answerLike(view, text, passes)) ??
      this.answerQuery(view, parseQuery(view, text, { isExact }), passes, isExact)
    );
  }

  private answerAll(view: IndexView, passes: Passes): Answer {
    const docs = [...this.index.documents.keys()].filter((doc) => view.isSeen(doc) && passes(doc));
    return { ...nothing, shown: unranked(docs) };
  }

  /** Results similar to the service that a text names; null where it names none. */
  private answerLike(view: IndexView, text: string, passes: Passes): Answer | null {
    const missing = this.index.customVocabulary.hasPhrase(text) ? null : missingName(view, text);
    const likeness = readLikeness(view, missing === null ? text : `like ${missing}`);
    if (!likeness) return null;
    const { name, clauses, isSure } = likeness;
    const { all, bestValue } = retrieveLike(view, likeness);
    const shown = all.filter(({ doc }) => passes(doc));
    return {
      ...nothing,
      shown,
      bestValue,
      similarToName: name,
      unsure: (missing !== null || !isSure) && shown.length > 0,
      ...highlightsIn(clauses),
    };
  }

  private answerQuery(
    view: IndexView,
    query: ParsedQuery,
    passes: Passes,
    isExact = false,
  ): Answer {
    const { clauses, correctedTo, isBeyondWork, isGuess, isVague } = query;
    const { candidates, hasNames } = withNames(view, retrieve(view, clauses), query);
    const threshold = taskThreshold(candidates, {
      mayBeUnsure: !isBeyondWork,
      isVague,
      hasNames: hasNames && !isGuess,
    });
    const all = aboveThreshold(candidates, isExact ? null : threshold);
    const isAnswered = all.length > 0;
    return {
      shown: all.filter(({ doc }) => passes(doc)),
      bestValue: candidates.bestValue,
      // A correction that finds nothing explains nothing.
      correctedTo: isAnswered ? correctedTo : null,
      similarToName: null,
      isBeyondWork,
      unsure: isAnswered && !isExact && threshold.unsure,
      ...highlightsIn(clauses),
      clauses: isAnswered && !isExact ? clauses : null,
    };
  }

  /** Results for the clause of a concept alone, with those of custom concepts that are a kind of it. */
  private docsFor(view: IndexView, clause: Clause): Set<number> {
    const { shown } = this.answerQuery(view, plainQuery([clause]), () => true);
    const custom = [...clause.alternatives.keys()].filter(isCustom);
    return new Set([...shown, ...custom.flatMap(({ postings }) => postings)].map(({ doc }) => doc));
  }

  /** Near results for a part of the query, best first. */
  private near(query: Query, clauses: readonly Clause[], without: ReadonlySet<number>): number[] {
    const view = viewFor(this.index, query.seesHidden);
    const passes = filterOf(view, query, conceptClauses(view, query.concepts) ?? []);
    const found = retrieve(view, clauses);
    const all = found.all.filter(({ doc }) => !without.has(doc));
    const bestValue = Math.max(0, ...all.map(({ value }) => value));
    const near = aboveThreshold({ ...found, all }, nearThreshold).filter(({ doc }) => passes(doc));
    return this.byRelevance(near, bestValue);
  }

  private byRelevance(candidates: readonly Candidate[], bestValue: number): number[] {
    return sortedDocs(this.index, candidates, { sort: 'likes desc', company: null, bestValue });
  }

  private idsOf(docs: readonly number[]): number[] {
    return docs.map((doc) => this.index.documents[doc]!.id);
  }
}
