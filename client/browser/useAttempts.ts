/** Asks for something until it is there: at once, with the connection, and when it is told to. One try at a time. */
import { useCallback, useEffect, useRef } from 'react';

export interface Attempts<Part> {
  load: () => Promise<Part>;
  onLoaded: (part: Part) => void;
  onFailed?: (failure: unknown) => void;
  /** Asked before a try that nobody pressed for; default yes. */
  mayTry?: (() => boolean) | undefined;
}

/** Returns what tries again; it tells whether the part is there. The functions given have to stay the same. */
export function useAttempts<Part>(given: Attempts<Part>): () => Promise<boolean> {
  const { load, onLoaded, onFailed, mayTry } = given;
  const isTrying = useRef(false);
  const attempt = useCallback(async (): Promise<boolean> => {
    if (isTrying.current) return false;
    isTrying.current = true;
    try {
      onLoaded(await load());
      return true;
    } catch (failure) {
      console.info('A part of the page does not come', failure);
      onFailed?.(failure);
      return false;
    } finally {
      isTrying.current = false;
    }
  }, [load, onLoaded, onFailed]);
  useEffect(() => {
    void attempt();
    const tryAgain = () => {
      if (!mayTry || mayTry()) void attempt();
    };
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, [attempt, mayTry]);
  return attempt;
}
