/** Deliveries of a webhook with their state, and redelivery. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { Badge, type BadgeTone } from '../../design/Badge.tsx';
import { Bar } from '../../design/Bar.ts';
import { Button } from '../../design/Button.tsx';
import { EmptyState } from '../../design/EmptyState.tsx';
import { notify } from '../../design/notify.ts';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import {
  useRedeliverToToolWebhookMutation,
  useToolDeliveriesQuery,
  type ToolDeliveryFragment,
} from './generated.ts';
import { formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
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

export function WebhookDeliveries({ id, isOn }: { id: string; isOn: boolean }) {
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
