/** A fix goes with the press that does it, and its row with it where only open reports are shown: the keyboard goes on in the list. */
import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { dialogIsOpen } from '../../design/rowKeys.ts';

interface Held {
  element: Element;
  /** Of the row that it stands in, with its place among the others. */
  id: string | undefined;
  place: number;
}

/**
 * When what had the focus in the list has gone, its row takes it, else the row that stands in its place or above it; where
 * none is left, the filter that is set. While a dialog is open, that waits for its end. The list bears the answered `onFocus`.
 */
export function useKeptRow(
  list: RefObject<HTMLElement | null>,
  filters: RefObject<HTMLElement | null>,
): { onFocus: (event: FocusEvent) => void } {
  const held = useRef<Held | null>(null);
  const rowsNow = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  // After every rendering: any of them may have taken it away.
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
