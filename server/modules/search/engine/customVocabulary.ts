// What admins taught: words that mean the same, words that say a concept of the thesaurus, and concepts of their own. All of it
// is read with the query, so that it holds at once and nothing is indexed anew.
import { stemOf, tokens, type Token } from './tokenizer.ts';
import { docOf } from './postings.ts';
import {
  emptySlot,
  offer,
  offerConcept,
  weigh,
  worth,
  type Slot,
  type Sources,
} from './querySlots.ts';
import { conceptTerm, ownConceptTerm, phraseTerm, Term } from './terms.ts';
import type { Mention } from './conceptPhrases.ts';
import type { Sight } from './vocabulary.ts';
import type { Language } from '../../../shared/language.ts';

export interface Pair {
  word: string;
  synonym: string;
}

/** A word or phrase that says a concept of the thesaurus. */
export interface CustomSynonym {
  word: string;
  /** The id of the concept. */
  concept: string;
}

/** A concept that admins have made. */
export interface CustomConcept {
  id: number;
  /** What it is called in either language; it is said with these too. */
  ru: string;
  en: string;
  /** What else it is said with. */
  words: readonly string[];
  /** The id of the concept of the thesaurus of which it is a kind. */
  broader: string | null;
}

interface PreparedConcept extends Omit<CustomConcept, 'words'> {
  /** All that it is called and said with. */
  names: readonly string[];
  phrases: readonly Token[][];
}

/** What the slots of a query are offered. */
interface Reading {
  slots: readonly Slot[];
  words: readonly Token[];
  mentions: readonly Mention[];
  sources: Sources;
  sight: Sight;
}

const sameWorth = { score: 0.9, cover: 1, isLiteral: true };

/** Where the words of a phrase stand one after the other. */
function placesOf(phrase: readonly Token[], all: readonly Token[]): number[] | null {
  const from = all.findIndex((_, start) =>
    phrase.every(({ stem }, place) => all[start + place]?.stem === stem),
  );
  return from < 0 || phrase.length === 0 ? null : phrase.map((_, place) => from + place);
}

/** The id of a concept of admins among those of the thesaurus. */
export const ownConceptId = (id: number): string => `own-${id}`;

export class CustomVocabulary {
  readonly concepts: readonly PreparedConcept[];
  private readonly pairs: (readonly [Token[], Token[]])[];
  private readonly words: { phrase: Token[]; concept: string }[];
  private readonly phrases: readonly (readonly Token[])[];
  private readonly stems: ReadonlySet<string>;

  constructor(
    pairs: readonly Pair[],
    words: readonly CustomSynonym[] = [],
    concepts: readonly CustomConcept[] = [],
  ) {
    this.pairs = pairs.map(({ word, synonym }) => [tokens(word), tokens(synonym)] as const);
    this.words = words.map(({ word, concept }) => ({ phrase: tokens(word), concept }));
    this.concepts = concepts.map(({ words: said, ...concept }) => {
      const names = [...new Set([concept.ru, concept.en, ...said])];
      return { ...concept, names, phrases: names.map(tokens) };
    });
    this.phrases = [
      ...this.pairs.flat(),
      ...this.words.map(({ phrase }) => phrase),
      ...this.concepts.flatMap((concept) => concept.phrases),
    ];
    this.stems = new Set(this.phrases.flatMap((phrase) => phrase.map(({ stem }) => stem)));
  }

  /** Whether somebody has taught the word: it is never mended. */
  knows(stem: string): boolean {
    return this.stems.has(stem);
  }

  /** Whether somebody has taught what a text means as a whole: a well-known name is then no stranger. */
  means(text: string): boolean {
    const words = tokens(text);
    return this.phrases.some(
      (phrase) => phrase.length === words.length && placesOf(phrase, words) !== null,
    );
  }

  /** The concept of admins with such an id, as `ownConceptId` writes it. */
  concept(id: string): PreparedConcept | undefined {
    return this.concepts.find((one) => ownConceptId(one.id) === id);
  }

  /** A slot that only a concept of admins satisfies; null when there is none with that id. */
  slot(id: string, sources: Sources, sight: Sight): Slot | null {
    const own = this.concept(id);
    if (!own) return null;
    const slot = emptySlot(id, false);
    offer(slot, ownTerm(own, sources, sight), sight, { ...worth.itself, isLiteral: false });
    weigh(slot, sources, sight);
    return slot;
  }

  /** Adds concepts of admins that are kinds of a concept to its slot. */
  widen(slot: Slot, broader: string, sources: Sources, sight: Sight): void {
    for (const own of this.concepts.filter((one) => one.broader === broader)) {
      offer(slot, ownTerm(own, sources, sight), sight, { ...worth.narrower, isLiteral: false });
    }
    weigh(slot, sources, sight);
  }

  /** Offers what the words of a query also mean to their slots. */
  read(slots: readonly Slot[], words: readonly Token[], sources: Sources, sight: Sight): void {
    const mentions = sources.thesaurus.mentions(words);
    const reading = { slots, words, mentions, sources, sight };
    for (const [one, other] of this.pairs) {
      readPair(one, other, reading);
      readPair(other, one, reading);
    }
    for (const word of this.words) readWord(word, reading);
    for (const concept of this.concepts) readOwn(concept, reading);
  }

