// How words of either alphabet sound, so that мидджорни meets Midjourney, and how far two sounds are apart.
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

const isSpelled = (part: string): boolean =>
  part.length <= 4 && (!/[aeiouy]/.test(part) || part.length <= 2);

const spelled = (part: string): string =>
  [...part].map((letter) => letterNames.get(letter) ?? letter).join('');

/**
 * How a folded word may sound.
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
export const skeletonOf = (sound: string): string =>
  sound.replace(/[a-z]/g, '').replace(/([A-Z])\1+/g, '$1');

/** How much vowels count. */
const weightOf = (letter: string): number => (letter >= 'a' ? 0.5 : 1);

/** How far two sounds are apart; a vowel counts half. */
export function soundDistance(a: string, b: string): number {
  let row = [0];
  for (const letter of b) row.push(row.at(-1)! + weightOf(letter));
  for (const one of a) {
    const next = [row[0]! + weightOf(one)];
    for (const [place, other] of [...b].entries()) {
      const change = one === other ? 0 : Math.max(weightOf(one), weightOf(other));
      next.push(
        Math.min(
          row[place + 1]! + weightOf(one),
          next[place]! + weightOf(other),
          row[place]! + change,
        ),
      );
    }
    row = next;
  }
  return row.at(-1)!;
}
