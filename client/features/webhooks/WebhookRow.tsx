/** Row of one webhook with its state and actions. */
import { useState, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import {
  useRedeliverToToolWebhookMutation,
  useToolDeliveriesQuery,
  type ToolWebhookFragment,
  type ToolDeliveryFragment,
} from './generated.ts';
import { formatDate, formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { failureText } from '../../browser/graphqlFailure.ts';
import { EmptyState } from '../../design/EmptyState.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { getTitle } from '../../items/itemText.ts';

const tones: Record<ToolDeliveryFragment['state'], BadgeTone> = {
  waiting: 'warning',
  delivered: 'success',
  dead: 'danger',
  withheld: 'neutral',
};

/** Fresh deliveries are sent within seconds. */
const pollMs = 5_000;
/** Later ones wait for a pause or for earlier deliveries. */
const maxPollingMs = 60_000;

/** Deliveries of a webhook with their state, and redelivery. */
function WebhookDeliveries({ id, isOn }: { id: string; isOn: boolean }) {
  const { t } = useTranslation('setup');
  const { language } = useLanguage();
  const [goesNow, setGoesNow] = useState(false);
  const [press, setPress] = useState(0);
  const [endedPress, setEndedPress] = useState<number | null>(null);
  const isFollowed = goesNow && press !== endedPress;
  const { data, error, refetch } = useToolDeliveriesQuery({
    variables: { id },
    fetchPolicy: 'cache-and-network',
    pollInterval: isFollowed ? pollMs : 0,
  });
  const [redeliver, redelivering] = useRedeliverToToolWebhookMutation();
  const deliveries = data?.webhookDeliveries;
  const isUntried =
    isOn && Boolean(deliveries?.some(({ state, tries }) => state === 'waiting' && tries === 0));
  if (isUntried !== goesNow) setGoesNow(isUntried);
  useEffect(() => {
    if (!isFollowed) return undefined;
    const timer = setTimeout(() => setEndedPress(press), maxPollingMs);
    return () => clearTimeout(timer);
  }, [isFollowed, press]);
  const again = async (deliveryId: string) => {
    notify.dismiss(`redeliver-${deliveryId}`);
    try {
      await redeliver({ variables: { id: deliveryId } });
      setPress(press + 1);
      notify.success(t('webhooks.willBeSent'));
    } catch (failure) {
      notify.error(t('webhooks.failed'), {
        id: `redeliver-${deliveryId}`,
        description: failureText(failure),
      });
      await refetch().catch(() => null);
    }
  };
  const about = ({ knowledgeItem, subject }: ToolDeliveryFragment) =>
    knowledgeItem ? getTitle(knowledgeItem, language).text : subject;
  return (
    <>
      <QueryResult
        found={deliveries}
        error={error}
        failure={t('webhooks.loadFailed')}
        onRetry={refetch}
        empty={<EmptyState level={3} title={t('webhooks.nothingSent')} />}
      />
      {isOn || !deliveries?.length ? null : <p>{t('webhooks.offNow')}</p>}
      <RecordList>
        {deliveries?.map((delivery) => (
          <li key={delivery.id}>
            <div data-part="head">
              <span>
                {t(`webhooks.kinds.${delivery.kind}`)} · {about(delivery)}
              </span>
              <Badge tone={tones[delivery.state]}>{t(`webhooks.states.${delivery.state}`)}</Badge>
            </div>
            <small>
              <time dateTime={delivery.at} title={formatDateTime(delivery.at, language)}>
                {formatRelative(delivery.at, language)}
              </time>
              <span>{t('webhooks.tries', { count: delivery.tries })}</span>
              {delivery.status ? (
                <span>{t('webhooks.answered', { status: delivery.status })}</span>
              ) : null}
              {delivery.failure ? <span>{t(`webhooks.failures.${delivery.failure}`)}</span> : null}
              {delivery.nextTryAt && delivery.tries > 0 ? (
                <span>
                  {t('webhooks.next', { when: formatRelative(delivery.nextTryAt, language) })}
                </span>
              ) : null}
            </small>
            {isOn ? (
              <Bar>
                <Button
                  aria-label={t('webhooks.redeliverOf', { name: about(delivery) })}
                  busy={redelivering.loading}
                  onClick={() => void again(delivery.id)}
                >
                  {t('webhooks.redeliver')}
                </Button>
              </Bar>
            ) : null}
          </li>
        ))}
      </RecordList>
    </>
  );
}

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
