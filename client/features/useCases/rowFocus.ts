/** Focus on the text of a use case whose row is about to appear. */
import { useEffect, type RefObject } from 'react';

const pendingFocus = new Set<string>();

/** Time for a row to appear after its use case was loaded, in milliseconds. */
const rowTimeoutMs = 500;

/** Focuses the row when it appears, until shortly after `coming` ends. */
export async function focusRowWhenReady(
  useCaseId: string,
  coming: Promise<unknown>,
): Promise<void> {
  pendingFocus.add(useCaseId);
  await coming;
  setTimeout(() => pendingFocus.delete(useCaseId), rowTimeoutMs);
}

const isInMessage = (place: Element | null): boolean =>
  place !== null && place.closest('[data-message-place]') !== null;

/** False when the reader has moved on to a field or a button. */
const canTakeFocus = (place: Element | null): boolean =>
  place === null ||
  place === document.body ||
  place.matches('[role=dialog], h1, h2, h3') ||
  isInMessage(place);

export function useUseCaseFocus(
  field: RefObject<HTMLTextAreaElement | null>,
  useCaseId: string,
  isAsked: boolean,
): void {
  useEffect(() => {
    const isWanted = pendingFocus.delete(useCaseId) || isAsked;
    const text = field.current;
    if (!isWanted || !text || !canTakeFocus(document.activeElement)) return;
    // A closing message restores the focus to where it was before: blur first.
    const place = document.activeElement;
    if (place instanceof HTMLElement && isInMessage(place)) place.blur();
    text.focus({ preventScroll: true });
    text.setSelectionRange(text.value.length, text.value.length);
    text.scrollIntoView({ block: 'center' });
  }, [field, useCaseId, isAsked]);
}
