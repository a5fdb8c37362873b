// Query expansion: a clause for every word of a query, with the terms that would satisfy it and what each is worth.
import type { IndexView } from './indexView.ts';
import type { Posting, Term } from './invertedIndex.ts';
import { ranking } from './rankingConstants.ts';

export interface Worth {
  /** Weight: 1 for the word itself. */
  score: number;
  /** Share of the word's meaning that it covers. */
  cover: number;
}

/** One way to satisfy a clause. */
interface Alternative extends Worth {
  term: Term;
  /** The word itself, in some form: names are found by these. */
  isLiteral: boolean;
}

export class Clause {
  readonly word: string;
  /** It orders what is found, and neither admits nor shuts out an item. */
  isSoft: boolean;
  /** Weight of the word by its document frequency: rare words weigh more. */
  weight = 0;
  /** Document frequency of the rarest concept that it says in a phrase; infinite for a word alone. */
  heldByPhrase = Infinity;
  alternatives = new Map<Term, Alternative>();
  private readonly view: IndexView;

  constructor(view: IndexView, word: string, isSoft = false) {
    this.view = view;
    this.word = word;
    this.isSoft = isSoft;
  }

  /** Adds a way to satisfy the clause, or strengthens the one that is there; a term that nobody sees is none. */
  offer(term: Term | undefined, { score, cover }: Worth, isLiteral = false): void {
    if (!term || this.view.count(term) === 0) return;
    const known = this.alternatives.get(term);
    this.alternatives.set(term, {
      term,
      score: Math.max(score, known?.score ?? 0),
      cover: Math.max(cover, known?.cover ?? 0),
      isLiteral: isLiteral || (known?.isLiteral ?? false),
    });
  }

  offerWord(word: string): void {
    this.offer(this.view.stemTerm(word), ranking.worth.itself, true);
  }

  /** Adds a concept with those around it. @param share of what they are worth @param coverShare of what they cover */
  offerConcept(concept: string, share = 1, coverShare = share): void {
    for (const [relation, other] of this.view.index.thesaurus.around(concept)) {
      const { score, cover } = ranking.worth[relation];
      this.offer(this.view.conceptTerm(other), {
        score: score * share,
        cover: cover * coverShare,
      });
    }
  }

  /** Weighs the clause by the rarity of its word, and of what says the same. */
  weigh(): this {
    const same = [...this.alternatives.values()].filter(({ cover }) => cover >= ranking.sameCover);
    const most = Math.max(0, ...same.map(({ term }) => this.view.count(term)));
    const weight = Math.max(
      most > 0 ? this.view.rarity(most) : ranking.unknownWeight,
      // "Text to speech" is rarer than "text": its words together say what the concept says.
      this.heldByPhrase === Infinity ? 0 : this.view.rarity(this.heldByPhrase),
    );
    this.weight = this.isSoft ? weight * ranking.softShare : weight;
    return this;
  }

  /** A copy with other postings of its terms. */
  withPostings(change: (term: Term) => Posting[]): Clause {
    const copy = Object.assign(new Clause(this.view, this.word), this);
    const changed = [...this.alternatives.values()].map((one) => ({
      ...one,
      term: { ...one.term, postings: change(one.term) },
    }));
    copy.alternatives = new Map(changed.map((one) => [one.term, one]));
    return copy;
  }
}

/** A clause that only a concept, and what is narrower, satisfies. */
export function conceptClause(view: IndexView, concept: string): Clause {
  const clause = new Clause(view, concept);
  clause.offer(view.conceptTerm(concept), ranking.worth.itself);
  for (const [relation, other] of view.index.thesaurus.around(concept))
    if (relation === 'narrower' || relation === 'narrowest')
      clause.offer(view.conceptTerm(other), ranking.worth[relation]);
  return clause.weigh();
}

/** What clauses ask; the query parser reads the rest from the text. */
export class ParsedQuery {
  readonly clauses: readonly Clause[];
  /** Titles that are meant, or their beginnings, as one word: as typed, and as corrected. */
  readonly names = new Set<string>();
  /** The text as it stands in a title, where signs or single letters make the name: C++, R, @mention. */
  written: RegExp | null = null;
  /** It is meant as it is typed: nothing is corrected, no meanings are looked for. */
  isExact = false;
  /** Corrected text; null when nothing was corrected. */
  correctedTo: string | null = null;
  /** What is meant is guessed: a name alone answers nothing surely. */
  isGuess = false;
  /** It is no work that anything here says, and no other task: only what surely covers the rest answers. */
  isBeyondWork = false;
  /** It says nothing of a task: what its words find by chance answers nothing surely, only a name does. */
  isVague = false;

  constructor(clauses: readonly Clause[]) {
    this.clauses = clauses;
  }
}

/** The names of the terms of a query, each with what it is worth. */
export type TermWorth = ReadonlyMap<string, number>;

/**
 * The terms to highlight in what is found; and those that cover too little, by which something is found all the same. A word itself
 * is highlighted, however little it says, as inside a phrase.
 */
export function highlightsIn(clauses: readonly Clause[]): { marked: TermWorth; nearby: TermWorth } {
  const [marked, nearby] = [new Map<string, number>(), new Map<string, number>()];
  for (const { alternatives } of clauses)
    for (const { term, score, cover, isLiteral } of alternatives.values()) {
      const found = isLiteral || cover >= ranking.highlightCover ? marked : nearby;
      for (const name of [term.name, ...(term.stems ?? [])])
        found.set(name, Math.max(score, found.get(name) ?? 0));
    }
  return { marked, nearby };
}
