/** Shows the Telegram prompt after the first contribution, in an idle moment. */
import { useEffect } from 'react';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { clientSettings } from '../../browser/environment.ts';
import { useQuietMoment } from '../../browser/idleMoment.ts';
import { forgetUsefulAct, useHasActed } from '../../browser/firstContribution.ts';
import { quietPart } from '../../design/lazyComponent.tsx';

const TelegramPrompt = quietPart(() =>
  import('./TelegramPrompt.tsx').then((part) => part.TelegramPrompt),
);

export function TelegramPromptSlot() {
  const user = useSignedInUser();
  const hasActed = useHasActed();
  useEffect(() => forgetUsefulAct, []);
  const isWanted =
    hasActed &&
    user.telegramId === null &&
    !user.telegramLink &&
    clientSettings().telegramBotName !== null;
  if (!useQuietMoment(isWanted)) return null;
  return <TelegramPrompt />;
}
