// Relevance threshold: cuts off what no longer answers a query, and says whether anything answers it surely.
import { ranking } from './rankingConstants.ts';

/** What rounding may have taken. */
export const tolerance = 1e-6;

/** What a candidate must reach to be shown. */
export interface Threshold {
  /** Of the query's meaning, 0 to 1. */
  leastCover: number;
  leastValue: number;
  /** Whether nothing answers surely, so that what is shown is the nearest. */
  unsure: boolean;
}

/** The best of what was found. */
interface Best {
  bestCover: number;
  bestValue: number;
}

export const isShown = (
  { cover, value }: { cover: number; value: number },
  { leastCover, leastValue }: Threshold,
): boolean => cover >= leastCover && value >= leastValue;

/** The threshold of a search for a task; where nothing answers surely, the best is shown if it may be. */
export function taskThreshold(
  { bestCover, bestValue }: Best,
  { mayBeUnsure, isVague, hasNames }: { mayBeUnsure: boolean; isVague: boolean; hasNames: boolean },
): Threshold {
  const unsure = mayBeUnsure && (isVague || bestCover < ranking.sureCover) && !hasNames;
  const floor = unsure ? ranking.nearCover : ranking.sureCover;
  return {
    leastCover: Math.max(floor, ranking.coverOfBest * bestCover) - tolerance,
    leastValue: ranking.scoreOfBest * bestValue,
    unsure,
  };
}

/**
 * The threshold of "more like this".
 * @param part how much of the weights is likeness: what is asked besides orders, and shuts nothing out
 */
export const likenessThreshold = (
  { bestValue }: Pick<Best, 'bestValue'>,
  part: number,
): Threshold => ({
  leastCover: 0,
  leastValue: ranking.likenessOfBest * part * bestValue,
  unsure: false,
});

/** The threshold of what is near, behind few sure answers. */
export const nearThreshold: Threshold = {
  leastCover: ranking.nearCover,
  leastValue: 0,
  unsure: false,
};
