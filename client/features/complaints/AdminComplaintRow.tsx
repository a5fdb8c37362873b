/** Complaint in the admin's list, or several of the same kind folded into one row, with the details of the open one. */
import { useId, useState, type ReactNode } from 'react';
import { ChevronDown, ChevronUp, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Badge } from '../../design/Badge.tsx';
import { ExternalLink } from '../../design/ExternalLink.tsx';
import { IconButton } from '../../design/Button.tsx';
import { Select } from '../../design/Select.tsx';
import { complaintStatuses } from '../../enums/generated.ts';
import type { AdminComplaintFragment, ComplaintStatus } from './generated.ts';
import { formatDateTime, formatRelativeShort, formatRelative, fold } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import { getTitle } from '../../items/itemText.ts';
import { servicePath } from '../../items/links.ts';
import { FixButton, ProposedFix, type ProposedFixProps } from './ProposedFix.tsx';
import type { ChangeStatus } from './useStatusChange.ts';

/** About two lines, in graphemes. */
const shown = 120;

/** Comment of a complaint, folded when it is long. */
function ComplaintComment({ text }: { text: string }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const folded = fold(text, shown, language);
  return (
    <>
      <p>{isOpen || folded === null ? text : folded}</p>
      {folded === null ? null : (
        <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'actions.showLess' : 'actions.showAll')}
        </button>
      )}
    </>
  );
}

interface ComplaintDetailsProps {
  /** The newest report and the others of the same kind. */
  reports: readonly [AdminComplaintFragment, ...AdminComplaintFragment[]];
  /** Title of the service. */
  title: string;
  fix: Omit<ProposedFixProps, 'title'> | null | undefined;
  /** Opens the visibility and the notes of an item. */
  onOpenItem: ((item: { id: string }) => void) | undefined;
  isUnfolded: boolean;
  onUnfold: () => void;
}

