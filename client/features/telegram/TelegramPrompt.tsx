/** Prompt to connect Telegram; “later” hides it for seven days. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { TelegramVerification } from './TelegramVerification.tsx';

const promptPauseMs = 7 * 24 * 60 * 60 * 1000;

const keyOf = (userId: string): string => `loadout.telegramPrompt.${userId}`;

/** Pause of the Telegram prompt after “later”. */
function isPromptDue(userId: string, now: number): boolean {
  const pausedAt = Number(localStorage.getItem(keyOf(userId)) ?? 0);
  return !(now - pausedAt < promptPauseMs);
}

/** Without storage the prompt simply comes again. */
function pausePrompt(userId: string, now: number): void {
  try {
    localStorage.setItem(keyOf(userId), String(now));
  } catch (failure) {
    console.info('The answer to the Telegram prompt could not be stored', failure);
  }
}

export function TelegramPrompt() {
  const { t } = useTranslation('dashboard');
  const user = useSignedInUser();
  const [shown, setShown] = useState<'prompt' | 'verification' | 'nothing'>(() =>
    isPromptDue(user.id, Date.now()) ? 'prompt' : 'nothing',
  );
  if (user.telegramId !== null) return null;
  if (shown === 'nothing') return null;
  const postpone = () => {
    pausePrompt(user.id, Date.now());
    setShown('nothing');
  };
  if (shown === 'verification') return <TelegramVerification onLater={postpone} />;
  return (
    <Dialog
      open
      onClose={postpone}
      initialFocus="heading"
      // Messages appear at the top of a phone.
      shape="sheet"
      title={t('telegram.promptTitle')}
      footer={
        <>
          <Button onClick={postpone}>{t('telegram.later')}</Button>
          <Button variant="primary" onClick={() => setShown('verification')}>
            {t('telegram.connect')}
          </Button>
        </>
      }
    >
      <p>{t('telegram.promptText')}</p>
    </Dialog>
  );
}
