// Long work in portions, between which everybody else has a turn.

export interface Portions {
  /** Counts a piece of work that is done; rests when a portion is full. */
  spend(cost: number): Promise<void> | undefined;
  rest(): Promise<void>;
}

/**
 * @param size what a portion costs at most, but for the last piece of it
 * @param breathe gives everybody else a turn
 */
export function createPortions(size: number, breathe: () => Promise<void>): Portions {
  let spent = 0;
  const rest = (): Promise<void> => {
    spent = 0;
    return breathe();
  };
  return {
    spend(cost) {
      spent += cost;
      return spent >= size ? rest() : undefined;
    },
    rest,
  };
}
