/**
 * Where the keyboard goes on after a dialog that did not give it back: at its opener, from which other dialogs may have led further,
 * and where that has gone with what was done, at what stands in its place.
 */
import { useCallback, useEffect, useRef } from 'react';

/** Remembers what has the focus, when it is called; `isOpen` says whether the dialog is still there. */
export function usePlaceOfOpener(isOpen: boolean): () => void {
  const opener = useRef<{ element: Element; parent: Element; place: number } | null>(null);
  const wasOpen = useRef(isOpen);
  // After every rendering: what takes the opener away may be rendered after the dialog has gone.
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
