/** Takeover of the search field in the initial HTML (client/index.html). */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Takes over the typed text and the focus once; `onText` is called if there is a text. */
export function useFirstSearch(
  field: RefObject<HTMLInputElement | null>,
  onText: (text: string) => void,
): void {
  // The field is in the document during the first rendering only.
  const [first] = useState(() => document.querySelector<HTMLInputElement>('#first-search'));
  const isTaken = useRef(false);
  useLayoutEffect(() => {
    if (!first || isTaken.current) return;
    isTaken.current = true;
    const { value, selectionStart, selectionEnd, dataset } = first;
    if (value !== '') onText(value);
    // The focus was lost with the removed field.
    if (dataset['focused'] === undefined || document.activeElement !== document.body) return;
    field.current?.focus({ preventScroll: true });
    // Setting the text moves the caret to its end, so the selection is restored after that.
    queueMicrotask(() => field.current?.setSelectionRange(selectionStart, selectionEnd));
  });
}
