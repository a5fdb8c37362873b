/** Keyboard shortcuts of a list of rows: j and k move, other keys act on the focused row. */
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { tinykeys } from 'tinykeys';

/** A row is an element with `data-row` and `data-id`. */
export type RowActions = Record<string, (id: string, row: HTMLElement) => void>;

/** The same in every list: O opens what the row is about, Enter its details. */
export const openKeys: RowActions = {
  KeyO: (_id, row) =>
    row.querySelector<HTMLElement>('[data-part=head] a, [data-part=item] a')?.click(),
  Enter: (_id, row) => row.querySelector<HTMLElement>('[data-toggle]')?.click(),
};

/** Keys of the page rest while a dialog is open. */
export const dialogIsOpen = () =>
  document.querySelector('[role=dialog], [role=alertdialog]') !== null;

/** `actions` by code, for example `Digit1`; nothing works while `enabled` is false or a dialog is open. */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  enabled: boolean,
  actions: RowActions,
): void {
  const current = useRef(actions);
  // A layout effect, so that a key pressed right after painting is handled.
  useLayoutEffect(() => {
    current.current = actions;
  });
  const codes = Object.keys(actions).join(' ');
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const focused = () => rows().findIndex((row) => row.contains(document.activeElement));
    const walk = (step: 1 | -1) => () => {
      if (dialogIsOpen()) return;
      const all = rows();
      const at = focused();
      const next = at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step));
      all[next]?.focus();
    };
    const act = (code: string) => (event: KeyboardEvent) => {
      const row = dialogIsOpen() ? undefined : rows()[focused()];
      if (!row?.dataset['id']) return;
      // On a control inside the row, Enter belongs to the control.
      if (code === 'Enter' && event.target !== row) return;
      // Otherwise the key would be typed into the dialog that it opens.
      event.preventDefault();
      current.current[code]?.(row.dataset['id'], row);
    };
    return tinykeys(window, {
      KeyJ: walk(1),
      KeyK: walk(-1),
      ...Object.fromEntries(
        codes
          .split(' ')
          .filter(Boolean)
          .map((code) => [code, act(code)]),
      ),
    });
  }, [list, enabled, codes]);
}
