/** Scroll positions: a new path begins at its top or anchor, a new query keeps the place, and Back, Forward and a reload return to it. */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const storageKey = 'scrollPositions';

const readPositions = (): Record<string, number> =>
  JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;

export function useScrollPositions(): void {
  const { key, pathname, search, hash } = useLocation();
  const positions = useRef<Record<string, number> | null>(null);
  const last = useRef({ pathname: '', search: '' });

  useLayoutEffect(() => {
    const known = (positions.current ??= readPositions());
    const isNewPath = last.current.pathname !== pathname;
    const isAnchorOnly = !isNewPath && last.current.search === search;
    last.current = { pathname, search };
    const anchor =
      hash && (isNewPath || isAnchorOnly)
        ? document.getElementById(decodeURIComponent(hash.slice(1)))
        : null;
    if (known[key] !== undefined) scrollTo(0, known[key]);
    else if (anchor) anchor.scrollIntoView();
    else if (isNewPath) scrollTo(0, 0);
    const remember = () => {
      known[key] = scrollY;
    };
    remember();
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key, pathname, search, hash]);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const store = () => {
      // For a page that is shown again without its scripts having run.
      history.scrollRestoration = 'auto';
      sessionStorage.setItem(storageKey, JSON.stringify(positions.current ?? {}));
    };
    addEventListener('pagehide', store);
    return () => removeEventListener('pagehide', store);
  }, []);
}
