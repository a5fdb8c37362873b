// Custom synonyms, words and concepts of admins, and what they offer the clauses of a query. They are read with the query, so that they
// hold at once and nothing is indexed anew.
import { tokens, type Token } from './tokenizer.ts';
import { ranking } from './rankingConstants.ts';
import { customConceptTerm } from './searchDocument.ts';
import type { IndexView } from './indexView.ts';
import type { Posting, Term } from './invertedIndex.ts';
import type { Clause } from './queryClauses.ts';
import type { Language } from '../../../shared/language.ts';

/** Two words or phrases that mean the same. */
export interface Pair {
  word: string;
  synonym: string;
}

/** A word or phrase that says a concept of the thesaurus. */
export interface CustomSynonym {
  word: string;
  concept: string;
}

export interface CustomConcept {
  id: number;
  /** Names in both languages; searches match them as well as `words`. */
  ru: string;
  en: string;
  words: readonly string[];
  /** The id of the concept of the thesaurus of which it is a kind. */
  broader: string | null;
}

type Phrase = readonly Token[];

interface ParsedConcept extends Omit<CustomConcept, 'words'> {
  /** All that it is called and said with. */
  names: readonly string[];
  phrases: readonly Phrase[];
}

/** Positions of the words of a phrase one after the other; none where they do not. */
function placesOf(phrase: Phrase, all: Phrase): number[] {
  const from = all.findIndex((_, start) =>
    phrase.every(({ stem }, place) => all[start + place]?.stem === stem),
  );
  return from < 0 ? [] : phrase.map((_, place) => from + place);
}

/** The id of a custom concept among those of the thesaurus. */
export const customConceptId = (id: number): string => `own-${id}`;

export class CustomVocabulary {
  readonly concepts: readonly ParsedConcept[];
  /** Each pair in both directions. */
  readonly pairs: (readonly [Phrase, Phrase])[];
  readonly words: { phrase: Phrase; concept: string }[];
  private readonly phrases: readonly Phrase[];
  private readonly stems: ReadonlySet<string>;

  constructor(
    pairs: readonly Pair[],
    words: readonly CustomSynonym[] = [],
    concepts: readonly CustomConcept[] = [],
  ) {
    const both = pairs.map(({ word, synonym }) => [tokens(word), tokens(synonym)] as const);
    this.pairs = both.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]);
    this.words = words.map(({ word, concept }) => ({ phrase: tokens(word), concept }));
    this.concepts = concepts.map(({ words: said, ...concept }) => {
      const names = [...new Set([concept.ru, concept.en, ...said])];
      return { ...concept, names, phrases: names.map(tokens) };
    });
    this.phrases = [
      ...both.flat(),
      ...this.words.map(({ phrase }) => phrase),
      ...this.concepts.flatMap(({ phrases }) => phrases),
    ];
    this.stems = new Set(this.phrases.flat().map(({ stem }) => stem));
  }

  /** True for the stem of a custom word, which spell correction leaves as it is. */
  knows(stem: string): boolean {
    return this.stems.has(stem);
  }

  /** True when the whole text is a custom word or phrase, which outranks a well-known name. */
  hasPhrase(text: string): boolean {
    const words = tokens(text);
    return this.phrases.some(
      (phrase) => phrase.length === words.length && placesOf(phrase, words).length > 0,
    );
  }

  /** The custom concept with such an id among those of the thesaurus. */
  concept(id: string): ParsedConcept | undefined {
    return this.concepts.find((one) => customConceptId(one.id) === id);
  }

  /** The names of the custom concepts that are highlighted and that the texts say. */
  saidIn(
    texts: readonly (string | null)[],
    marked: ReadonlyMap<string, number>,
    language: Language,
  ): string[] {
    const asked = this.concepts.filter(({ id }) => marked.has(customConceptTerm(id)));
    if (asked.length === 0) return [];
    const all = texts.map((text) => tokens(text ?? ''));
    return asked
      .filter(({ phrases }) =>
        phrases.some((phrase) => all.some((text) => placesOf(phrase, text).length > 0)),
      )
      .map((concept) => concept[language]);
  }
}

