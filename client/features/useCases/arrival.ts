/** A case into whose text the keyboard goes when its row comes: one that was asked for, or that Undo brings back. */
import { useEffect, type RefObject } from 'react';

const awaited = new Set<string>();

/** From now on the row of this case takes the keyboard when it comes; answers how to wait for it no longer. */
export function awaitRow(useCaseId: string): () => void {
  awaited.add(useCaseId);
  return () => void awaited.delete(useCaseId);
}

/** False for a reader who has gone on meanwhile, into a field or to a button. */
const isFree = (place: Element | null): boolean =>
  place === null ||
  place === document.body ||
  place.matches('[role=dialog], h1, h2, h3') ||
  place.closest('[data-message-place]') !== null;

export function useArrival(
  field: RefObject<HTMLTextAreaElement | null>,
  useCaseId: string,
  isAsked: boolean,
): void {
  useEffect(() => {
    const isWanted = awaited.delete(useCaseId) || isAsked;
    const text = field.current;
    if (!isWanted || !text || !isFree(document.activeElement)) return;
    text.focus({ preventScroll: true });
    text.setSelectionRange(text.value.length, text.value.length);
    text.scrollIntoView({ block: 'center' });
  }, [field, useCaseId, isAsked]);
}
