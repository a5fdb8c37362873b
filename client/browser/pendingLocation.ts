/** A search text that is typed and waits for its rest: where it leads to, for a session that ends before, and how it is dropped. */

export interface PendingLocation {
  /** Path and query with what is typed. */
  place: () => string;
  /** Takes back what is typed. */
  drop: () => void;
}

let pending: PendingLocation | null = null;

/** Kept while the typed text waits. Returns the way to take it back. */
export function setPendingLocation(text: PendingLocation): () => void {
  pending = text;
  return () => {
    if (pending === text) pending = null;
  };
}

/** Path and query with what is typed; null where nothing waits. */
export const pendingLocation = (): string | null => pending?.place() ?? null;

/** For a step that says itself what is searched: what waits must not follow it. */
export const dropPendingLocation = (): void => pending?.drop();
