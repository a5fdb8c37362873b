/** Exchanges a code or token from the URL once, after removing it from the URL. */
import { useEffect, useState } from 'react';

const exchanges = new Map<string, Promise<unknown>>();

/** Runs an exchange once per key, even when React runs an effect twice. */
export function exchangeOnce<Result>(
  key: string,
  exchange: () => Promise<Result>,
): Promise<Result> {
  const known = exchanges.get(key) as Promise<Result> | undefined;
  if (known) return known;
  const started = exchange();
  exchanges.set(key, started);
  return started;
}

export interface Exchange<Result> {
  /** Key under which the exchange runs once; null when there is nothing to exchange. */
  key: string | null;
  run: () => Promise<Result>;
  onDone: (result: Result) => void;
  onFailure: (failure: unknown) => void;
}

/** `read` gets the original query. The URL loses it before anything is sent or logged. */
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
