// The words that texts hold: in how many items each stands, which of them begin so, sound so or are spelled nearly so.
import { editDistance } from './editDistance.ts';
import { bitsOf, maskOf } from './letters.ts';
import { Sorted } from './sorted.ts';
import { SoundIndex } from './soundIndex.ts';
import type { Term } from './terms.ts';

export interface Word {
  readonly id: number;
  readonly text: string;
  /** What its stem is found by. */
  readonly term: Term;
  /** Items that hold it: those that everybody sees, and with the hidden ones. */
  visible: number;
  live: number;
  /** A word of the thesaurus: known even where no item holds it. */
  isTaught: boolean;
  /** A title holds it: only names are heard. */
  isName: boolean;
  readonly mask: number;
}

/** A word that may have been meant; 1 is as near as can be. */
export interface Mended {
  word: Word;
  closeness: number;
}

/** Which items somebody sees. */
export type Sight = 'visible' | 'live';

const mostHeard = 6;
/** How many words are looked at for each that is taken. */
const mostLooked = 4;
const mostMended = 4;
const shortestMended = 4;

export class Vocabulary {
  readonly words: Word[] = [];
  private readonly byText = new Map<string, Word>();
  private readonly sounds = new SoundIndex();
  private readonly byLength: Word[][] = [];
  private readonly inOrder = new Sorted((id) => this.words[id]!.text);

  get(text: string): Word | undefined {
    return this.byText.get(text);
  }

  /** Makes the entry of a word that has none. */
  add(text: string, term: Term, soundsOf: (text: string) => readonly string[]): Word {
    const id = this.words.length;
    const counts = { visible: 0, live: 0, isTaught: false, isName: false };
    const word: Word = { id, text, term, ...counts, mask: maskOf(text) };
    this.words.push(word);
    this.byText.set(text, word);
    this.inOrder.add(id);
    (this.byLength[text.length] ??= []).push(word);
    this.sounds.add(id, text, soundsOf);
    return word;
  }

  /** Known words that begin so, the most frequent first. */
  beginning(prefix: string, sight: Sight, most: number): Word[] {
    const found: Word[] = [];
    for (const id of this.inOrder.beginning(prefix)) {
      const word = this.words[id]!;
      if (isKnown(word, sight)) found.push(word);
      if (found.length >= most * mostLooked) break;
    }
    return found.sort((a, b) => b[sight] - a[sight]).slice(0, most);
  }

  begins(prefix: string, sight: Sight): boolean {
    return this.beginning(prefix, sight, 1).length > 0;
  }

  /**
   * Known words that sound like it in either alphabet, the closest first, of equal ones the names.
   * @param isWide whether a consonant more, less or other may be heard when nothing sounds the same
   */
  soundingLike(text: string, sight: Sight, isWide: boolean): Mended[] {
    const isThere = (id: number) => isKnown(this.words[id]!, sight);
    return [...this.sounds.soundingLike(text, isWide, isThere)]
      .map(([id, distance]) => ({ word: this.words[id]!, distance }))
      .sort(
        (a, b) =>
          a.distance - b.distance ||
          Number(b.word.isName) - Number(a.word.isName) ||
          a.word.id - b.word.id,
      )
      .slice(0, mostHeard)
      .map(({ word, distance }) => ({ word, closeness: 1 - distance / 6 }));
  }

  /** Known words within a typing error (two in a long word), the nearest alone; where much is changed of it a word begins as typed. */
  spelledLike(text: string, sight: Sight): Mended[] {
    let least = text.length < shortestMended ? 0 : text.length < 8 ? 1 : 2;
    if (least === 0) return [];
    const mask = maskOf(text);
    let found: Word[] = [];
    for (let length = text.length - least; length <= text.length + least; length += 1) {
      for (const word of this.byLength[length] ?? []) {
        if (bitsOf(word.mask ^ mask) > 2 * least || !isKnown(word, sight)) continue;
        const distance = editDistance(text, word.text, least);
        const isMuch = distance === 2 || text.length === shortestMended;
        if (distance > least || (isMuch && word.text[0] !== text[0])) continue;
        if (distance < least) found = [];
        least = distance;
        found.push(word);
      }
    }
    return found
      .sort((a, b) => b[sight] - a[sight])
      .slice(0, mostMended)
      .map((word, place) => ({ word, closeness: 0.95 - 0.1 * least - 0.05 * place }));
  }
}

/** Whether somebody may know that the word exists. */
export const isKnown = (word: Word, sight: Sight): boolean => word.isTaught || word[sight] > 0;
