/** Row of one webhook with its state and actions. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import type { ToolWebhookFragment } from './generated.ts';
import { formatDate, formatDateTime } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { WebhookDeliveries } from './WebhookDeliveries.tsx';

interface Props {
  webhook: ToolWebhookFragment;
  onChange: () => void;
  onAsk: (act: 'rotate' | 'remove') => void;
}

export function WebhookRow({ webhook, onChange, onAsk }: Props) {
  const { t } = useTranslation('setup');
  const { language } = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const {
    url,
    kinds,
    isOn,
    formerSecretUntil: formerUntil,
    goneAt,
    pausedUntil,
    waiting,
    dead,
  } = webhook;
  const notes = [
    t('webhooks.waiting', { count: waiting }),
    formerUntil && t('webhooks.formerUntil', { date: formatDate(formerUntil, language) }),
    goneAt && t('webhooks.gone'),
    isOn && pausedUntil && t('webhooks.paused', { date: formatDateTime(pausedUntil, language) }),
  ];
  return (
    <li>
      <strong>{url}</strong>
      <span>{kinds.map((kind) => t(`webhooks.kinds.${kind}`)).join(', ')}</span>
      <small>
        <span>{notes.filter(Boolean).join(' · ')}</span>
      </small>
      <div data-part="badges">
        {dead > 0 ? <Badge tone="danger">{t('webhooks.dead', { count: dead })}</Badge> : null}{' '}
        <Badge tone={isOn ? 'success' : 'neutral'}>
          {t(isOn ? 'webhooks.on' : 'webhooks.off')}
        </Badge>
      </div>
      <Bar>
        <Button
          aria-expanded={isOpen}
          aria-label={t('webhooks.deliveriesOf', { url })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('webhooks.deliveries')}
        </Button>
        <Button aria-label={t('webhooks.changeOf', { url })} onClick={onChange}>
          {t('webhooks.change')}
        </Button>
        <Button aria-label={t('webhooks.rotateOf', { url })} onClick={() => onAsk('rotate')}>
          {t('webhooks.rotate')}
        </Button>
        <Button aria-label={t('webhooks.removeOf', { url })} onClick={() => onAsk('remove')}>
          {t('webhooks.remove')}
        </Button>
      </Bar>
      {isOpen ? (
        <div data-below="">
          <WebhookDeliveries id={webhook.id} isOn={isOn} />
        </div>
      ) : null}
    </li>
  );
}
