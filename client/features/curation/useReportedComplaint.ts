/** Complaints that the editor was opened for: their fields, comments, suggested fix and closing. */
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { failureText } from '../../browser/graphqlFailure.ts';
import { notify } from '../../design/notify.ts';
import { useApplyComplaintFixMutation } from '../../items/generated.ts';
import { useOneComplaintGroupQuery, type ComplaintType } from './generated.ts';
import { useLanguage } from '../../i18n/useLanguage.ts';
import type { Language } from '../../i18n/languages.ts';
import type { ItemDraft, ItemField, ItemTexts } from './itemDraft.ts';

/** Field for a service with these texts; null when no single field is meant. */
type FieldOfReport = (texts: ItemTexts) => ItemField | null;

/** When both languages may be meant, it is the reader's language. */
function reportedField(
  type: ComplaintType,
  { descriptionRu, descriptionEn }: Pick<ItemTexts, 'descriptionRu' | 'descriptionEn'>,
  language: Language,
): ItemField | null {
  const read = language === 'ru' ? 'descriptionRu' : 'descriptionEn';
  const missing = () => {
    if (descriptionRu === '') return 'descriptionRu';
    return descriptionEn === '' ? 'descriptionEn' : read;
  };
  const fields: Record<ComplaintType, ItemField | null> = {
    broken_link: 'sourceUrl',
    missing_media: 'imageUrl',
    unclear_description: read,
    outdated_content: read,
    misleading_title: language === 'ru' ? 'titleRu' : 'titleEn',
    duplicate_content: null,
    missing_translation: missing(),
    bad_russian_translation: 'descriptionRu',
    bad_english_translation: 'descriptionEn',
    wrong_tags: 'tags',
    missing_tags: 'tags',
    redundant_tags: 'tags',
    wrong_category: 'tags',
    spam: null,
    other: null,
  };
  return fields[type];
}

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
