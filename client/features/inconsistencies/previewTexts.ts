/** Labels and consequences of the actions, from the server's preview of their effect. */
import { useTranslation } from 'react-i18next';
import type { DifferenceFragment } from './generated.ts';

export type ResolutionPreview = DifferenceFragment['resolutionPreviews'][number];

export function usePreviewTexts() {
  const { t } = useTranslation('dashboard');
  const why = (reason: ResolutionPreview['reason']): string =>
    reason ? t(`admin.inconsistencies.notWritten.${reason}`) : '';

  const label = (action: ResolutionPreview['action'], isWritten: boolean): string =>
    action === 'keep_current_update_raindrop' && !isWritten
      ? t('admin.inconsistencies.keepInCatalogue')
      : t(`admin.inconsistencies.actions.${action}`);

  return {
    /** Label of the button. */
    label: ({ action, bookmark }: ResolutionPreview): string =>
      label(action, bookmark !== 'unchanged'),

    /** Line below the button. */
    consequence: ({ action, bookmark, reason, isPossible }: ResolutionPreview): string => {
      if (!isPossible) return why(reason);
      const what =
        bookmark === 'unchanged'
          ? t(`admin.inconsistencies.consequences.${action}`)
          : t(`admin.inconsistencies.effects.${bookmark}`);
      return [what, why(reason)].filter(Boolean).join('. ');
    },

    /** Effect of a decision that was made. */
    outcome: (row: DifferenceFragment): string => {
      const { resolution, writtenBack, notWrittenReason } = row;
      if (!resolution) return '';
      return [label(resolution, writtenBack === true), why(notWrittenReason ?? null)]
        .filter(Boolean)
        .join('. ');
    },

    /** Use cases and likes lost with a service about to be deleted. */
    loss: (row: DifferenceFragment, preview: ResolutionPreview | undefined): string => {
      const textKey =
        row.type === 'item_removed'
          ? 'removedText'
          : preview?.bookmark === 'trashed'
            ? 'trashedText'
            : 'deletedText';
      const item = row.knowledgeItem;
      return `${t(`admin.inconsistencies.${textKey}`)} ${t('cases', {
        count: item?.useCasesCount ?? 0,
      })}, ${t('usedBy', { count: item?.likesCount ?? 0 })}`;
    },
  };
}
