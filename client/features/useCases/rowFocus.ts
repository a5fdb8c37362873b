/** A case into whose text the keyboard goes when its row comes: one that was asked for, or that Undo brings back. */
import { useEffect, type RefObject } from 'react';

const pendingFocus = new Set<string>();

/** How long a row may take to come once its case is there, in milliseconds. */
const rowTimeoutMs = 500;

/** The row of this case takes the keyboard when it comes, until `coming` has been settled for a moment. */
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

/** False for a reader who has gone on meanwhile, into a field or to a button. */
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
    // Whoever leaves a message is sent to where one was before it; only from there one gets away.
    const place = document.activeElement;
    if (place instanceof HTMLElement && isInMessage(place)) place.blur();
    text.focus({ preventScroll: true });
    text.setSelectionRange(text.value.length, text.value.length);
    text.scrollIntoView({ block: 'center' });
  }, [field, useCaseId, isAsked]);
}
