/** Labels and consequences of the actions, from the server's preview of their effect. */
import { useTranslation } from 'react-i18next';
import type { DifferenceFragment, ResolutionAction } from './generated.ts';

export type ResolutionPreview = DifferenceFragment['resolutionPreviews'][number];

/** Meaning of an action; each has its own key and place for every type of inconsistency. */
export type Decision = 'keep' | 'use' | 'delete';

const decisionOf: Record<ResolutionAction, Decision> = {
  keep_current_update_raindrop: 'keep',
  keep_item: 'keep',
  ignore: 'keep',
  use_raindrop: 'use',
  delete_item: 'delete',
  delete: 'delete',
};

export const decisions: readonly Decision[] = ['keep', 'use', 'delete'];

/** The preview of the action with that meaning. */
export const previewOf = (
  row: DifferenceFragment,
  decision: Decision,
): ResolutionPreview | undefined =>
  row.resolutionPreviews.find(({ action }) => decisionOf[action] === decision);

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
