/** What an action is called and what comes of it: said as the server offers it, so that nothing is promised that is not done. */
import { useTranslation } from 'react-i18next';
import type { DifferenceFragment } from './generated.ts';

export type Offer = DifferenceFragment['resolutionPreviews'][number];

/** The words of the desk's offers in the page's language. */
export function useOfferWords() {
  const { t } = useTranslation('dashboard');
  const why = (reason: Offer['reason']): string =>
    reason ? t(`admin.inconsistencies.notWritten.${reason}`) : '';

  const label = (action: Offer['action'], isWritten: boolean): string =>
    action === 'keep_current_update_raindrop' && !isWritten
      ? t('admin.inconsistencies.keepHere')
      : t(`admin.inconsistencies.actions.${action}`);

  return {
    /** The label of the button. */
    label: ({ action, bookmark }: Offer): string => label(action, bookmark !== 'unchanged'),

    /** The line under it. */
    consequence: ({ action, bookmark, reason, isPossible }: Offer): string => {
      if (!isPossible) return why(reason);
      const what =
        bookmark === 'unchanged'
          ? t(`admin.inconsistencies.consequences.${action}`)
          : t(`admin.inconsistencies.effects.${bookmark}`);
      return [what, why(reason)].filter(Boolean).join('. ');
    },

    /** What a decision has done, for its notice. */
    outcome: (row: DifferenceFragment): string => {
      const { resolution, writtenBack, notWrittenReason } = row;
      if (!resolution) return '';
      return [label(resolution, writtenBack === true), why(notWrittenReason ?? null)]
        .filter(Boolean)
        .join('. ');
    },

    /** What goes with a service that is about to be deleted. */
    loss: (row: DifferenceFragment, offer: Offer | undefined): string => {
      const goes =
        row.type === 'item_removed'
          ? 'removedText'
          : offer?.bookmark === 'trashed'
            ? 'trashedText'
            : 'deletedText';
      const counted = row.knowledgeItem;
      return `${t(`admin.inconsistencies.${goes}`)} ${t('cases', {
        count: counted?.useCasesCount ?? 0,
      })}, ${t('usedBy', { count: counted?.likesCount ?? 0 })}`;
    },
  };
}
