/** Decides when a person without Telegram is asked to connect it: after the first useful act, in a quiet moment. */
import { lazy, Suspense, useEffect } from 'react';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { clientSettings } from '../../browser/environment.ts';
import { useQuietMoment } from '../../browser/quietMoment.ts';
import { forgetUsefulAct, useHasActed } from '../../browser/usefulAct.ts';
import { whenConnected } from '../../browser/whenConnected.ts';

const TelegramPrompt = lazy(() =>
  whenConnected(() => import('./TelegramPrompt.tsx')).then((part) => ({
    default: part.TelegramPrompt,
  })),
);

export function TelegramPromptPlace() {
  const user = useSignedInUser();
  const hasActed = useHasActed();
  useEffect(() => forgetUsefulAct, []);
  const isWanted =
    hasActed &&
    user.telegramId === null &&
    !user.telegramLink &&
    clientSettings().telegramBotName !== null;
  if (!useQuietMoment(isWanted)) return null;
  return (
    <Suspense fallback={null}>
      <TelegramPrompt />
    </Suspense>
  );
}
