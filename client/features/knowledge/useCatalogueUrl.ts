/** The search state in the address, and the way to change it. */
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  changeState,
  readCatalogueUrl,
  writeCatalogueUrl,
  type CatalogueState,
} from './catalogueUrl.ts';

export interface CatalogueUrl {
  state: CatalogueState;
  /** `push` (the default) makes a step for the Back button; typing replaces. */
  change: (changes: Partial<CatalogueState>, how?: 'push' | 'replace') => void;
  /** The address of a page. */
  hrefOf: (page: number) => string;
}

export function useCatalogueUrl(): CatalogueUrl {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  // A dialog in the address changes nothing here, and nothing is rendered again for it.
  const own = writeCatalogueUrl(readCatalogueUrl(new URLSearchParams(search)));
  const state = useMemo(() => readCatalogueUrl(new URLSearchParams(own)), [own]);
  const change = useCallback<CatalogueUrl['change']>(
    (changes, how = 'push') => {
      const next = writeCatalogueUrl(changeState(state, changes));
      // A step to the same place is none; a replacement may overtake one that is still on its way.
      if (how === 'push' && next === writeCatalogueUrl(state)) return;
      void navigate(
        { pathname, search: next },
        { replace: how === 'replace', preventScrollReset: true },
      );
    },
    [navigate, pathname, state],
  );
  const hrefOf = useCallback(
    (page: number) => `${pathname}${writeCatalogueUrl(changeState(state, { page }))}`,
    [pathname, state],
  );
  return { state, change, hrefOf };
}
