/** Complaint in the admin's list, or several of the same kind folded into one row. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../design/Badge.tsx';
import { ExternalLink } from '../../design/ExternalLink.tsx';
import { Select } from '../../design/Select.tsx';
import { complaintStatuses } from '../../enums/generated.ts';
import type { AdminComplaintFragment, ComplaintStatus } from './generated.ts';
import { formatDateTime, formatRelative } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { ProposedFix, type ProposedFixProps } from './ProposedFix.tsx';
import { ComplaintComment } from './ComplaintComment.tsx';
import type { ChangeStatus } from './useStatusChange.ts';

export interface AdminComplaintRowProps {
  /** The newest report and the others that are folded under it. */
  reports: readonly [AdminComplaintFragment, ...AdminComplaintFragment[]];
  asTable: boolean;
  /** Whether the table has a column for the resolution time; else it is beside the status. */
  hasResolved: boolean;
  /** The status that it has just left: the row is struck through and offers undo. */
  leftFrom: ComplaintStatus | null;
  onChange: ChangeStatus;
  /** Restores the former status. */
  onPutBack: ChangeStatus;
  /** Opens the visibility and the notes of an item. */
  onOpenItem?: ((item: { id: string }) => void) | undefined;
  /** Suggested fix with its actions. */
  fix?: Omit<ProposedFixProps, 'title'> | null;
}

export function AdminComplaintRow(props: AdminComplaintRowProps) {
  const { reports, asTable, hasResolved, leftFrom, onChange, onPutBack, onOpenItem, fix } = props;
  const { t } = useTranslation(['dashboard', 'common']);
  const { language } = useLanguage();
  const [isUnfolded, setUnfolded] = useState(false);
  const [report, ...same] = reports;
  const item = report.knowledgeItem;
  const telegram = report.reporter?.telegramUsername;
  const title = item ? getTitle(item, language).text : t('admin.gone');
  const Row = asTable ? 'tr' : 'li';
  const Cell = asTable ? 'td' : 'div';
  const isOpen = report.status === 'new' || report.status === 'in_progress';
  const alike = isOpen ? 1 + Math.max(report.sameOpenCount ?? 0, same.length) : 1;
  const moment = (date: string) => (
    <time dateTime={date} title={formatDateTime(date, language)}>
      {formatRelative(date, language)}
    </time>
  );
  const inColumn = asTable && hasResolved;
  const resolved = (
    <>
      {report.resolvedAt ? (
        <>
          {inColumn ? null : `${t('admin.complaints.resolved')} `}
          {moment(report.resolvedAt)}
        </>
      ) : null}
      {!isOpen && report.handledBy ? <small>{report.handledBy.name}</small> : null}
    </>
  );
  return (
    <>
      <Row
        data-row=""
        data-id={report.id}
        data-leaving={leftFrom ? '' : undefined}
        tabIndex={-1}
        aria-label={asTable ? undefined : title}
      >
        <Cell data-part="item">
          {item ? <ExternalLink href={item.sourceUrl}>{title}</ExternalLink> : <em>{title}</em>}
          {alike > 1 ? (
            <Badge tone="ember">{t('admin.complaints.same', { value: alike })}</Badge>
          ) : null}
          {item && onOpenItem ? (
            <button
              type="button"
              aria-label={`${t('menu.admin')}: ${title}`}
              onClick={() => onOpenItem(item)}
            >
              {t('menu.admin')}
            </button>
          ) : null}
        </Cell>
        <Cell data-part="about">
          <strong>{t(`report.types.${report.complaintType}`)}</strong>
          {report.comment ? <ComplaintComment text={report.comment} /> : null}
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
          {fix && isOpen ? <ProposedFix {...fix} title={title} /> : null}
          {report.rejectionReason ? (
            <p>{t('admin.complaints.word', { word: report.rejectionReason })}</p>
          ) : null}
          {report.appliedFix ? <small>{t(`fixes.done.${report.appliedFix.action}`)}</small> : null}
        </Cell>
        <Cell data-part="author">
          {telegram ? (
            <ExternalLink href={`https://t.me/${encodeURIComponent(telegram)}`}>
              {report.reporter?.name}
            </ExternalLink>
          ) : (
            (report.reporter?.name ?? t('admin.auditLog.gone'))
          )}
        </Cell>
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
          {leftFrom ? (
            <button type="button" onClick={() => void onPutBack(reports, leftFrom)}>
              {t('common:actions.undo')}
            </button>
          ) : null}
          <small role="status">{leftFrom ? t('common:state.saved') : ''}</small>
          {inColumn || !asTable ? null : <div data-part="resolved">{resolved}</div>}
        </Cell>
        {inColumn || !asTable ? <Cell data-part="resolved">{resolved}</Cell> : null}
      </Row>
      {isUnfolded
        ? same.map((other) => (
            <AdminComplaintRow
              key={other.id}
              reports={[{ ...other, sameOpenCount: 0 }]}
              asTable={asTable}
              hasResolved={hasResolved}
              leftFrom={null}
              onChange={([, ...rest], status) => onChange([other, ...rest], status)}
              onPutBack={onPutBack}
            />
          ))
        : null}
    </>
  );
}
