/** Details of a complaint: the comment, the suggested fix, and what an admin can open about its service. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExternalLink } from '../../design/ExternalLink.tsx';
import { formatRelative, fold } from '../../i18n/formats.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { AdminComplaintFragment } from './generated.ts';
import { ProposedFix, type ProposedFixProps } from './ProposedFix.tsx';

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

export function ComplaintDetails(props: ComplaintDetailsProps) {
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
