/** Decides when a person without Telegram is asked to connect it: after the first useful act, in a quiet moment. */
import { useEffect } from 'react';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { clientSettings } from '../../browser/environment.ts';
import { useIdleMoment } from '../../browser/idleMoment.ts';
import { resetContribution, useHasContributed } from '../../browser/firstContribution.ts';
import { optionalLazyComponent } from '../../design/lazyComponent.tsx';

const TelegramPrompt = optionalLazyComponent(() =>
  import('./TelegramPrompt.tsx').then((part) => part.TelegramPrompt),
);

export function TelegramPromptPlace() {
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
