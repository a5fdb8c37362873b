/** Keyboard navigation of the cards, after the ARIA feed pattern: one card at a time is a tab stop. */
import { useLayoutEffect, useRef, type RefObject } from 'react';

const controls = 'a[href], button, input, select, textarea';
const popups = '[role=menu], [role=dialog], [role=alertdialog]';

/** Left and right are the neighbours, up and down the same column; the feed's own keys work inside a card too. */
function target(cards: readonly HTMLElement[], at: number, key: string): number | null {
  const columns = columnsOf(cards);
  const steps: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    PageDown: at + 1,
    PageUp: at - 1,
    Home: 0,
    End: cards.length - 1,
  };
  const wanted = steps[key];
  if (wanted === undefined) return null;
  // The last row may be shorter: its end is the nearest.
  if (key === 'ArrowDown' && wanted >= cards.length && hasRowBelow(cards, at, columns)) {
    return cards.length - 1;
  }
  return cards[wanted] ? wanted : at;
}

/** Number of cards in the first row. */
function columnsOf(cards: readonly HTMLElement[]): number {
  const top = cards[0]?.getBoundingClientRect().top;
  const next = cards.findIndex((card) => card.getBoundingClientRect().top !== top);
  return next > 0 ? next : cards.length;
}

const hasRowBelow = (cards: readonly HTMLElement[], at: number, columns: number): boolean =>
  Math.floor(at / columns) < Math.floor((cards.length - 1) / columns);

/** Sets the tab stop; unchanged values are not written, because writes are observed. */
function setStop(element: HTMLElement, isStop: boolean): void {
  const wanted = isStop ? '0' : '-1';
  if (element.getAttribute('tabindex') !== wanted) element.setAttribute('tabindex', wanted);
}

/** Moves the keyboard through the cards (`article`) inside the element that it gives the returned reference to. */
export function useCardKeys(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  // A layout effect, so that a key pressed right after painting is handled.
  useLayoutEffect(() => {
    const feed = list.current;
    if (!feed) return undefined;
    let current: HTMLElement | null = null;
    let isPressing = false;
    let byPointer = false;
    const cards = () => [...feed.querySelectorAll<HTMLElement>('article')];
    const update = () => {
      const all = cards();
      if (!current || !all.includes(current)) current = all[0] ?? null;
      for (const card of all) {
        setStop(card, card === current);
        for (const control of card.querySelectorAll<HTMLElement>(controls)) {
          setStop(control, card === current);
        }
      }
    };
    const cardOf = (event: Event) =>
      event.target instanceof Element ? event.target.closest<HTMLElement>('article') : null;
    const onFocus = (event: FocusEvent) => {
      byPointer = isPressing;
      const card = cardOf(event);
      if (!card || card === current) return;
      current = card;
      update();
    };
    const onKey = (event: KeyboardEvent) => {
      const card = cardOf(event);
      const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      if (!card || isModified || event.defaultPrevented) return;
      const isOnCard = event.target === card;
      if (event.target instanceof Element && event.target.closest(popups)) return;
      if (!isOnCard && event.key === 'Escape') {
        card.focus();
        return;
      }
      // After a click these keys scroll, as on every page.
      if (byPointer || (!isOnCard && !event.key.startsWith('Page'))) return;
      const all = cards();
      const next = target(all, all.indexOf(card), event.key);
      if (next === null) return;
      event.preventDefault();
      all[next]?.focus();
    };
    const press = () => {
      isPressing = true;
    };
    const release = () => {
      isPressing = false;
    };
    update();
    // Cards come and go, and so do controls inside them.
    const watch = new MutationObserver(update);
    watch.observe(feed, { childList: true, subtree: true, attributeFilter: ['tabindex', 'href'] });
    feed.addEventListener('focusin', onFocus);
    feed.addEventListener('keydown', onKey);
    feed.addEventListener('pointerdown', press);
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
    return () => {
      watch.disconnect();
      feed.removeEventListener('focusin', onFocus);
      feed.removeEventListener('keydown', onKey);
      feed.removeEventListener('pointerdown', press);
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
    };
  }, []);
  return list;
}
