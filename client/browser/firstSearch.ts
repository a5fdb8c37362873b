/** The search field that stands in the page before the page itself is there (client/index.html). */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Takes over what was typed there and the place of the keyboard, once; `onText` is called if there is a text. */
export function useFirstSearch(
  field: RefObject<HTMLInputElement | null>,
  onText: (text: string) => void,
): void {
  // Still in the page while this one is rendered for the first time; gone when it is shown.
  const [first] = useState(() => document.querySelector<HTMLInputElement>('#first-search'));
  const isTaken = useRef(false);
  useLayoutEffect(() => {
    if (!first || isTaken.current) return;
    isTaken.current = true;
    const { value, selectionStart, selectionEnd, dataset } = first;
    if (value !== '') onText(value);
    // With the field the focus went, too.
    if (dataset['focused'] === undefined || document.activeElement !== document.body) return;
    field.current?.focus({ preventScroll: true });
    // A text that is set by the page puts the caret at its end; the page has set it when this runs, and no key came between.
    queueMicrotask(() => field.current?.setSelectionRange(selectionStart, selectionEnd));
  });
}
