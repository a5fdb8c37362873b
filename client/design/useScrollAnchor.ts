/** Scroll anchoring for a list whose rows change their height: the button under the pointer keeps its place. */
import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';

/** Controls whose position is kept. */
const pressed = 'button, summary';

const isUnderPointer = (element: Element) => element.matches(':hover');
const hasFocus = (element: Element) => element === document.activeElement;

interface ScrollAnchor {
  /** Ref of the element around the rows. */
  place: RefObject<HTMLElement | null>;
  /** Called in a layout effect of each row, so that no press can come between. */
  hold: () => void;
}

/**
 * Scrolls the page by the distance that the button under the pointer, or the focused one, moves when the container changes its
 * height.
 */
export function useScrollAnchor(): ScrollAnchor {
  const place = useRef<HTMLElement>(null);
  /** Last positions, from the top of the container. */
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
    // The browser's own scroll anchoring would scroll a second time.
    const root = document.documentElement.style;
    root.overflowAnchor = 'none';
    // Covers changes without a rendering: opened details, a resized window.
    const watch = new ResizeObserver(hold);
    watch.observe(place.current);
    return () => {
      watch.disconnect();
      root.overflowAnchor = '';
    };
  }, [hold]);
  return { place, hold };
}
