// Words of everyday language that no concept says: each means itself, and is not taken for a typing error.
import { stemOf } from './analyse.ts';

export class OrdinaryWords {
  /** Their stems, each between two blanks: a tenth of the memory of a set. */
  private stems = ' ';

  /** Learns all of them, one at each step: for who has others waiting. */
  *learning(words: readonly string[]): Generator<undefined> {
    const stems: string[] = [];
    for (const word of words) {
      stems.push(stemOf(word));
      yield;
    }
    this.stems = ` ${stems.join(' ')} `;
  }

  hasStem(stem: string): boolean {
    return this.stems.includes(` ${stem} `);
  }
}
