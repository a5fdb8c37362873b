/** Focus after a dialog: on its opener, or on what took the opener's place. */
import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that remembers the focused element; `isOpen` tells whether the dialog is open. */
export function useOpenerPosition(isOpen: boolean): () => void {
  const opener = useRef<{ element: Element; parent: Element; place: number } | null>(null);
  const wasOpen = useRef(isOpen);
  // Runs after every rendering: the opener may be removed after the dialog.
  useEffect(() => {
    const hasClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (isOpen || !opener.current) return;
    const { element, parent, place } = opener.current;
    if (element.isConnected) {
      const isLost = hasClosed && document.activeElement === document.body;
      if (isLost && element instanceof HTMLElement) element.focus();
      return;
    }
    opener.current = null;
    const next = parent.children[place];
    if (document.activeElement === document.body && next instanceof HTMLElement) next.focus();
  });
  return useCallback(() => {
    const element = document.activeElement;
    const parent = element?.parentElement;
    opener.current =
      element && parent ? { element, parent, place: [...parent.children].indexOf(element) } : null;
  }, []);
}
