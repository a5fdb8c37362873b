// Long loops are gone through in stretches, a call each. The engine of JavaScript compiles what is called often as a whole; a loop
// that it compiles in the midst of its first long run is left again at its end, and begins uncompiled the next time.

const stretch = 512;

export function inChunks(size: number, go: (from: number, to: number) => void): void {
  for (let from = 0; from < size; from += stretch) go(from, Math.min(size, from + stretch));
}
