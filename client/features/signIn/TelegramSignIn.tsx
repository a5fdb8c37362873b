/**
 * Sign-in with Telegram: OpenID Connect where the server has it, else the login widget. Telegram's script may run only in a page
 * that was loaded for it (`with=telegram`, server/transports/http/securityHeaders.ts), so the button loads that page.
 */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { size } from '../../design/theme.ts';
import { ProviderSignIn, type ProviderSignInProps } from './ProviderSignIn.tsx';
import { createReturnUrl } from './telegramReturn.ts';

const widgetTimeoutMs = 6000;
const script = 'https://telegram.org/js/telegram-widget.js?22';

const WidgetSlot = styled.div`
  display: grid;
  place-items: center;
  min-height: ${size.controlLg};
`;

/** Telegram's login widget, which returns to the login screen with signed data. */
function TelegramWidget({ botName, redirectTo }: { botName: string; redirectTo: string }) {
  const { t, i18n } = useTranslation(['guest', 'common']);
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const language = i18n.resolvedLanguage ?? 'ru';

  useEffect(() => {
    const element = place.current;
    if (!element || failed) return undefined;
    const widget = document.createElement('script');
    widget.async = true;
    widget.src = script;
    const attributes = {
      telegramLogin: botName,
      size: 'large',
      userpic: 'false',
      radius: '8',
      lang: language,
    };
    Object.assign(widget.dataset, attributes, {
      authUrl: createReturnUrl(redirectTo),
      requestAccess: 'write',
    });
    const fail = () => setFailed(true);
    widget.addEventListener('error', fail);
    const timer = setTimeout(() => {
      if (!element.querySelector('iframe')) fail();
    }, widgetTimeoutMs);
    element.append(widget);
    return () => {
      clearTimeout(timer);
      widget.removeEventListener('error', fail);
      element.replaceChildren();
    };
  }, [failed, botName, redirectTo, language]);

  if (failed) {
    return (
      <Notice
        tone="warning"
        actions={<Button onClick={() => setFailed(false)}>{t('common:actions.retry')}</Button>}
      >
        {t('login.telegramWidgetFailed')}
      </Notice>
    );
  }
  return <WidgetSlot ref={place} role="group" aria-label={t('login.telegramWidget')} />;
}

interface TelegramSignInProps extends Omit<ProviderSignInProps, 'provider' | 'start'> {
  botName: string | null;
  openId: boolean;
  /** Shows the widget at once: the address asks for it (`with=telegram`). */
  showsWidget: boolean;
}

/** Address of this page with the widget. */
export function widgetPageUrl(): string {
  const page = new URL(location.href);
  page.searchParams.set('with', 'telegram');
  return page.href;
}

export function TelegramSignIn({ botName, openId, showsWidget, ...props }: TelegramSignInProps) {
  if (openId) return <ProviderSignIn provider="telegram" {...props} />;
  if (showsWidget && botName)
    return <TelegramWidget botName={botName} redirectTo={props.redirectTo} />;
  return (
    <ProviderSignIn provider="telegram" {...props} start={() => Promise.resolve(widgetPageUrl())} />
  );
}
