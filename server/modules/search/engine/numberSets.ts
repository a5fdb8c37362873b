// A set of numbers for each ordinal, kept in one array as the gaps between them: what is read seldom is kept small.
import { withRoom } from './typedArrays.ts';

const firstRoom = 1024;
const bitsOfByte = 7;
const more = 1 << bitsOfByte;
/** A number of 32 bits takes five bytes at most. */
const longestGap = 5;

export class NumberSets {
  private bytes = new Uint8Array(firstRoom * longestGap);
  /** Where the set behind each ordinal begins. */
  private ends = new Uint32Array(firstRoom);
  private size = 0;

  /** The set of the next ordinal. */
  push(numbers: Uint32Array): void {
    let at = this.endOf(this.size - 1);
    const bytes = withRoom(this.bytes, at + numbers.length * longestGap);
    let before = 0;
    for (const number of numbers.sort()) {
      let gap = number - before;
      before = number;
      for (; gap >= more; gap = Math.floor(gap / more)) {
        bytes[at] = (gap % more) + more;
        at += 1;
      }
      bytes[at] = gap;
      at += 1;
    }
    this.bytes = bytes;
    this.close(at);
  }

  /** Goes through the set of an ordinal, the smallest number first. */
  each(ordinal: number, visit: (number: number) => void): void {
    const { bytes } = this;
    const end = this.endOf(ordinal);
    let number = 0;
    let gap = 0;
    let worth = 1;
    for (let at = this.endOf(ordinal - 1); at < end; at += 1) {
      const byte = bytes[at]!;
      gap += (byte % more) * worth;
      worth *= more;
      if (byte >= more) continue;
      number += gap;
      visit(number);
      gap = 0;
      worth = 1;
    }
  }

  /** The same sets without those of ordinals that go. */
  keep(stays: (ordinal: number) => boolean): NumberSets {
    const kept = new NumberSets();
    for (let ordinal = 0; ordinal < this.size; ordinal += 1) {
      if (!stays(ordinal)) continue;
      const set = this.bytes.subarray(this.endOf(ordinal - 1), this.endOf(ordinal));
      const start = kept.endOf(kept.size - 1);
      kept.bytes = withRoom(kept.bytes, start + set.length);
      kept.bytes.set(set, start);
      kept.close(start + set.length);
    }
    return kept;
  }

  private endOf(ordinal: number): number {
    return ordinal < 0 ? 0 : this.ends[ordinal]!;
  }

  private close(end: number): void {
    this.ends = withRoom(this.ends, this.size + 1);
    this.ends[this.size] = end;
    this.size += 1;
  }
}
