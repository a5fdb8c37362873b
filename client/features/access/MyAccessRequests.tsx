/** The reader's own requests for access and how far they have come, newest first. */
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../design/Badge.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
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
      <QueryResult
        found={requests}
        error={error}
        failure={t('requests.loadFailed')}
        skeleton={<Skeleton style={{ height: 72 }} />}
        empty={<p>{t('requests.noAccess')}</p>}
      />
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
