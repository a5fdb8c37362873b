// Fractions as the integers that their bits are: from 0 on, both have the same order.

const oneFraction = new Float32Array(1);
const itsBits = new Int32Array(oneFraction.buffer);

/** The bits of the least fraction of 32 bits that is not below a number. */
export function bitsFrom(least: number): number {
  if (least <= 0) return 0;
  oneFraction[0] = least;
  return itsBits[0]! + (oneFraction[0] < least ? 1 : 0);
}
