/** Telegram sign-in button: OpenID Connect where configured, else the login widget. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { TelegramLogo } from '../../design/brandLogos.tsx';
import { notify } from '../../design/notify.ts';
import { leavePage, type SignInOptionProps } from './GoogleSignIn.tsx';
import { failureText, startSignIn } from '../../browser/signIn.ts';
import { TelegramWidget } from './TelegramWidget.tsx';

export interface TelegramSignInProps extends SignInOptionProps {
  botName: string | null;
  openId: boolean;
  /** Shows Telegram's widget, as the URL asks (`with=telegram`). */
  showsWidget?: boolean;
}

/** URL of this page with the widget. Its content security policy allows Telegram's script. */
export function widgetPageUrl(): string {
  const page = new URL(location.href);
  page.searchParams.set('with', 'telegram');
  return page.href;
}

export function TelegramSignIn(props: TelegramSignInProps) {
  const { botName, openId, redirectTo, onFailure, showsWidget = false, leave = leavePage } = props;
  const { t } = useTranslation(['guest', 'common']);
  const [busy, setBusy] = useState(false);

  const start = async () => {
    setBusy(true);
    notify.dismiss('sign-in-error');
    if (!openId) {
      leave(widgetPageUrl());
      return;
    }
    try {
      leave(await startSignIn('telegram', redirectTo));
    } catch (failure) {
      setBusy(false);
      const message = failureText(failure, t('login.telegramFailed'));
      notify.error(t('common:error.title'), { id: 'sign-in-error', description: message });
      onFailure(message);
    }
  };

  // Nothing is loaded from Telegram before the press.
  if (showsWidget && !openId && botName)
    return <TelegramWidget botName={botName} redirectTo={redirectTo} />;
  return (
    <Button
      size="large"
      wide
      icon={<TelegramLogo />}
      busy={busy}
      busyLabel={t('login.telegramBusy')}
      onClick={() => void start()}
    >
      {t('login.telegram')}
    </Button>
  );
}
