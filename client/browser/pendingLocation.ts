/** A search text that is typed and waits for its rest: where it leads to, for a session that ends before, and how it is dropped. */

export interface UnsentText {
  /** Path and query with what is typed. */
  place: () => string;
  /** Takes back what is typed. */
  drop: () => void;
}

let unsent: UnsentText | null = null;

/** Kept while the typed text waits. Returns the way to take it back. */
export function keepUnsent(text: UnsentText): () => void {
  unsent = text;
  return () => {
    if (unsent === text) unsent = null;
  };
}

/** Path and query with what is typed; null where nothing waits. */
export const unsentPlace = (): string | null => unsent?.place() ?? null;

/** For a step that says itself what is searched: what waits must not follow it. */
export const dropUnsent = (): void => unsent?.drop();
