/** Location of a search that is being typed, for a session that ends before it is sent. */

export interface PendingLocation {
  /** Path and query with the typed text. */
  place: () => string;
  /** Drops the typed text. */
  drop: () => void;
}

let pending: PendingLocation | null = null;

/** Registers the location while the text is pending. Returns a function that unregisters it. */
export function setPendingLocation(text: PendingLocation): () => void {
  pending = text;
  return () => {
    if (pending === text) pending = null;
  };
}

/** Path and query of the pending search; null when there is none. */
export const pendingLocation = (): string | null => pending?.place() ?? null;

/** Called before a navigation with its own search, which the pending text must not overwrite. */
export const dropPendingLocation = (): void => pending?.drop();
