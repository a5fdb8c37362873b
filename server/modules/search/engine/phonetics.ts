// Phonetic matching: how words of either alphabet sound, and which words sound alike, so that мидджорни finds Midjourney.
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

/** Weight of a changed letter of a sound. */
const soundWeight = (letter: string): number => (letter >= 'a' ? 0.5 : 1);

/** Weighted Levenshtein distance between two sounds: a vowel counts half. */
function soundDistance(a: string, b: string): number {
  let row = [0];
  for (const letter of b) row.push(row.at(-1)! + soundWeight(letter));
  for (const one of a) {
    const next = [row[0]! + soundWeight(one)];
    for (const [place, other] of [...b].entries()) {
      const change = one === other ? 0 : Math.max(soundWeight(one), soundWeight(other));
      const removed = row[place + 1]! + soundWeight(one);
      const added = next[place]! + soundWeight(other);
      next.push(Math.min(removed, added, row[place]! + change));
    }
    row = next;
  }
  return row.at(-1)!;
}

const shortestHeard = 3;
const longestHeard = 29;
/** Greatest distance of a sound from the typed one, by the number of its consonants. */
const farthestSound = [-1, 0, 0.5, 1.5, 2, 2.5];

/** Words by the consonants of each way that they may sound. */
export class PhoneticIndex<Word> {
  private readonly bySkeleton = new Map<string, { sound: string; word: Word }[]>();

  add(text: string, word: Word): void {
    if (text.length < shortestHeard || text.length > longestHeard) return;
    for (const sound of soundsOf(text)) {
      const skeleton = skeletonOf(sound);
      const known = this.bySkeleton.get(skeleton);
      if (known) known.push({ sound, word });
      else this.bySkeleton.set(skeleton, [{ sound, word }]);
    }
  }

  /** Words that sound like it in either alphabet, each with how far it is. */
  soundingLike(text: string, exists: (word: Word) => boolean): Map<Word, number> {
    const found = new Map<Word, number>();
    for (const sound of soundsOf(text)) {
      const skeleton = skeletonOf(sound);
      const farthest = farthestSound[Math.min(skeleton.length, 5)]!;
      for (const { sound: other, word } of this.bySkeleton.get(skeleton) ?? []) {
        if (!exists(word)) continue;
        const distance = soundDistance(sound, other);
        if (distance <= Math.min(farthest, found.get(word) ?? farthest)) found.set(word, distance);
      }
    }
    return found;
  }
}
