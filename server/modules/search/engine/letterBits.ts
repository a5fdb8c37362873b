// The letters of a word as bits of a number.

/** Words that are n typing errors apart differ in 2n bits at most. */
export function maskOf(word: string): number {
  let mask = 0;
  for (let place = 0; place < word.length; place += 1) mask |= 1 << (word.charCodeAt(place) & 31);
  return mask;
}

/** How many bits are set. */
export function bitsOf(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
