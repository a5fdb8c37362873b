/** A list whose rows grow and shrink by answers that come late: what one is about to press stays under the pointer. */
import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';

/** What is pressed in a row. */
const pressed = 'button, summary';

const isUnderPointer = (element: Element) => element.matches(':hover');
const hasFocus = (element: Element) => element === document.activeElement;

interface ScrollAnchor {
  /** For the element around the rows. */
  place: RefObject<HTMLElement | null>;
  /** For a layout effect of each row: then no press can come between. */
  hold: () => void;
}

/**
 * When what stands in the place changes its height, the page is scrolled by as much as the button under the pointer, or the one
 * with the focus, would have moved.
 */
export function useScrollAnchor(): ScrollAnchor {
  const place = useRef<HTMLElement>(null);
  /** Where they stood last, from the top of the place. */
  const known = useRef(new Map<Element, number>());
  const hold = useCallback(() => {
    const around = place.current;
    if (!around) return;
    const before = known.current;
    const start = around.getBoundingClientRect().top;
    const buttons = [...around.querySelectorAll(pressed)];
    const topOf = (one: Element) => one.getBoundingClientRect().top - start;
    known.current = new Map(buttons.map((one) => [one, topOf(one)]));
    const held = buttons.find(isUnderPointer) ?? buttons.find(hasFocus);
    const from = held && before.get(held);
    const to = held && known.current.get(held);
    if (from === undefined || to === undefined || from === to) return;
    const wasInSight = start + from >= 0 && start + from < window.innerHeight;
    if (wasInSight) window.scrollBy({ top: to - from, behavior: 'instant' });
  }, []);

  useLayoutEffect(() => {
    if (!place.current) return undefined;
    // The browser's own way, which knows nothing of the pointer, would scroll once more.
    const root = document.documentElement.style;
    root.overflowAnchor = 'none';
    // Also what no row renders itself: its details open, the window becomes narrower.
    const watch = new ResizeObserver(hold);
    watch.observe(place.current);
    return () => {
      watch.disconnect();
      root.overflowAnchor = '';
    };
  }, [hold]);
  return { place, hold };
}
