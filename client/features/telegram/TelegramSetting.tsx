/** Connection of the reader's account with Telegram, with the button that connects it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../../browser/currentUser.ts';
import { clientSettings } from '../../browser/environment.ts';
import { Button } from '../../design/Button.tsx';
import { TelegramLogo } from '../../design/brandLogos.tsx';
import { optionalLazyComponent } from '../../design/lazyComponent.tsx';

const TelegramVerification = optionalLazyComponent(() =>
  import('./TelegramVerification.tsx').then((part) => part.TelegramVerification),
);

/** Nothing where the account is connected, or where there is no bot. */
export function ConnectTelegram() {
  const { t } = useTranslation('dashboard');
  const { telegramId } = useSignedInUser();
  const [isOpen, setIsOpen] = useState(false);
  if (telegramId !== null || clientSettings().telegramBotName === null) return null;
  return (
    <div>
      <Button icon={<TelegramLogo />} onClick={() => setIsOpen(true)}>
        {t('telegram.connect')}
      </Button>
      {isOpen ? <TelegramVerification onLater={() => setIsOpen(false)} /> : null}
    </div>
  );
}

export function TelegramSetting() {
  const { t } = useTranslation(['dashboard', 'common', 'notifications']);
  const { telegramId, telegramUsername } = useSignedInUser();
  const hasBot = clientSettings().telegramBotName !== null;
  return (
    <section>
      <h3>{t('common:settings.telegram')}</h3>
      <p>
        {telegramId !== null
          ? t('telegram.link.connected', { who: telegramUsername ? `@${telegramUsername}` : '' })
          : t(hasBot ? 'telegram.promptText' : 'notifications:delivery.noBot')}
      </p>
      <ConnectTelegram />
    </section>
  );
}
