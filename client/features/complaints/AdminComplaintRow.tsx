/** One report in the admin's list, or several of the same kind folded into one. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../design/Badge.tsx';
import { ExternalLink } from '../../design/ExternalLink.tsx';
import { Select } from '../../design/Select.tsx';
import type { AdminComplaintFragment, ComplaintStatus } from '../../generated.ts';
import { formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { titleOf } from '../../items/itemTexts.ts';
import { complaintStatuses } from './adminComplaintsUrl.ts';
import type { ChangeStatus } from './adminStatusChange.ts';

export interface ComplaintRowProps {
  /** The newest report and the others that are folded under it. */
  reports: readonly [AdminComplaintFragment, ...AdminComplaintFragment[]];
  asTable: boolean;
  /** It has just left the filter: still shown, struck through. */
  isLeaving: boolean;
  onChange: ChangeStatus;
}

export function AdminComplaintRow({ reports, asTable, isLeaving, onChange }: ComplaintRowProps) {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const [isUnfolded, setUnfolded] = useState(false);
  const [report, ...same] = reports;
  const item = report.knowledgeItem;
  const title = item ? titleOf(item, language).text : t('admin.gone');
  const Row = asTable ? 'tr' : 'li';
  const Cell = asTable ? 'td' : 'div';
  const isOpen = report.status === 'new' || report.status === 'in_progress';
  const alike = isOpen ? 1 + Math.max(report.sameOpenCount ?? 0, same.length) : 1;
  const moment = (date: string) => (
    <time dateTime={date} title={formatDateTime(date, language)}>
      {formatRelative(date, language)}
    </time>
  );
  return (
    <>
      <Row
        data-row=""
        data-id={report.id}
        data-leaving={isLeaving || undefined}
        tabIndex={-1}
        aria-label={asTable ? undefined : title}
      >
        <Cell data-part="item">
          {item ? <ExternalLink href={item.sourceUrl}>{title}</ExternalLink> : <em>{title}</em>}
          {alike > 1 ? (
            <Badge tone="ember">{t('admin.complaints.same', { value: alike })}</Badge>
          ) : null}
        </Cell>
        <Cell data-part="about">
          <strong>{t(`report.types.${report.complaintType}`)}</strong>
          {report.comment ? <p>{report.comment}</p> : null}
          {same.length > 0 ? (
            <button
              type="button"
              aria-expanded={isUnfolded}
              onClick={() => setUnfolded(!isUnfolded)}
            >
              {isUnfolded
                ? t('admin.complaints.fold')
                : t('admin.complaints.unfold', { count: same.length })}
            </button>
          ) : null}
        </Cell>
        <Cell data-part="author">{report.reporter?.name}</Cell>
        <Cell data-part="when">{moment(report.createdAt)}</Cell>
        <Cell data-part="status">
          <Select<ComplaintStatus>
            aria-label={t('admin.complaints.statusOf', { title })}
            value={report.status}
            options={complaintStatuses.map((value) => ({
              value,
              label: t(`requests.statuses.${value}`),
            }))}
            onChange={(status) => void onChange(reports, status)}
          />
        </Cell>
        <Cell data-part="resolved">
          {report.resolvedAt ? (
            <>
              {asTable ? null : `${t('admin.complaints.resolved')} `}
              {moment(report.resolvedAt)}
            </>
          ) : null}
          {!isOpen && report.handledBy ? <small>{report.handledBy.name}</small> : null}
        </Cell>
      </Row>
      {isUnfolded
        ? same.map((other) => (
            <AdminComplaintRow
              key={other.id}
              reports={[{ ...other, sameOpenCount: 0 }]}
              asTable={asTable}
              isLeaving={false}
              onChange={([, ...rest], status) => onChange([other, ...rest], status)}
            />
          ))
        : null}
    </>
  );
}
