/** Exchanges what a provider or a link sent along in the address, once, and takes it out of the address first. */
import { useEffect, useState } from 'react';
import { exchangeOnce } from './memoize.ts';

export interface Exchange<Result> {
  /** Identifies the exchange, so that it happens once; null when there is nothing to exchange. */
  key: string | null;
  run: () => Promise<Result>;
  onDone: (result: Result) => void;
  onFailure: (failure: unknown) => void;
}

/**
 * `read` looks at the query with which the screen was opened. The address loses its query before
 * anything is sent or logged; StrictMode's second effect hears the result of the first.
 */
export function useExchange<Result>(read: (query: URLSearchParams) => Exchange<Result>): void {
  const [exchange] = useState(() => read(new URLSearchParams(location.search)));
  useEffect(() => {
    let live = true;
    history.replaceState(history.state, '', location.pathname);
    const { key, run, onDone, onFailure } = exchange;
    const work = key === null ? run() : exchangeOnce(key, run);
    work.then(
      (result) => live && onDone(result),
      (failure: unknown) => live && onFailure(failure),
    );
    return () => {
      live = false;
    };
  }, [exchange]);
}
