/** Prompt to connect Telegram; “later” hides it for seven days. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { Button } from '../../design/Button.tsx';
import { Dialog } from '../../design/Dialog.tsx';
import { isPromptDue, pausePrompt } from './promptPause.ts';
import { TelegramVerification } from './TelegramVerification.tsx';

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
