// How many typing errors two words are apart: a letter too many, too few, a wrong one, two neighbours swapped.

let rows = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)];

/** The distance (optimal string alignment), or more than `most` where it is larger. */
export function editDistance(a: string, b: string, most: number): number {
  if (b.length >= rows[0]!.length) rows = rows.map(() => new Uint8Array(2 * b.length));
  let [before, last, next] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= b.length; column += 1) last[column] = column;
  for (let row = 1; row <= a.length; row += 1) {
    next[0] = row;
    let least = row;
    for (let column = 1; column <= b.length; column += 1) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1;
      let distance = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + change);
      const isSwapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) distance = Math.min(distance, before[column - 2]! + 1);
      next[column] = distance;
      if (distance < least) least = distance;
    }
    if (least > most) return most + 1;
    [before, last, next] = [last, next, before];
  }
  return last[b.length]!;
}
