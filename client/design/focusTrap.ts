/** Focus trap of dialogs. */
import type { KeyboardEvent } from 'react';

const stops =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** For `onKeyDown` of the dialog. */
export function trapFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return;
  const inside = [...event.currentTarget.querySelectorAll<HTMLElement>(stops)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility(),
  );
  const [from, to] = event.shiftKey ? [inside[0], inside.at(-1)] : [inside.at(-1), inside[0]];
  if (!from || !to || document.activeElement !== from) return;
  event.preventDefault();
  to.focus();
}
