// Edit distance: the Levenshtein distance with swaps of neighbours (optimal string alignment).

/**
 * The distance between two texts, or more than `most` where it is larger.
 * @param weightOf how much a letter counts, up to 1
 */
export function editDistance(
  a: string,
  b: string,
  most: number,
  weightOf = (_letter: string): number => 1,
): number {
  let before: number[] = [];
  let last = [0];
  for (const letter of b) last.push(last.at(-1)! + weightOf(letter));
  for (let row = 1; row <= a.length; row += 1) {
    const letter = a[row - 1]!;
    const next = [last[0]! + weightOf(letter)];
    for (let column = 1; column <= b.length; column += 1) {
      const other = b[column - 1]!;
      const change = letter === other ? 0 : Math.max(weightOf(letter), weightOf(other));
      next[column] = Math.min(
        last[column]! + weightOf(letter),
        next[column - 1]! + weightOf(other),
        last[column - 1]! + change,
      );
      const isSwap = row > 1 && letter === b[column - 2] && a[row - 2] === other;
      if (isSwap) next[column] = Math.min(next[column]!, before[column - 2]! + 1);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, last] = [last, next];
  }
  return last[b.length]!;
}
