// How far two words are apart in typing errors: a letter too many, too few, a wrong one, two neighbours swapped.

/**
 * The distances from `a` to every beginning of `b`: the last one is the distance to `b` itself
 * (optimal string alignment, as Damerau described typing errors).
 */
function distances(a: string, b: string): number[] {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, place) => place);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      let distance = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) distance = Math.min(distance, (before[column - 2] ?? 0) + 1);
      current.push(distance);
    }
    before = last;
    last = current;
  }
  return last;
}

/** Typing errors between two words. */
export const editDistance = (a: string, b: string): number => distances(a, b).at(-1) ?? 0;

/** Typing errors between what has been typed so far and the nearest beginning of a word. */
export const prefixDistance = (typed: string, word: string): number =>
  Math.min(...distances(typed, word));
