/** Focus restoration when the focused element is removed. */
import { useEffect, useRef, type FocusEvent } from 'react';

/**
 * Moves the focus to the element that `next` finds when the focused element inside the container is removed.
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
    if (document.activeElement === document.body) next()?.focus();
  });
  return { onFocus: (event) => (last.current = event.target) };
}
