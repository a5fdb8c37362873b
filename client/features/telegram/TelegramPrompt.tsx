/** Asks a person without Telegram to connect it, where a bot is configured; put aside for seven days. */
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
  const putAside = () => {
    pausePrompt(user.id, Date.now());
    setShown('nothing');
  };
  if (shown === 'verification') return <TelegramVerification onLater={putAside} />;
  return (
    <Dialog
      open
      onClose={putAside}
      initialFocus="heading"
      // Messages stand at the upper edge of a phone: it comes in the moment after one.
      shape="sheet"
      title={t('telegram.promptTitle')}
      footer={
        <>
          <Button onClick={putAside}>{t('telegram.later')}</Button>
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
