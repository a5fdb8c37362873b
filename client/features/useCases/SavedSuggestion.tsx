/** Suggested text for a use case that is already saved. */
import { useApolloClient } from '@apollo/client/react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../design/Notice.tsx';
import type { OwnCaseFragment } from './generated.ts';
import { Suggestions } from './Suggestions.tsx';
import type { CheckedText } from './useAnalysis.ts';
import { updateUseCase } from './useCaseCalls.ts';
import { useUseCaseWork } from './useUseCaseWork.ts';
import { ProgressStatus } from './ProgressStatus.tsx';

export interface PendingSuggestion {
  saved: OwnCaseFragment;
  /** Text as saved. */
  own: string;
  checked: CheckedText;
}

export interface SavedSuggestionProps {
  suggestion: PendingSuggestion;
  /** Called after the answer, with further examples from the text that are not saved yet. */
  onDone: (others: string[]) => void;
}

export function SavedSuggestion({ suggestion, onDone }: SavedSuggestionProps) {
  const { t } = useTranslation('dashboard');
  const client = useApolloClient();
  const work = useUseCaseWork();
  const { saved, own, checked } = suggestion;
  const language = saved.descriptionEn?.trim() === own ? 'en' : 'ru';
  const take = async (text: string, others: string[]) => {
    const draft = { text, language, since: saved.updatedAt } as const;
    const outcome = await work.run('detecting_language', (progressId) =>
      updateUseCase(client, saved, draft, progressId),
    );
    // The saved text has changed, so the suggestion does not fit.
    if (outcome && 'fresh' in outcome) work.fail(t('useCases.suggestions.late'));
    else if (outcome) onDone(others);
  };
  return (
    <>
      <Notice tone="info">{t('useCases.suggestions.saved')}</Notice>
      <ProgressStatus work={work} />
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
