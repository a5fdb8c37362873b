// The words that texts hold: in how many items each stands, which of them begin so, sound so or are spelled nearly so.
import { editDistance } from './editDistance.ts';
import { Sorted } from './sorted.ts';
import { skeletonOf, soundDistance, soundsOf } from './sound.ts';
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
  readonly sounds: readonly string[];
  readonly mask: number;
}

/** A word that may have been meant; 1 is as near as can be. */
export interface Mended {
  word: Word;
  closeness: number;
}

/** Which items somebody sees. */
export type Sight = 'visible' | 'live';

/** Letters as bits: words that are n typing errors apart differ in 2n bits at most. */
const maskOf = (word: string): number => {
  let mask = 0;
  for (let place = 0; place < word.length; place += 1) mask |= 1 << (word.charCodeAt(place) & 31);
  return mask;
};

const bitsOf = (value: number): number => {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

const shortestHeard = 3;
const longestHeard = 29;
const mostHeard = 6;
/** How many words are looked at for each that is taken. */
const mostLooked = 4;
const mostMended = 4;
/** How far a sound may be from what is typed, by the number of its consonants. */
const farthestSound = [-1, 0, 0.5, 1.5, 2, 2.5];
const farOf = (skeleton: string): number => farthestSound[Math.min(skeleton.length, 5)] ?? 0;

export class Vocabulary {
  readonly words: Word[] = [];
  private readonly byText = new Map<string, Word>();
  private readonly bySkeleton = new Map<string, Word[]>();
  private readonly byLength: Word[][] = [];
  private readonly inOrder = new Sorted<Word>(({ text }) => text);

  get(text: string): Word | undefined {
    return this.byText.get(text);
  }

  /** The entry of a word; made when there is none. */
  entry(text: string, term: () => Term, parts: readonly string[] = []): Word {
    const before = this.byText.get(text);
    if (before) return before;
    const isHeard = text.length >= shortestHeard && text.length <= longestHeard;
    const sounds = isHeard ? soundsOf(text, parts) : [];
    const id = this.words.length;
    const counts = { visible: 0, live: 0, isTaught: false, isName: false };
    const word: Word = { id, text, term: term(), ...counts, sounds, mask: maskOf(text) };
    this.words.push(word);
    this.byText.set(text, word);
    this.inOrder.add(word);
    (this.byLength[text.length] ??= []).push(word);
    for (const skeleton of new Set(sounds.map(skeletonOf))) {
      const same = this.bySkeleton.get(skeleton);
      if (same) same.push(word);
      else this.bySkeleton.set(skeleton, [word]);
    }
    return word;
  }

  /** Known words that begin so, the most frequent first. */
  beginning(prefix: string, sight: Sight, most: number): Word[] {
    const found: Word[] = [];
    for (const word of this.inOrder.beginning(prefix)) {
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
    const found = new Map<Word, number>();
    for (const sound of soundsOf(text)) {
      const skeleton = skeletonOf(sound);
      const farthest = farOf(skeleton);
      const hear = (words: readonly Word[], extra: number): void => {
        for (const word of words) {
          if (!isKnown(word, sight)) continue;
          for (const other of word.sounds) {
            const distance = soundDistance(sound, other) + extra;
            if (distance <= Math.min(farthest, found.get(word) ?? farthest))
              found.set(word, distance);
          }
        }
      };
      hear(this.bySkeleton.get(skeleton) ?? [], 0);
      if (!isWide || found.size > 0 || skeleton.length < 4) continue;
      const mask = maskOf(skeleton);
      for (const [other, words] of this.bySkeleton) {
        if (Math.abs(other.length - skeleton.length) > 1 || bitsOf(mask ^ maskOf(other)) > 2)
          continue;
        if (editDistance(skeleton, other, 1) <= 1) hear(words, 0.5);
      }
    }
    return [...found]
      .sort((a, b) => a[1] - b[1] || Number(b[0].isName) - Number(a[0].isName))
      .slice(0, mostHeard)
      .map(([word, distance]) => ({ word, closeness: 1 - distance / 6 }));
  }

  /** Known words within a typing error (two in a long word), the nearest alone. */
  spelledLike(text: string, sight: Sight): Mended[] {
    let least = text.length < 4 ? 0 : text.length < 8 ? 1 : 2;
    if (least === 0) return [];
    const mask = maskOf(text);
    let found: Word[] = [];
    for (let length = text.length - least; length <= text.length + least; length += 1) {
      for (const word of this.byLength[length] ?? []) {
        if (bitsOf(word.mask ^ mask) > 2 * least || !isKnown(word, sight)) continue;
        const distance = editDistance(text, word.text, least);
        if (distance > least || (distance === 2 && word.text[0] !== text[0])) continue;
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
