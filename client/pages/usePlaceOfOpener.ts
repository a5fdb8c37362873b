/** A dialog whose opener has gone with what was done in it: the keyboard goes on at what stands in its place. */
import { useCallback, useEffect, useRef } from 'react';

/** Remembers what has the focus, when it is called; `isOpen` says whether the dialog is still there. */
export function usePlaceOfOpener(isOpen: boolean): () => void {
  const opener = useRef<{ element: Element; parent: Element; place: number } | null>(null);
  // After every rendering: what takes the opener away may be rendered after the dialog has gone.
  useEffect(() => {
    if (isOpen || !opener.current || opener.current.element.isConnected) return;
    const { parent, place } = opener.current;
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