/** Details of a complaint: the comment, the suggested fix, and what an admin can open about its service. */
function ComplaintDetails(props: ComplaintDetailsProps) {
  const { reports, title, fix, onOpenItem, isUnfolded, onUnfold } = props;
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const [report, ...same] = reports;
  const item = report.knowledgeItem;
  return (
    <div data-part="body">
      {report.comment ? <ComplaintComment text={report.comment} /> : null}
      {fix ? <ProposedFix {...fix} title={title} /> : null}
      {report.rejectionReason ? (
        <p>{t('admin.complaints.word', { word: report.rejectionReason })}</p>
      ) : null}
      {report.resolvedAt ? (
        <p>
          {t('admin.complaints.resolvedBy', {
            when: formatRelative(report.resolvedAt, language),
            name: report.handledBy?.name ?? t('admin.auditLog.gone'),
          })}
        </p>
      ) : null}
      {report.appliedFix ? <small>{t(`fixes.done.${report.appliedFix.action}`)}</small> : null}
      <div data-part="links">
        {item ? (
          <ExternalLink href={item.sourceUrl} data-site="">
            {t('admin.complaints.site')}
          </ExternalLink>
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
        {same.length > 0 ? (
          <button type="button" aria-expanded={isUnfolded} onClick={onUnfold}>
            {isUnfolded
              ? t('admin.complaints.fold')
              : t('admin.complaints.unfold', { count: same.length })}
          </button>
        ) : null}
      </div>
    </div>
  );
}

interface AdminComplaintRowProps {
  /** The newest report and the others that are folded under it. */
  reports: readonly [AdminComplaintFragment, ...AdminComplaintFragment[]];
  asTable: boolean;
  /** Whether the table has a column for the resolution time; else it is beside the status. */
  hasResolved: boolean;
  /** The status that it has just left: the row is struck through and offers undo. */
  leftFrom: ComplaintStatus | null;
  onChange: ChangeStatus;
  /** Restores the former status. */
  onRestore: ChangeStatus;
  /** Opens the visibility and the notes of an item. */
  onOpenItem?: ((item: { id: string }) => void) | undefined;
  /** Suggested fix with its actions. */
  fix?: Omit<ProposedFixProps, 'title'> | null;
}

/** Short until it is opened, or open from the start where something can be fixed in one press. */
export function AdminComplaintRow(props: AdminComplaintRowProps) {
  const { reports, asTable, hasResolved, leftFrom, fix } = props;
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const [isToggled, setToggled] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  const [report, ...same] = reports;
  const item = report.knowledgeItem;
  const title = item ? getTitle(item, language).text : t('admin.gone');
  const isUnresolved = report.status === 'new' || report.status === 'in_progress';
  const alike = isUnresolved ? 1 + Math.max(report.sameOpenCount ?? 0, same.length) : 1;
  const isFixable = isUnresolved && fix && (fix.fix.action !== 'edit' || fix.fix.otherHost);
  // Nobody applies a fix without seeing what it changes.
  const hasDetail = fix && (fix.fix.address || fix.fix.tags || fix.fix.otherItem);
  const isOpen = isFixable && (asTable || hasDetail) ? !isToggled : isToggled;
  const details = (
    <ComplaintDetails
      reports={reports}
      title={title}
      fix={isUnresolved ? fix : null}
      onOpenItem={props.onOpenItem}
      isUnfolded={isUnfolded}
      onUnfold={() => setUnfolded(!isUnfolded)}
    />
  );
  const aboutId = useId();
  const toggle = (
    <IconButton
      variant="ghost"
      data-toggle=""
      aria-expanded={isOpen}
      aria-controls={asTable ? undefined : aboutId}
      label={t('admin.complaints.details', { title })}
      icon={isOpen ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
      onClick={() => setToggled(!isToggled)}
    />
  );
  const Row = asTable ? 'tr' : 'li';
  const Cell = asTable ? 'td' : 'div';
  return (
    <>
      <Row
        data-row=""
        data-id={report.id}
        data-open={isOpen ? '' : undefined}
        data-leaving={leftFrom ? '' : undefined}
        tabIndex={-1}
        aria-label={asTable ? undefined : title}
      >
        <Cell data-part="item">
          {item ? <Link to={servicePath(item.id)}>{title}</Link> : <span>{title}</span>}
          {alike > 1 ? (
            <Badge tone="ember">{t('admin.complaints.same', { value: alike })}</Badge>
          ) : null}
          {asTable ? null : toggle}
        </Cell>
        <Cell id={aboutId} data-part="about">
          <strong>{t(`report.types.${report.complaintType}`)}</strong>
          {isOpen || !report.comment ? null : <span>{report.comment}</span>}
          {!asTable && isOpen ? details : null}
        </Cell>
        <Author report={report} as={Cell} />
        <Cell data-part="when">
          <Moment date={report.createdAt} />
        </Cell>
        <StatusCells {...props} title={title} />
        {asTable ? (
          <td data-part="tools">
            {isUnresolved && fix?.onEdit && !isOpen ? (
              <IconButton
                variant="ghost"
                label={`${t('fixes.acts.edit')}: ${title}`}
                icon={<Pencil size={16} aria-hidden="true" />}
                onClick={fix.onEdit}
              />
            ) : null}
            {toggle}
          </td>
        ) : isUnresolved && fix && !isOpen ? (
          <div data-part="tools">
            <FixButton {...fix} title={title} />
          </div>
        ) : null}
      </Row>
      {asTable && isOpen ? (
        <tr data-part="details" data-leaving={leftFrom ? '' : undefined}>
          <td colSpan={hasResolved ? 7 : 6}>{details}</td>
        </tr>
      ) : null}
      {isUnfolded
        ? same.map((other) => (
            <AdminComplaintRow
              key={other.id}
              reports={[{ ...other, sameOpenCount: 0 }]}
              asTable={asTable}
              hasResolved={hasResolved}
              leftFrom={null}
              onChange={([, ...rest], status) => props.onChange([other, ...rest], status)}
              onRestore={props.onRestore}
            />
          ))
        : null}
    </>
  );
}

function Moment({ date }: { date: string }) {
  const { language } = useLanguage();
  return (
    <time dateTime={date} title={formatDateTime(date, language)}>
      {formatRelativeShort(date, language)}
    </time>
  );
}

function Author({ report, as: Cell }: { report: AdminComplaintFragment; as: 'td' | 'div' }) {
  const { t } = useTranslation('dashboard');
  const telegram = report.reporter?.telegramUsername;
  return (
    <Cell data-part="author">
      {telegram ? (
        <ExternalLink href={`https://t.me/${encodeURIComponent(telegram)}`}>
          {report.reporter?.name}
        </ExternalLink>
      ) : (
        (report.reporter?.name ?? t('admin.auditLog.gone'))
      )}
    </Cell>
  );
}

/** When it was resolved, and by whom. */
function Resolved({ report }: { report: AdminComplaintFragment }) {
  const isUnresolved = report.status === 'new' || report.status === 'in_progress';
  return (
    <>
      {report.resolvedAt ? <Moment date={report.resolvedAt} /> : null}
      {!isUnresolved && report.handledBy ? <small>{report.handledBy.name}</small> : null}
    </>
  );
}

/** The status, with undo while the row leaves, and when it was resolved. */
function StatusCells(props: AdminComplaintRowProps & { title: string }): ReactNode {
  const { reports, asTable, hasResolved, leftFrom, onChange, onRestore, title } = props;
  const { t } = useTranslation(['dashboard', 'common']);
  const [report] = reports;
  const Cell = asTable ? 'td' : 'div';
  return (
    <>
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
          <button type="button" onClick={() => void onRestore(reports, leftFrom)}>
            {t('common:actions.undo')}
          </button>
        ) : null}
        <small role="status">{leftFrom ? t('common:state.saved') : ''}</small>
      </Cell>
      {asTable && hasResolved ? (
        <td data-part="resolved">
          <Resolved report={report} />
        </td>
      ) : null}
    </>
  );
}
