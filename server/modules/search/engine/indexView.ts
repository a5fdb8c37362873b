// View of the index by one reader: the document frequencies and the known words of the items that they see.
import { factsOf, stemOf } from './tokenizer.ts';
import {
  withPrefix,
  type Counts,
  type Index,
  type Scope,
  type Term,
  type Word,
} from './invertedIndex.ts';
import { conceptTerm } from './searchDocument.ts';

const shortestInApproval = 4;

export class IndexView {
  readonly index: Index;
  readonly scope: Scope;

  constructor(index: Index, scope: Scope) {
    this.index = index;
    this.scope = scope;
  }

  isSeen(doc: number): boolean {
    const document = this.index.documents.get(doc);
    return document !== undefined && (this.scope === 'all' || document.isVisible);
  }

  /** Document frequency among the visible items. */
  count(held: Counts | undefined): number {
    return held?.[this.scope] ?? 0;
  }

  /** The inverse document frequency of something that so many items hold, from 0 to 1. */
  rarity(count: number): number {
    const idf = (held: number) =>
      Math.log(1 + (this.count(this.index.counts) - held + 0.5) / (held + 0.5));
    return idf(count) / idf(0.5);
  }

  stemTerm(word: string): Term | undefined {
    return this.index.terms.get(stemOf(word));
  }

  conceptTerm(concept: string): Term | undefined {
    return this.index.terms.get(conceptTerm(concept));
  }

  /** The seen items whose title is written so as one word. */
  named(key: string): number[] {
    return [...(this.index.titles.get(key) ?? [])].filter((doc) => this.isSeen(doc));
  }

  namedFrom(prefix: string): number[] {
    const found = withPrefix(this.index.titles, prefix);
    return found.flatMap((docs) => [...docs]).filter((doc) => this.isSeen(doc));
  }

  /** Whether somebody may know that the word exists. */
  exists(word: Word): boolean {
    return word.isInThesaurus || this.count(word) > 0;
  }

  /** Existing words that begin so, the most frequent first. */
  wordsBeginning(prefix: string, most: number): Word[] {
    return withPrefix(this.index.words, prefix)
      .filter((word) => this.exists(word))
      .sort((a, b) => this.count(b) - this.count(a))
      .slice(0, most);
  }

  /** Whether the text is a word of an item or of the thesaurus. */
  hasWord(text: string): boolean {
    const word = this.index.words.get(text);
    return word !== undefined && this.exists(word);
  }

  /** Whether the word stands in an approval tag: names of companies are never corrected. */
  isInApproval(word: string): boolean {
    if (word.length < shortestInApproval) return false;
    return [...this.index.tags.values()].some(
      ({ name, isApproval }) => isApproval && name.toLowerCase().includes(word),
    );
  }

  /** Whether the word is one of ours, or an ordinary one, which means itself though no item has it. */
  isMeaningful(word: string): boolean {
    const { stem, isStop, isSoft } = factsOf(word);
    const { terms, thesaurus, customVocabulary } = this.index;
    return (
      isStop ||
      isSoft ||
      this.count(terms.get(stem)) > 0 ||
      this.hasWord(word) ||
      thesaurus.knows(word) ||
      this.isInApproval(word) ||
      customVocabulary.knows(stem) ||
      thesaurus.isOrdinary(word)
    );
  }

  /** Whether the word means something, or one of its family does. */
  isFamiliar(word: string): boolean {
    const family = this.index.families.get(factsOf(word).root) ?? [];
    return this.isMeaningful(word) || family.some((term) => this.count(term) > 0);
  }
}
