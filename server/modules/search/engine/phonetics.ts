// Phonetic matching: how words of either alphabet sound, and which words sound alike, so that мидджорни finds Midjourney.
import { readLists } from '../vocabulary/words/readWords.ts';

const listOf = readLists('sounds.txt');
const rulesIn = (list: string): [string, string][] =>
  listOf(list).map((line) => {
    const [from = '', to = ''] = line.split(/\s*=>\s*/);
    return [from, to];
  });
const rulesOf = (alphabet: string): [RegExp, string][] =>
  rulesIn(alphabet).map(([from, to]) => [new RegExp(from, 'g'), to]);

const cyrillicRules = rulesOf('cyrillic');
const latinRules = rulesOf('latin');
/** How the names of letters sound: gpt is джипити. */
const letterNames: ReadonlyMap<string, string> = new Map(rulesIn('letters'));

const withoutDoubles = (sound: string): string =>
  sound
    .replaceAll('DJ', 'J')
    .replace(/([A-Z])\1+/g, '$1')
    .replace(/([a-z])\1+/g, '$1');

const applied = (word: string, rules: readonly [RegExp, string][]): string =>
  withoutDoubles(rules.reduce((sound, [from, to]) => sound.replace(from, to), word));

/** Whether a part of a name is said by its letters: gpt. */
const isSpelled = (part: string): boolean =>
  part.length <= 4 && (!/[aeiouy]/.test(part) || part.length <= 2);

const spelled = (part: string): string =>
  [...part].map((letter) => letterNames.get(letter) ?? letter).join('');

/**
 * How a folded word may sound: consonants in upper case, vowels in lower case.
 * @param parts of a name that is written as one word (chat, gpt): each may be read by its letters
 */
export function soundsOf(word: string, parts: readonly string[] = []): string[] {
  if (/[а-я]/.test(word)) return [applied(word, cyrillicRules)];
  if (!/[a-z]/.test(word)) return [];
  const ways = [word, word.replace(/g(?=[eiy])/g, 'gh'), word.replace(/([ct])i(?=[ao])/g, '$1y')];
  const sounds = ways.map((way) => applied(way, latinRules));
  const pieces = parts.length > 0 ? parts : [word];
  if (pieces.some(isSpelled)) {
    const said = pieces.map((one) => (isSpelled(one) ? spelled(one) : applied(one, latinRules)));
    sounds.push(withoutDoubles(said.join('')));
  }
  return [...new Set(sounds)];
}

/** The consonants of a sound. */
const skeletonOf = (sound: string): string =>
  sound.replace(/[a-z]/g, '').replace(/([A-Z])\1+/g, '$1');

/** How much a changed letter of a sound counts. */
const soundWeight = (letter: string): number => (letter >= 'a' ? 0.5 : 1);

/** How far two sounds are apart: weighted Levenshtein distance, a vowel counts half. */
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
/** How far a sound may be from what is typed, by the number of its consonants. */
const farthestSound = [-1, 0, 0.5, 1.5, 2, 2.5];

/** Words by the consonants of each way that they may sound. */
export class PhoneticIndex<Word> {
  private readonly bySkeleton = new Map<string, { sound: string; word: Word }[]>();

  add(text: string, word: Word, sounds: () => readonly string[]): void {
    if (text.length < shortestHeard || text.length > longestHeard) return;
    for (const sound of sounds()) {
      const skeleton = skeletonOf(sound);
      const known = this.bySkeleton.get(skeleton);
      if (known) known.push({ sound, word });
      else this.bySkeleton.set(skeleton, [{ sound, word }]);
    }
  }

  /**
   * Words that sound like it in either alphabet, each with how far it is.
   */
  soundingLike(text: string, exists: (word: Word) => boolean): Map<Word, number> {
    const found = new Map<Word, number>();
    for (const sound of soundsOf(text)) {
      const skeleton = skeletonOf(sound);
      const farthest = farthestSound[Math.min(skeleton.length, 5)]!;
      const hear = (near: string, extra: number): void => {
        for (const { sound: other, word } of this.bySkeleton.get(near) ?? []) {
          if (!exists(word)) continue;
          const distance = soundDistance(sound, other) + extra;
          if (distance <= Math.min(farthest, found.get(word) ?? farthest))
            found.set(word, distance);
        }
      };
      hear(skeleton, 0);
    }
    return found;
  }
}
