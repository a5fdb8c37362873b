/** Keyboard shortcuts of the review, by physical key; none works while a dialog is open. */
import { useLayoutEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { dialogIsOpen } from '../../design/rowKeys.ts';
import type { Decision } from './previewTexts.ts';

export interface ReviewKeys {
  move: (step: 1 | -1) => void;
  /** Decides the current inconsistency. */
  decide: (decision: Decision) => void;
  openService: () => void;
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
      Digit1: on((now) => now.decide('keep')),
      Digit2: on((now) => now.decide('use')),
      Numpad1: on((now) => now.decide('keep')),
      Numpad2: on((now) => now.decide('use')),
      'Shift+KeyD': on((now) => now.decide('delete')),
      KeyO: on((now) => now.openService()),
      KeyU: on((now) => now.undo()),
      KeyX: on((now) => now.toggle()),
    });
  }, [enabled]);
}
