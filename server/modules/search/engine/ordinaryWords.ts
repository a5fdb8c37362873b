// Words of everyday language that no concept says: each means itself, and is not taken for a typing error.
import { factsOf, stemOf } from './tokenizer.ts';

/** A shorter stem is that of too many words: hamful is no ham. */
const shortestStem = 4;
const longestEnd = 3;
/** What an English word ends with beside its stem; a Russian one ends with anything that is short. */
const englishEnd = /^(?:e?s|e?d|ings?|e?rs?|e?st|ly|y|ies|ied)$/;
const isLatin = /^[a-z]+$/;

/** A text as a number of 32 bits (FNV-1a): of two texts with one number nearly all are the same. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Numbers in order: a tenth of the memory of a set of words; one of a hundred thousand other words is taken for one of them. */
class Hashes {
  private readonly inOrder: Uint32Array;

  constructor(texts: readonly string[]) {
    this.inOrder = Uint32Array.from(new Set(texts.map(hashOf))).sort();
  }

  has(text: string): boolean {
    const { inOrder } = this;
    const wanted = hashOf(text);
    let [from, to] = [0, inOrder.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (inOrder[middle]! < wanted) from = middle + 1;
      else to = middle;
    }
    return inOrder[from] === wanted;
  }
}

export class OrdinaryWords {
  private words = new Hashes([]);
  private stems = new Hashes([]);

  /** Learns all of them, one at each step: for who has others waiting. */
  *learning(words: readonly string[]): Generator<undefined> {
    const stems: string[] = [];
    for (const word of words) {
      stems.push(stemOf(word));
      yield;
    }
    this.words = new Hashes(words);
    this.stems = new Hashes(stems);
  }

  /** Whether it is one of them, or a form of one: what follows the stem is an ending, and no other word. */
  has(word: string): boolean {
    if (this.words.has(word)) return true;
    const { stem } = factsOf(word);
    const end = word.slice(stem.length);
    const isEnd = isLatin.test(word) ? englishEnd.test(end) : end.length <= longestEnd;
    const isForm = stem.length >= shortestStem && end.length <= Math.ceil(stem.length / 2) && isEnd;
    return isForm && this.stems.has(stem);
  }
}
