// Synonyms: offers the clauses of a query the custom synonyms, words and concepts of admins. They are read with the query, so that
// they hold at once and nothing is indexed anew.
import { placesOf, type ParsedConcept, type Phrase } from './customVocabulary.ts';
import type { Clause } from './queryClauses.ts';
import { ranking } from './rankingConstants.ts';
import { customConceptTerm } from './searchDocument.ts';
import type { Posting, Term } from './invertedIndex.ts';
import type { IndexView } from './indexView.ts';

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
  const postings = [...strongest.values()];
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
  const saying = (concepts: readonly (string | null)[]): Clause[] =>
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
  for (const { phrase, concept } of customVocabulary.words) {
    if (!thesaurus.concepts.has(concept)) continue;
    for (const clause of clausesOf(phrase)) clause.offerConcept(concept);
    const term = phraseTermOf(phrase, view);
    for (const clause of saying([concept])) clause.offer(term, worth.synonym, true);
  }
  for (const concept of customVocabulary.concepts) {
    const { broader } = concept;
    const own = concept.phrases.flatMap(clausesOf);
    const asked = saying([broader]);
    if (own.length + asked.length === 0) continue;
    const term = customConceptTermOf(concept, view);
    for (const clause of own) {
      clause.offer(term, worth.concept);
      if (broader !== null) clause.offer(view.conceptTerm(broader), worth.broader);
    }
    for (const clause of asked) clause.offer(term, worth.narrower);
  }
}
