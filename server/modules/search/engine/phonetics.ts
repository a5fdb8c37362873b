// Phonetic matching: how words of either alphabet sound, and which words sound alike, so that мидджорни finds Midjourney.
import { editDistance } from './editDistance.ts';
import { readLists } from '../vocabulary/words/readWords.ts';

const listOf = readLists('sounds.txt');
const rulesOf = (alphabet: string): [RegExp, string][] =>
  listOf(alphabet).map((line) => {
    const [from = '', to = ''] = line.split(/\s*=>\s*/);
    return [new RegExp(from, 'g'), to];
  });

const cyrillicRules = rulesOf('cyrillic');
const latinRules = rulesOf('latin');

const applied = (word: string, rules: readonly [RegExp, string][]): string =>
  rules
    .reduce((sound, [from, to]) => sound.replace(from, to), word)
    .replaceAll('DJ', 'J')
    .replace(/([A-Za-z])\1+/g, '$1');

/** Pronunciations of a folded word: consonants in upper case, vowels in lower case. */
function soundsOf(word: string): string[] {
  if (/[а-я]/.test(word)) return [applied(word, cyrillicRules)];
  if (!/[a-z]/.test(word)) return [];
  // A g before e and i is soft or hard: gemini, gear.
  const ways = [word, word.replace(/g(?=[eiy])/g, 'gh')];
  return [...new Set(ways.map((way) => applied(way, latinRules)))];
}

const skeletonOf = (sound: string): string =>
  sound.replace(/[a-z]/g, '').replace(/([A-Z])\1+/g, '$1');

/** A vowel counts half. */
const soundWeight = (letter: string): number => (letter >= 'a' ? 0.5 : 1);

const shortestHeard = 3;
/** Greatest distance of a sound from the typed one, by the number of its consonants. */
const farthestSound = [-1, 0, 0.5, 1.5, 2, 2.5];

/** Words by the consonants of each way that they may sound. */
export class PhoneticIndex<Word> {
  private readonly bySkeleton = new Map<string, { sound: string; word: Word }[]>();

  add(text: string, word: Word): void {
    if (text.length < shortestHeard) return;
    for (const sound of soundsOf(text)) {
      const skeleton = skeletonOf(sound);
      const alike = this.bySkeleton.get(skeleton) ?? [];
      alike.push({ sound, word });
      this.bySkeleton.set(skeleton, alike);
    }
  }

  /** Words that sound like it in either alphabet, each with how far it is. */
  soundingLike(text: string): Map<Word, number> {
    const found = new Map<Word, number>();
    for (const sound of soundsOf(text)) {
      const skeleton = skeletonOf(sound);
      const farthest = farthestSound[Math.min(skeleton.length, 5)]!;
      for (const { sound: other, word } of this.bySkeleton.get(skeleton) ?? []) {
        const most = Math.min(farthest, found.get(word) ?? farthest);
        const distance = editDistance(sound, other, most, soundWeight);
        if (distance <= most) found.set(word, distance);
      }
    }
    return found;
  }
}
