// What a score is multiplied with for the share of the query that is covered, in 255 steps; and for holding every word literally.

const literalBonus = 1.4;
const mostSteps = 255;

/** How far behind a factor stands that of what holds every word literally. */
export const factorsOfWhole = mostSteps + 1;

/** Cover^0.8; the same again for what holds every word literally. */
export const coverFactors = Float64Array.from({ length: 2 * factorsOfWhole }, (_, place) => {
  const power = ((place % factorsOfWhole) / mostSteps) ** 0.8;
  return power * (place < factorsOfWhole ? 1 : literalBonus);
});

/** Where cover does not count. */
export const noFactors = new Float64Array(2 * factorsOfWhole).fill(1);

/** Which of the steps a cover of 0..1 is. */
export const coverStepOf = (cover: number): number => Math.min(mostSteps, (cover * mostSteps) | 0);

/** The factor of a cover of 0..1, with that of holding every word literally. */
export const factorOf = (cover: number, isWhole: boolean): number =>
  coverFactors[coverStepOf(cover) + Number(isWhole) * factorsOfWhole]!;
