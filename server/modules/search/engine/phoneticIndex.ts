// Which words sound nearly so: every word stands under the consonants of each way that it may sound.
import { editDistance } from './editDistance.ts';
import { bitsOf, maskOf } from './letterBits.ts';
import { skeletonOf, soundDistance, soundsOf } from './phonetics.ts';

const shortestHeard = 3;
const longestHeard = 29;
/** From so many consonants on, one more, less or other may be heard. */
const shortestWide = 4;
const widePenalty = 0.5;
/** So many consonants are a beginning. */
const shortestBegun = 2;
/** How far a sound may be from what is typed, by the number of its consonants. */
const farthestSound = [-1, 0, 0.5, 1.5, 2, 2.5];
const farOf = (skeleton: string): number => farthestSound[Math.min(skeleton.length, 5)] ?? 0;

export class PhoneticIndex {
  /** Every sound, the word that sounds so, and the sound before it with the same consonants. */
  private readonly sounds: string[] = [];
  private readonly words: number[] = [];
  private readonly before: number[] = [];
  /** By consonants: the last sound that has them. */
  private readonly last = new Map<string, number>();

  /** @param soundsOf how the word sounds: asked for those only that are heard */
  add(word: number, text: string, soundsOf: (text: string) => readonly string[]): void {
    if (text.length < shortestHeard || text.length > longestHeard) return;
    for (const sound of soundsOf(text)) {
      const skeleton = skeletonOf(sound);
      this.before.push(this.last.get(skeleton) ?? -1);
      this.last.set(skeleton, this.sounds.length);
      this.sounds.push(sound);
      this.words.push(word);
    }
  }

  /**
   * Words that sound like it in either alphabet, each with how far it is.
   * @param isWide whether a consonant more, less or other may be heard when nothing sounds the same
   */
  soundingLike(
    text: string,
    isWide: boolean,
    isKnown: (word: number) => boolean,
  ): Map<number, number> {
    const found = new Map<number, number>();
    for (const sound of soundsOf(text)) {
      const skeleton = skeletonOf(sound);
      const farthest = farOf(skeleton);
      const hear = (from: number, extra: number): void => {
        for (let at = from; at >= 0; at = this.before[at]!) {
          const word = this.words[at]!;
          if (!isKnown(word)) continue;
          const distance = soundDistance(sound, this.sounds[at]!) + extra;
          if (distance <= Math.min(farthest, found.get(word) ?? farthest))
            found.set(word, distance);
        }
      };
      hear(this.last.get(skeleton) ?? -1, 0);
      if (!isWide || found.size > 0 || skeleton.length < shortestWide) continue;
      const mask = maskOf(skeleton);
      for (const [other, from] of this.last) {
        if (Math.abs(other.length - skeleton.length) > 1 || bitsOf(mask ^ maskOf(other)) > 2)
          continue;
        if (editDistance(skeleton, other, 1) <= 1) hear(from, widePenalty);
      }
    }
    return found;
  }

  /** Words whose sound begins as it sounds. */
  beginningLike(text: string): number[] {
    const beginnings = soundsOf(text).filter((one) => skeletonOf(one).length >= shortestBegun);
    if (beginnings.length === 0) return [];
    const isBegun = (sound: string) => beginnings.some((one) => sound.startsWith(one));
    return this.words.filter((_word, at) => isBegun(this.sounds[at]!));
  }
}
