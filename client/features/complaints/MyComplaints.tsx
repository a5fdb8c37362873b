/** The reader's own complaints, newest first. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Badge, type BadgeTone } from '../../design/Badge.tsx';
import { QueryResult } from '../../design/QueryResult.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { useMyComplaintsQuery, type ComplaintStatus } from './generated.ts';
import { formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/links.ts';

const tones: Record<ComplaintStatus, BadgeTone> = {
  new: 'info',
  in_progress: 'warning',
  resolved: 'success',
  rejected: 'neutral',
};

export function MyComplaints() {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { data, error } = useMyComplaintsQuery({ fetchPolicy: 'cache-and-network' });
  const reports = data?.myComplaints;
  return (
    <section>
      <h3>{t('requests.reports')}</h3>
      <QueryResult
        found={reports}
        error={error}
        failure={t('requests.loadFailed')}
        skeleton={<Skeleton style={{ height: 72 }} />}
        empty={<p>{t('requests.noReports')}</p>}
      />
      <RecordList>
        {reports?.map((report) => {
          const item = report.knowledgeItem;
          return (
            <li key={report.id}>
              <div data-part="head">
                <strong>
                  {item ? (
                    <Link to={servicePath(item.id)}>{getTitle(item, language).text}</Link>
                  ) : (
                    t('requests.removedItem')
                  )}
                </strong>
                <Badge tone={tones[report.status]}>{t(`requests.statuses.${report.status}`)}</Badge>
              </div>
              <p>{t(`report.types.${report.complaintType}`)}</p>
              {report.appliedFix ? (
                <p data-part="text">{t(`fixes.done.${report.appliedFix.action}`)}</p>
              ) : null}
              {report.comment ? <p data-part="text">{report.comment}</p> : null}
              {report.rejectionReason ? (
                <p data-part="text">{t('requests.word', { word: report.rejectionReason })}</p>
              ) : null}
              <small>
                <time
                  dateTime={report.createdAt}
                  title={formatDateTime(report.createdAt, language)}
                >
                  {formatRelative(report.createdAt, language)}
                </time>
                {report.resolvedAt ? (
                  <span>
                    {t('requests.resolvedAt', {
                      date: formatDateTime(report.resolvedAt, language),
                    })}
                  </span>
                ) : null}
              </small>
            </li>
          );
        })}
      </RecordList>
    </section>
  );
}