function queryTerm(view: IndexView, term: Pick<Term, 'name' | 'postings' | 'stems'>): Term {
  const count = term.postings.filter(({ doc }) => view.isSeen(doc)).length;
  return { ...term, visible: count, all: count };
}

/** The items that hold all words of a phrase. */
function phraseTermOf(phrase: Phrase, view: IndexView): Term | undefined {
  const stems = phrase.map(({ stem }) => stem);
  const terms = stems.flatMap((stem) => view.index.terms.get(stem) ?? []);
  const [first, ...others] = terms;
  if (!first || terms.length < stems.length) return undefined;
  if (others.length === 0) return first;
  const held = others.map(({ postings }) => new Set(postings.map(({ doc }) => doc)));
  const postings = first.postings.filter(({ doc }) => held.every((docs) => docs.has(doc)));
  return queryTerm(view, { name: stems.join(' '), postings, stems });
}

/** The items that say a custom concept, in any of its words. */
export function customConceptTermOf({ id, phrases }: ParsedConcept, view: IndexView): Term {
  const strongest = new Map<number, Posting>();
  for (const posting of phrases.flatMap((phrase) => phraseTermOf(phrase, view)?.postings ?? [])) {
    const known = strongest.get(posting.doc);
    if (!known || posting.impact > known.impact) strongest.set(posting.doc, posting);
  }
  const stems = phrases.flat().map(({ stem }) => stem);
  const postings = [...strongest.values()].sort((a, b) => a.doc - b.doc);
  return queryTerm(view, { name: customConceptTerm(id), postings, stems });
}

/** Offers the clauses of a query what its words also mean. */
export function offerCustom(view: IndexView, words: Phrase, clauses: readonly Clause[]): void {
  const { thesaurus, customVocabulary } = view.index;
  const { worth } = ranking;
  const mentions = thesaurus.mentions(words);
  const clausesOf = (phrase: Phrase): Clause[] =>
    placesOf(phrase, words).map((place) => clauses[place]!);
  /** The clauses of the words that say one of the concepts. */
  const saying = (concepts: readonly (number | undefined)[]): Clause[] =>
    mentions
      .filter(({ concept }) => concepts.includes(concept))
      .flatMap(({ places }) => places.map((place) => clauses[place]!));
  for (const [asked, synonym] of customVocabulary.pairs) {
    const own = clausesOf(asked);
    const meant = thesaurus.mentions(asked).map(({ concept }) => concept);
    const term = phraseTermOf(synonym, view);
    for (const clause of own.length > 0 ? own : saying(meant)) {
      clause.offer(term, worth.synonym, true);
      for (const { concept } of thesaurus.mentions(synonym)) clause.offerConcept(concept);
    }
  }
  for (const { phrase, concept: id } of customVocabulary.words) {
    const concept = thesaurus.places.get(id);
    if (concept === undefined) continue;
    for (const clause of clausesOf(phrase)) clause.offerConcept(concept);
    const term = phraseTermOf(phrase, view);
    for (const clause of saying([concept])) clause.offer(term, worth.synonym, true);
  }
  for (const concept of customVocabulary.concepts) {
    const broader = thesaurus.places.get(concept.broader ?? '');
    const own = concept.phrases.flatMap(clausesOf);
    const asked = broader === undefined ? [] : saying([broader]);
    if (own.length + asked.length === 0) continue;
    const term = customConceptTermOf(concept, view);
    for (const clause of own) {
      clause.offer(term, worth.concept);
      if (broader !== undefined) clause.offer(view.conceptTerm(broader), worth.broader);
    }
    for (const clause of asked) clause.offer(term, worth.narrower);
  }
}
