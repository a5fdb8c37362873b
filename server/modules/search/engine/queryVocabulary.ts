// What one reader's search may take for known: the words of the items that they see, and those of the thesaurus.
import { factsOf } from './tokenizer.ts';
import type { Index } from './invertedIndex.ts';
import type { CorrectedWord, Sight } from './vocabulary.ts';

export class QueryVocabulary {
  readonly index: Index;
  readonly sight: Sight;
  private readonly spelled = new Map<string, CorrectedWord[]>();

  constructor(index: Index, sight: Sight) {
    this.index = index;
    this.sight = sight;
  }

  /** How many items hold a stem. */
  held(stem: string): number {
    return this.index.terms.get(stem)?.[this.sight] ?? 0;
  }

  /** Whether the word is one of ours: such a word is never mended. */
  isKnown(word: string): boolean {
    const { stem, isStop, isSoft } = factsOf(word);
    const { index, sight } = this;
    return (
      isStop ||
      isSoft ||
      this.held(stem) > 0 ||
      index.knows(word, sight) ||
      index.thesaurus.knows(word) ||
      index.isInApproval(word) ||
      index.taught.knows(stem)
    );
  }

  /** Whether it is a word of everyday language, which means itself though nothing here is for it. */
  isOrdinary(word: string): boolean {
    return this.index.thesaurus.ordinary.has(word);
  }

  /** Whether the word, or one of its family, is known, or it is an ordinary one. */
  isFamiliar(word: string): boolean {
    const family = this.index.families.get(factsOf(word).root) ?? [];
    return (
      this.isKnown(word) || family.some((term) => term[this.sight] > 0) || this.isOrdinary(word)
    );
  }

  spelledLike(word: string): CorrectedWord[] {
    const before = this.spelled.get(word);
    if (before) return before;
    const found = this.index.vocabulary.spelledLike(word, this.sight);
    this.spelled.set(word, found);
    return found;
  }
}
