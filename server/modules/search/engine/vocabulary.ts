// The words that texts hold: in how many items each stands, which of them begin so, sound so or are spelled nearly so.
import { isCyrillic } from './tokenizer.ts';
import { editDistance } from './editDistance.ts';
import { bitsOf, maskOf } from './letterBits.ts';
import { Sorted } from './sortedKeys.ts';
import { PhoneticIndex } from './phoneticIndex.ts';
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
}

/** A word that may have been meant; 1 is as near as can be. */
export interface CorrectedWord {
  word: Word;
  closeness: number;
  /** Hardly anything else is meant by what is typed: else it answers nothing surely. */
  isSure: boolean;
}

/** Which items somebody sees. */
export type Sight = 'visible' | 'live';

const mostHeard = 6;
/** How many words are looked at for each that is taken. */
const mostLooked = 4;
const mostMended = 4;
const shortestMended = 4;
/** What is nearest to a shorter word is meant only where it begins as typed: аишка is no бишка. */
const shortestOtherwiseBegun = 6;
/** From so many letters on two typing errors are near. */
const shortestTwice = 8;
/** How far off a name of the other alphabet may sound for each consonant, and be surely meant: мидджорни. */
const surelyHeard = 0.25;
/** Nearer than what sounds otherwise in a vowel, or a typing error that is not surely one. */
const begunCloseness = 0.95;
const vowels = /[aeiouyаеиоуыэюяйьъ]/g;
const consonantBits = ~maskOf('aeiouyаеиоуыэюяйьъ');

export class Vocabulary {
  readonly words: Word[] = [];
  private readonly byText = new Map<string, Word>();
  private readonly sounds = new PhoneticIndex();
  private readonly byLength: Word[][] = [];
  /** By length, the letters of its words. */
  private readonly masks: number[][] = [];
  private readonly inOrder = new Sorted((id) => this.words[id]!.text);

  get(text: string): Word | undefined {
    return this.byText.get(text);
  }

  /** Makes the entry of a word that has none. */
  add(text: string, term: Term, soundsOf: (text: string) => readonly string[]): Word {
    const id = this.words.length;
    const counts = { visible: 0, live: 0, isTaught: false, isName: false };
    const word: Word = { id, text, term, ...counts };
    this.words.push(word);
    this.byText.set(text, word);
    this.inOrder.add(id);
    (this.byLength[text.length] ??= []).push(word);
    (this.masks[text.length] ??= []).push(maskOf(text));
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
  soundingLike(text: string, sight: Sight, isWide: boolean): CorrectedWord[] {
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
      .map(({ word, distance }) => {
        const farthest = word.isName ? surelyHeard * consonantsOf(text).length : 0;
        const isSure = distance <= farthest && isCyrillic(word.text) !== isCyrillic(text);
        return { word, closeness: 1 - distance / 6, isSure };
      });
  }

  /**
   * Known names of the other alphabet whose sound begins so, the shortest first: мидж. Never surely.
   * @param written names that are known to be written so by ear
   */
  soundingBegun(text: string, written: readonly string[], sight: Sight): CorrectedWord[] {
    if (text.length < shortestMended) return [];
    const isName = (id: number): boolean => {
      const word = this.words[id]!;
      return word.isName && isKnown(word, sight) && isCyrillic(word.text) !== isCyrillic(text);
    };
    const heard = [
      ...written.flatMap((name) => this.get(name)?.id ?? []),
      ...this.sounds.beginningLike(text),
    ];
    return [...new Set(heard)]
      .filter(isName)
      .map((id) => this.words[id]!)
      .sort((a, b) => a.text.length - b.text.length || a.id - b.id)
      .slice(0, mostHeard)
      .map((word) => ({ word, closeness: begunCloseness, isSure: false }));
  }

  /**
   * Known words within a typing error (two in a long word, or where the consonants are as typed), the nearest alone; where much is
   * changed of it a word begins as typed. A number means itself, and so do the digits of a name: 2024 is no 2026, h264 no h265.
   */
  spelledLike(text: string, sight: Sight): CorrectedWord[] {
    const letters = lettersOf(text);
    if (text.length < shortestMended || letters === '') return [];
    let least = text.length === shortestMended ? 1 : 2;
    const isLong = text.length >= shortestTwice;
    const mask = maskOf(text);
    const consonants = consonantsOf(text);
    let found: Word[] = [];
    for (let length = text.length - least; length <= text.length + least; length += 1) {
      const words = this.byLength[length] ?? [];
      const masks = this.masks[length] ?? [];
      const isFar = Math.abs(length - text.length) > 1;
      for (let at = 0; at < masks.length; at += 1) {
        const differing = masks[at]! ^ mask;
        const most = isLong || (differing & consonantBits) === 0 ? least : 1;
        if (bitsOf(differing) > 2 * most || (isFar && most < 2)) continue;
        const word = words[at]!;
        if (!isKnown(word, sight)) continue;
        if (letters.length < text.length && lettersOf(word.text) === letters) continue;
        const distance = editDistance(text, word.text, most);
        const isMuch = distance === 2 || text.length === shortestMended;
        if (distance > most || (isMuch && word.text[0] !== text[0])) continue;
        if (distance === 2 && !isLong && consonantsOf(word.text) !== consonants) continue;
        if (distance < least) found = [];
        least = distance;
        found.push(word);
      }
    }
    // In a long word a vowel is sooner mistaken than a consonant: транскребация is no транскреация.
    const asSpoken = found.filter((word) => isLong && consonantsOf(word.text) === consonants);
    if (asSpoken.length > 0) found = asSpoken;
    const isAlone = found.every(({ term }) => term === found[0]!.term);
    const isSwapped = (word: Word): boolean =>
      maskOf(word.text) === mask && word.text.length === text.length;
    if (text.length < shortestOtherwiseBegun)
      found = found.filter((word) => word.text[0] === text[0] || isSwapped(word));
    const isNear = (word: Word): boolean =>
      word.text[0] === text[0] &&
      (least < 2 ? text.length > shortestMended : isLong && consonantsOf(word.text) === consonants);
    return found
      .sort((a, b) => b[sight] - a[sight])
      .slice(0, mostMended)
      .map((word, place) => {
        const isSure = isSwapped(word) || (isAlone && isNear(word));
        return { word, closeness: 0.95 - 0.1 * least - 0.05 * place, isSure };
      });
  }
}

const lettersOf = (text: string): string => text.replace(/\p{N}+/gu, '');

const consonantsOf = (text: string): string => text.replace(/(.)\1+/g, '$1').replace(vowels, '');

/** Whether somebody may know that the word exists. */
export const isKnown = (word: Word, sight: Sight): boolean => word.isTaught || word[sight] > 0;
