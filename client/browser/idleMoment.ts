/** Idle detection for prompts: no open dialog or menu, no message that offers a next step, no focused field. */
import { useEffect, useState } from 'react';

/** Required duration of idleness. */
export const idleMs = 1500;
const lookEveryMs = 500;

const opened = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-cancel]';
const fields = 'input, textarea, select, [contenteditable=true]';

const isShown = (element: Element): boolean =>
  element.closest('[hidden]') === null && getComputedStyle(element).display !== 'none';

/** No overlay is open, no field has the focus, and the page is visible. */
const isIdle = (): boolean =>
  document.visibilityState === 'visible' &&
  !document.activeElement?.matches(fields) &&
  ![...document.querySelectorAll(opened)].some(isShown);

/** True from the first idle moment after `wanted` became true, until it becomes false. */
export function useIdleMoment(wanted: boolean): boolean {
  const [hasCome, setHasCome] = useState(false);
  useEffect(() => {
    if (!wanted) return undefined;
    let quietFor = 0;
    const look = setInterval(() => {
      quietFor = isIdle() ? quietFor + lookEveryMs : 0;
      if (quietFor < idleMs) return;
      clearInterval(look);
      setHasCome(true);
    }, lookEveryMs);
    return () => {
      clearInterval(look);
      setHasCome(false);
    };
  }, [wanted]);
  return wanted && hasCome;
}
