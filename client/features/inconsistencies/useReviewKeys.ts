/** The keys of the desk, by their place on the keyboard; none works while a dialog is open. */
import { useLayoutEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { dialogIsOpen } from '../../design/rowKeys.ts';

export interface DeskKeys {
  move: (step: 1 | -1) => void;
  /** The first or the second of the chosen difference's actions. */
  decide: (place: 0 | 1) => void;
  undo: () => void;
  tick: () => void;
}

export function useDeskKeys(enabled: boolean, keys: DeskKeys): void {
  const current = useRef(keys);
  useLayoutEffect(() => {
    current.current = keys;
  });
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    const on = (act: (now: DeskKeys) => void) => (event: KeyboardEvent) => {
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
      KeyX: on((now) => now.tick()),
    });
  }, [enabled]);
}
