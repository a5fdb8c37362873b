// Reciprocal rank fusion of word matches and semantic matches.

/** Constant k of reciprocal rank fusion, which lowers the weight of the first ranks. */
const smoothing = 10;

/** The sum of 1 / (smoothing + rank) over the lists that contain an entry. */
export function reciprocalRanks<Entry>(lists: readonly (readonly Entry[])[]): Map<Entry, number> {
  const sums = new Map<Entry, number>();
  for (const list of lists) {
    for (const [place, entry] of list.entries())
      sums.set(entry, (sums.get(entry) ?? 0) + 1 / (smoothing + place + 1));
  }
  return sums;
}

/** All entries of the lists, highest sum first. */
export const fused = <Entry>(lists: readonly (readonly Entry[])[]): Entry[] =>
  [...reciprocalRanks(lists)].sort(([, a], [, b]) => b - a).map(([entry]) => entry);
