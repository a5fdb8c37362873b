/** Keyboard shortcuts of the review, by physical key; none works while a dialog is open. */
import { useLayoutEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { dialogIsOpen } from '../../design/rowKeys.ts';

export interface ReviewKeys {
  move: (step: 1 | -1) => void;
  /** Takes the first or the second action of the current inconsistency. */
  decide: (index: 0 | 1) => void;
  undo: () => void;
  toggle: () => void;
}

export function useReviewKeys(enabled: boolean, keys: ReviewKeys): void {
  const current = useRef(keys);
  useLayoutEffect(() => {
    current.current = keys;
  });
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    const on = (act: (now: ReviewKeys) => void) => (event: KeyboardEvent) => {
      if (dialogIsOpen()) return;
      event.preventDefault();
      act(current.current);
    };
    return tinykeys(window, {
      KeyJ: on((now) => now.move(1)),
      KeyK: on((now) => now.move(-1)),
      Digit1: on((now) => now.decide(0)),
      Digit2: on((now) => now.decide(1)),
      Numpad1: on((now) => now.decide(0)),
      Numpad2: on((now) => now.decide(1)),
      KeyU: on((now) => now.undo()),
      KeyX: on((now) => now.toggle()),
    });
  }, [enabled]);
}
