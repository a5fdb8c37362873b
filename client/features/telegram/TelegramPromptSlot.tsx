/** Shows the Telegram prompt after the first contribution, in an idle moment. */
import { useEffect } from 'react';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { clientSettings } from '../../browser/environment.ts';
import { useIdleMoment } from '../../browser/idleMoment.ts';
import { resetContribution, useHasContributed } from '../../browser/firstContribution.ts';
import { optionalLazyComponent } from '../../design/lazyComponent.tsx';

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
