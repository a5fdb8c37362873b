/** Complaints that the editor was opened for: their comments, suggested fix and closing. */
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { failureText } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import { useApplyComplaintFixMutation } from '../../items/generated.ts';
import { useOneComplaintGroupQuery, type ComplaintType } from './generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { ItemDraft } from './itemDraft.ts';
import { reportedField, type FieldOfReport } from './reportedField.ts';

export interface ReportedComplaints {
  /** Whether the complaints are loading. */
  isLoading: boolean;
  /** Null without open complaints. */
  title: string | null;
  comments: string[];
  /** The host of a proposed address on another site. */
  otherHost: string | null;
  /** Prefilled values of the suggested fix. */
  draft: ItemDraft;
  /** Field of the editor that they are about. */
  fieldOf: FieldOfReport;
  /** Closes the complaints with a saved change. */
  close: (changeId: string) => Promise<void>;
}

/** The complaint type comes with the navigation that opens the editor. */
export function useReportedComplaint(itemId: string): ReportedComplaints {
  const { t } = useTranslation('dashboard');
  const { language } = useLanguage();
  const { state } = useLocation();
  const type = (state as { about?: ComplaintType } | null)?.about ?? null;
  const { data, loading } = useOneComplaintGroupQuery({
    variables: { itemId, type: type ?? 'other' },
    skip: type === null,
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
  });
  const [applyFix] = useApplyComplaintFixMutation({
    refetchQueries: ['AdminComplaints', 'ComplaintFixes', 'ComplaintCounts', 'NewReportsCount'],
  });
  const found = type === null ? null : (data?.complaintGroup ?? null);
  const fix = found?.fix;
  return {
    isLoading: type !== null && loading,
    title: found ? t(`report.types.${found.complaintType}`) : null,
    comments: found?.complaints.flatMap(({ comment }) => comment ?? []) ?? [],
    otherHost: fix?.otherHost ?? null,
    draft: {
      ...(fix?.address ? { sourceUrl: fix.address } : {}),
      ...(fix?.tags ? { tags: fix.tags.join(', ') } : {}),
    },
    fieldOf: (texts) => found && reportedField(found.complaintType, texts, language),
    async close(changeId) {
      if (!found || type === null) return;
      notify.dismiss(`fix-${itemId}-${type}`);
      try {
        await applyFix({ variables: { itemId, type, fix: { action: 'edit', changeId } } });
      } catch (failure) {
        notify.error(t('fixes.failed'), {
          id: `fix-${itemId}-${type}`,
          description: failureText(failure),
        });
      }
    },
  };
}
