// Where what matches no longer answers.

/** What covers as much of the query answers it surely. */
export const sureCover = 0.6;
/** What covers less than this is not shown, not even as unsure or near. */
export const nearCover = 0.15;
/** What has less than this share of the best likeness is not like it. */
const likeShare = 0.4;
const coverOfBest = 0.48;
const scoreOfBest = 0.3;
/** What rounding may have taken. */
export const tolerance = 1e-6;

/** Which of the items that match are shown. */
export interface Cut {
  /** Of the query's meaning, 0..1. */
  leastCover: number;
  /** Of the value by which it is ranked. */
  leastValue: number;
  /** Whether nothing answers surely, so that what is shown is the nearest. */
  unsure: boolean;
}

/** The best of what matches. */
interface Best {
  bestCover: number;
  bestValue: number;
  /** Whether a name answers. */
  hasNames: boolean;
  /** Whether nothing but a name answers surely. */
  isVague?: boolean;
}

/** Where a search for a task is cut; where nothing answers surely, the best is shown if it may be. */
export function taskCut(
  { bestCover, bestValue, hasNames, isVague = false }: Best,
  mayBeUnsure: boolean,
): Cut {
  const unsure = mayBeUnsure && (isVague || bestCover < sureCover) && !hasNames;
  const floor = unsure ? nearCover : sureCover;
  return {
    leastCover: Math.max(floor, coverOfBest * bestCover) - tolerance,
    leastValue: scoreOfBest * bestValue,
    unsure,
  };
}

/**
 * Where a search for something like a service is cut.
 * @param part how much of the weights is likeness: what is wished besides orders, and shuts nothing out
 */
export const likeCut = ({ bestValue }: Best, part: number): Cut => ({
  leastCover: 0,
  leastValue: likeShare * part * bestValue,
  unsure: false,
});