  /** The concepts of admins that are marked and that the texts say, by name. */
  saidIn(
    texts: readonly (string | null)[],
    marked: ReadonlyMap<string, number>,
    language: Language,
  ): string[] {
    const asked = this.concepts.filter(({ id }) => marked.has(ownConceptTerm(id)));
    if (asked.length === 0) return [];
    const all = texts.map((text) => tokens(text ?? ''));
    return asked
      .filter(({ phrases }) =>
        phrases.some((phrase) => all.some((text) => placesOf(phrase, text) !== null)),
      )
      .map((concept) => concept[language]);
  }
}

/** A phrase also means another: by itself, or by the concept that it belongs to. */
function readPair(asked: readonly Token[], words: readonly Token[], reading: Reading): void {
  const { slots, words: all, mentions, sources, sight } = reading;
  const said = new Set(sources.thesaurus.mentions(asked).map(({ concept }) => concept));
  const places =
    placesOf(asked, all) ?? mentions.find(({ concept }) => said.has(concept))?.places ?? [];
  if (places.length === 0) return;
  const term = termOf(words, sources, sight);
  for (const place of places) {
    offer(slots[place]!, term, sight, sameWorth);
    for (const { concept } of sources.thesaurus.mentions(words)) {
      offerConcept(slots[place]!, concept, sources, sight, 1);
    }
  }
}

/** The word says the concept, and who asks for the concept finds what holds the word. */
function readWord({ phrase, concept: id }: { phrase: Token[]; concept: string }, reading: Reading) {
  const { slots, words, mentions, sources, sight } = reading;
  const concept = sources.thesaurus.places.get(id);
  if (concept === undefined) return;
  for (const place of placesOf(phrase, words) ?? []) {
    offerConcept(slots[place]!, concept, sources, sight, 1);
  }
  const asked = mentions.filter((mention) => mention.concept === concept);
  if (asked.length === 0) return;
  const term = termOf(phrase, sources, sight);
  for (const place of asked.flatMap(({ places }) => places)) {
    offer(slots[place]!, term, sight, sameWorth);
  }
}

/** What says the concept finds all that says it; who asks for the broader one finds it as a kind of that. */
function readOwn(
  concept: PreparedConcept,
  { slots, words, mentions, sources, sight }: Reading,
): void {
  const { thesaurus, terms } = sources;
  const places = concept.phrases.flatMap((phrase) => placesOf(phrase, words) ?? []);
  const broader = concept.broader === null ? undefined : thesaurus.places.get(concept.broader);
  const asked = mentions.filter((mention) => mention.concept === broader);
  if (places.length === 0 && asked.length === 0) return;
  const term = ownTerm(concept, sources, sight);
  for (const place of places) {
    offer(slots[place]!, term, sight, { ...worth.concept, isLiteral: false });
    if (broader !== undefined) {
      const held = terms.get(conceptTerm(broader));
      offer(slots[place]!, held, sight, { ...worth.broader, isLiteral: false });
    }
  }
  for (const place of asked.flatMap((mention) => mention.places)) {
    offer(slots[place]!, term, sight, { ...worth.narrower, isLiteral: false });
  }
}

/** The items that hold all words. */
function termOf(words: readonly Token[], sources: Sources, sight: Sight): Term | undefined {
  const { terms } = sources;
  const stems = words.map(({ word }) => stemOf(word));
  const found = stems.flatMap((stem) => terms.get(stem) ?? []);
  if (found.length < stems.length) return undefined;
  const [rarest, ...others] = found.sort((a, b) => a.size - b.size);
  if (!rarest || others.length === 0) return rarest;
  const held = others.map((term) => new Set(term.held()));
  const both = rarest
    .postings()
    .filter((posting) => held.every((docs) => docs.has(docOf(posting))));
  return termFor(phraseTerm(stems), both, sources, sight);
}

/** The items that say a concept of admins, in any of its words. */
export function ownTerm(
  { id, phrases }: Pick<PreparedConcept, 'id' | 'phrases'>,
  sources: Sources,
  sight: Sight,
): Term {
  const strongest = new Map<number, number>();
  for (const phrase of phrases) {
    for (const posting of termOf(phrase, sources, sight)?.postings() ?? []) {
      const doc = docOf(posting);
      strongest.set(doc, Math.max(strongest.get(doc) ?? 0, posting));
    }
  }
  const stems = phrases.flat().map(({ stem }) => stem);
  const postings = Uint32Array.from(strongest.values()).sort();
  return termFor(ownConceptTerm(id, stems), postings, sources, sight);
}

/** A term of the query alone. */
function termFor(name: string, postings: Uint32Array, sources: Sources, sight: Sight): Term {
  const term = new Term(-1, name);
  for (const posting of postings) {
    term.push(posting);
    if (sources.isSeen(docOf(posting), sight)) term[sight] += 1;
  }
  return term;
}
