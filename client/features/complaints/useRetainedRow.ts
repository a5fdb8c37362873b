/** Focus restoration in the list of complaints when a fix removes its row. */
import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { dialogIsOpen } from '../../design/rowKeys.ts';

interface FocusedElement {
  element: Element;
  /** Id and index of its row. */
  id: string | undefined;
  place: number;
}

/**
 * When the focused element is removed, its row takes the focus, else the row in its place or above it; without rows
 * the set filter. An open dialog delays this. The list gets the returned `onFocus`.
 */
export function useRetainedRow(
  list: RefObject<HTMLElement | null>,
  filters: RefObject<HTMLElement | null>,
): { onFocus: (event: FocusEvent) => void } {
  const held = useRef<FocusedElement | null>(null);
  const rowsNow = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  // Runs after every rendering: any of them may have removed it.
  useEffect(() => {
    if (!held.current || held.current.element.isConnected || dialogIsOpen()) return;
    const { id, place } = held.current;
    held.current = null;
    if (document.activeElement !== document.body) return;
    const rows = rowsNow();
    const next = rows.find((row) => row.dataset['id'] === id) ?? rows[place] ?? rows.at(-1);
    (next ?? filters.current?.querySelector<HTMLElement>('[aria-pressed=true]'))?.focus();
  });
  return {
    onFocus({ target }) {
      const rows = rowsNow();
      const place = rows.findIndex((row) => row.contains(target));
      held.current = { element: target, id: rows[place]?.dataset['id'], place };
    },
  };
}
