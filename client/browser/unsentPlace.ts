/** Where the page would be once its address says what somebody has just typed: a session may end before it does. */

let placeNow: (() => string) | null = null;

/** `place` is asked while the typed text waits for its rest. Returns the way to take it back. */
export function keepUnsentPlace(place: () => string): () => void {
  placeNow = place;
  return () => {
    if (placeNow === place) placeNow = null;
  };
}

/** Path and query with what is typed; null where nothing waits. */
export const unsentPlace = (): string | null => placeNow?.() ?? null;
