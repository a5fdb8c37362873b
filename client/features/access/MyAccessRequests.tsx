/** The reader's own requests for access and how far they have come, newest first. */
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../design/Badge.tsx';
import { Notice } from '../../design/Notice.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Delayed, Skeleton } from '../../design/Skeleton.tsx';
import { useMyAccessRequestsQuery, type AccessRequestState } from '../../generated.ts';
import { formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';

const tones: Record<AccessRequestState, BadgeTone> = {
  queued: 'info',
  sent: 'success',
  failed: 'danger',
};

export function MyAccessRequests() {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { data, error } = useMyAccessRequestsQuery({ fetchPolicy: 'cache-and-network' });
  const requests = data?.myAccessRequests;
  return (
    <section>
      <h3>{t('requests.access')}</h3>
      {error ? <Notice tone="danger">{t('requests.loadFailed')}</Notice> : null}
      {!requests && !error ? (
        <Delayed>
          <Skeleton style={{ height: 72 }} />
        </Delayed>
      ) : null}
      {requests?.length === 0 && !error ? <p>{t('requests.noAccess')}</p> : null}
      <RecordList>
        {requests?.map((request) => (
          <li key={request.id}>
            <div data-part="head">
              <strong>{request.service}</strong>
              <Badge tone={tones[request.state]}>{t(`requests.states.${request.state}`)}</Badge>
            </div>
            <p data-part="text">{request.features}</p>
            <small>
              <span>{t(`access.plans.${request.subscriptionType}`)}</span>
              {request.needsTesting ? <span>{t('requests.testing')}</span> : null}
              <time
                dateTime={request.createdAt}
                title={formatDateTime(request.createdAt, language)}
              >
                {formatRelative(request.createdAt, language)}
              </time>
            </small>
          </li>
        ))}
      </RecordList>
    </section>
  );
}
