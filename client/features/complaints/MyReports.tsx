/** The reader's own reports and what became of them, newest first. */
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../design/Badge.tsx';
import { Notice } from '../../design/Notice.tsx';
import { RecordList } from '../../design/RecordList.tsx';
import { Delayed, Skeleton } from '../../design/Skeleton.tsx';
import { useMyComplaintsQuery, type ComplaintStatus } from '../../generated.ts';
import { formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { titleOf } from '../../items/itemTexts.ts';

const tones: Record<ComplaintStatus, BadgeTone> = {
  new: 'info',
  in_progress: 'warning',
  resolved: 'success',
  rejected: 'neutral',
};

export function MyReports() {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { data, error } = useMyComplaintsQuery({ fetchPolicy: 'cache-and-network' });
  const reports = data?.myComplaints;
  return (
    <section>
      <h3>{t('requests.reports')}</h3>
      {error ? <Notice tone="danger">{t('requests.loadFailed')}</Notice> : null}
      {!reports && !error ? (
        <Delayed>
          <Skeleton style={{ height: 72 }} />
        </Delayed>
      ) : null}
      {reports?.length === 0 && !error ? <p>{t('requests.noReports')}</p> : null}
      <RecordList>
        {reports?.map((report) => {
          const item = report.knowledgeItem;
          return (
            <li key={report.id}>
              <div data-part="head">
                <strong>{item ? titleOf(item, language).text : t('requests.goneItem')}</strong>
                <Badge tone={tones[report.status]}>{t(`requests.statuses.${report.status}`)}</Badge>
              </div>
              <p>{t(`report.types.${report.complaintType}`)}</p>
              {report.comment ? <p data-part="text">{report.comment}</p> : null}
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
