/** Focus restoration when the focused element, or its row, is removed. */
import { useRef, useEffect, type FocusEvent, type RefObject } from 'react';

/**
 * Moves the focus to the element that `next` finds when the focused element inside the container is removed; to the page
 * where there is none, for example because the container was removed too.
 * The container gets the returned `onFocus`; portals rendered inside it (a dialog) belong to it.
 */
export function useFocusRestore(next: () => HTMLElement | null | undefined): {
  onFocus: (event: FocusEvent) => void;
} {
  const last = useRef<Element | null>(null);
  // Runs after every rendering: any of them may have removed the element.
  useEffect(() => {
    if (!last.current || last.current.isConnected) return;
    last.current = null;
    if (document.activeElement !== document.body) return;
    const found = next();
    if (found) found.focus();
    else document.getElementById('main')?.focus({ preventScroll: true });
  });
  return { onFocus: (event) => (last.current = event.target) };
}

interface RowFocus<List extends HTMLElement> {
  /** Props of the element whose children are the rows. */
  rows: { ref: RefObject<List | null>; onFocus: (event: FocusEvent) => void };
  /** Finds the next focus, for example for `returnFocus` of a confirmation. */
  next: () => HTMLElement | null | undefined;
}

/**
 * The focus goes to the first button of the row that stands in the same place now, or of the nearest with one: below it,
 * else above. Where there is none, what `otherwise` finds takes it.
 */
export function useRowFocus<List extends HTMLElement>(
  otherwise: () => HTMLElement | null | undefined,
): RowFocus<List> {
  const list = useRef<List>(null);
  const place = useRef(0);
  const rowsNow = () => [...(list.current?.children ?? [])];
  const next = () => {
    const rows = rowsNow();
    const nearest = [...rows.slice(place.current), ...rows.slice(0, place.current).toReversed()];
    for (const row of nearest) {
      const button = row.querySelector<HTMLElement>('button:not(:disabled, [data-toggle])');
      if (button) return button;
    }
    return otherwise();
  };
  const kept = useFocusRestore(next);
  const onFocus = (event: FocusEvent) => {
    place.current = rowsNow().findIndex((row) => row.contains(event.target));
    kept.onFocus(event);
  };
  return { rows: { ref: list, onFocus }, next };
}
