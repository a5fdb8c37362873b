/** Search state in the address, and its changes. */
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { dropPendingLocation } from '../../browser/pendingLocation.ts';
import {
  changeState,
  readCatalogueUrl,
  writeCatalogueUrl,
  type CatalogueState,
} from './catalogueUrl.ts';

export interface CatalogueUrl {
  state: CatalogueState;
  /** The state with the changes that are not shown yet: a press may come before the page has followed the one before. */
  newest: () => CatalogueState;
  /** `push` (the default) makes a step for the Back button; typing replaces. */
  change: (changes: Partial<CatalogueState>, how?: 'push' | 'replace') => void;
  /** The address of a page. */
  hrefOf: (page: number) => string;
  /** The address that `change` would lead to now. */
  placeWith: (changes: Partial<CatalogueState>) => string;
}

export function useCatalogueUrl(): CatalogueUrl {
  const location = useLocation();
  const { pathname, search } = location;
  const navigate = useNavigate();
  // A dialog in the address changes nothing here, and nothing is rendered again for it.
  const own = writeCatalogueUrl(readCatalogueUrl(new URLSearchParams(search)));
  const state = useMemo(() => readCatalogueUrl(new URLSearchParams(own)), [own]);
  // After each navigation its state is the newest, also when it led back.
  const latest = useRef({ arrived: location, state });
  useLayoutEffect(() => {
    latest.current = { arrived: location, state };
  }, [location, state]);
  const newest = useCallback(() => latest.current.state, []);
  const change = useCallback<CatalogueUrl['change']>(
    (changes, how = 'push') => {
      if (how === 'push' && changes.search !== undefined) dropPendingLocation();
      const wanted = changeState(newest(), changes);
      const next = writeCatalogueUrl(wanted);
      // A step to the same place is none; a replacement may overtake one that is still on its way.
      if (how === 'push' && next === writeCatalogueUrl(newest())) return;
      latest.current.state = wanted;
      void navigate({ pathname, search: next }, { replace: how === 'replace' });
    },
    [navigate, pathname, newest],
  );
  const hrefOf = useCallback(
    (page: number) => `${pathname}${writeCatalogueUrl(changeState(state, { page }))}`,
    [pathname, state],
  );
  const placeWith = useCallback(
    (changes: Partial<CatalogueState>) =>
      `${pathname}${writeCatalogueUrl(changeState(newest(), changes))}`,
    [pathname, newest],
  );
  return { state, newest, change, hrefOf, placeWith };
}
