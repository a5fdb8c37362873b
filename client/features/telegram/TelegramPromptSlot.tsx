/** Telegram prompt after the first contribution, in an idle moment: no open overlay, no focused field. */
import { useEffect, useState } from 'react';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { clientSettings } from '../../browser/environment.ts';
import { resetContribution, useHasContributed } from '../../browser/firstContribution.ts';
import { optionalLazyComponent } from '../../design/lazyComponent.tsx';

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
function useIdleMoment(wanted: boolean): boolean {
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

const TelegramPrompt = optionalLazyComponent(() =>
  import('./TelegramPrompt.tsx').then((part) => part.TelegramPrompt),
);

export function TelegramPromptSlot() {
  const user = useSignedInUser();
  const hasActed = useHasContributed();
  useEffect(() => resetContribution, []);
  const isWanted =
    hasActed &&
    user.telegramId === null &&
    !user.telegramLink &&
    clientSettings().telegramBotName !== null;
  if (!useIdleMoment(isWanted)) return null;
  return <TelegramPrompt />;
}
