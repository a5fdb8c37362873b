/** When something may ask for attention: never over a dialog or a menu, and never into a field in use. */
import { useEffect, useState } from 'react';

/** For how long nothing must be going on. */
export const quietMs = 1500;
const lookEveryMs = 500;

const opened = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
const fields = 'input, textarea, select, [contenteditable=true]';

const isShown = (element: Element): boolean =>
  element.closest('[hidden]') === null && getComputedStyle(element).display !== 'none';

/** True while nothing is open over the page, no field has the focus, and the page is in sight. */
const isQuiet = (): boolean =>
  document.visibilityState === 'visible' &&
  !document.activeElement?.matches(fields) &&
  ![...document.querySelectorAll(opened)].some(isShown);

/** True from the first quiet moment after it was `wanted`, until it is no longer wanted. */
export function useQuietMoment(wanted: boolean): boolean {
  const [hasCome, setHasCome] = useState(false);
  useEffect(() => {
    if (!wanted) return undefined;
    let quietFor = 0;
    const look = setInterval(() => {
      quietFor = isQuiet() ? quietFor + lookEveryMs : 0;
      if (quietFor < quietMs) return;
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
