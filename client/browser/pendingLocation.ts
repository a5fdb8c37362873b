/** Locations that the screen does not show yet: a search that is being typed, and a page that is loading. */
import { createContext, useContext } from 'react';
import { useLocation, type Location } from 'react-router-dom';

interface PendingLocation {
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

const Wanted = createContext<Location | null>(null);

/** Location of the address, whose screen may still be loading: until then `useLocation` names that of the screen on show. */
export const WantedLocation = Wanted.Provider;

export function useWantedLocation(): Location {
  const shown = useLocation();
  return useContext(Wanted) ?? shown;
}
