/** Hint inside Telegram's browser: how to open the page in a regular one (specification, section 2). */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import type { InAppPlatform } from './inAppBrowser.ts';

export function InAppBrowserHint({ platform }: { platform: InAppPlatform }) {
  const { t } = useTranslation('guest');
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const address = location.href;
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setCopied('yes'),
      (failure: unknown) => {
        console.debug('The address could not be copied', failure);
        setCopied('failed');
      },
    );
  return (
    <Notice
      title={t('inApp.heading')}
      actions={<Button onClick={() => void copy()}>{t('inApp.copy')}</Button>}
    >
      <p>{t(`inApp.${platform}`)}</p>
      <p role="status">
        {copied === 'yes' ? t('inApp.copied') : null}
        {copied === 'failed' ? t('inApp.copyFailed', { address }) : null}
      </p>
    </Notice>
  );
}
