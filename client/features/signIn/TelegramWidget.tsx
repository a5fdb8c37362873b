/** Telegram's login widget, which returns to the login screen with signed data. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { size } from '../../design/theme.ts';
import { createReturnUrl } from './telegramReturn.ts';

const widgetTimeoutMs = 6000;
const script = 'https://telegram.org/js/telegram-widget.js?22';

const WidgetSlot = styled.div`
  display: grid;
  place-items: center;
  min-height: ${size.controlLg};
`;

export function TelegramWidget({ botName, redirectTo }: { botName: string; redirectTo: string }) {
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
