/** A better text for a use case that is saved already: taken with one press, or left. */
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../design/Notice.tsx';
import type { OwnCaseFragment } from '../../generated.ts';
import { Suggestions } from './Suggestions.tsx';
import type { Checked } from './useAnalysis.ts';
import { updateCase } from './useCaseCalls.ts';
import { useWork } from './useUseCaseWork.ts';
import { WorkStatus } from './ProgressStatus.tsx';

export interface Offer {
  saved: OwnCaseFragment;
  /** The text as its writer saved it. */
  own: string;
  checked: Checked;
}

export interface SavedOfferProps {
  offer: Offer;
  /** Called once it is answered, with further examples that the text held and that are still to be saved. */
  onDone: (others: string[]) => void;
}

export function SavedOffer({ offer, onDone }: SavedOfferProps) {
  const { t } = useTranslation('dashboard');
  const client = useApolloClient();
  const work = useWork();
  const { saved, own, checked } = offer;
  const language = saved.descriptionEn?.trim() === own ? 'en' : 'ru';
  const take = async (text: string, others: string[]) => {
    const draft = { text, language, since: saved.updatedAt } as const;
    const outcome = await work.run('detecting_language', (progressId) =>
      updateCase(client, saved, draft, progressId),
    );
    // The better text is one of what stands there no more.
    if (outcome && 'fresh' in outcome) work.fail(t('useCases.suggestions.late'));
    else if (outcome) onDone(others);
  };
  return (
    <>
      <Notice tone="info">{t('useCases.suggestions.saved')}</Notice>
      <WorkStatus work={work} />
      {work.failure ? <Notice tone="danger">{work.failure}</Notice> : null}
      <Suggestions
        checked={checked}
        busy={work.isBusy}
        onTake={(text, others) => {
          if (!work.isBusy) void take(text, others);
        }}
        onKeep={() => onDone([])}
      />
    </>
  );
}
