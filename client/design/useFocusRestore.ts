/** A button that goes with what it did takes the focus along, and the keyboard would begin anew at the top of the page. */
import { useEffect, useRef, type FocusEvent } from 'react';

/**
 * For a place whose parts come and go: when the element in it that had the focus has gone, what `next` finds takes it.
 * The place bears the answered `onFocus`; what is rendered elsewhere from within it (a dialog) belongs to it.
 */
export function useKeptFocus(next: () => HTMLElement | null | undefined): {
  onFocus: (event: FocusEvent) => void;
} {
  const last = useRef<Element | null>(null);
  // After every rendering: any of them may have taken the element away.
  useEffect(() => {
    if (!last.current || last.current.isConnected) return;
    last.current = null;
    if (document.activeElement === document.body) next()?.focus();
  });
  return { onFocus: (event) => (last.current = event.target) };
}
