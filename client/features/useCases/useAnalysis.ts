/** The check of one text: what was suggested, and for which text. */
import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { analyseText, type Analysis, type ImprovedUseCase } from './useCaseCalls.ts';
import type { UseCaseWork } from './useUseCaseWork.ts';

export interface CheckedText {
  /** The text that was checked. */
  text: string;
  source: Analysis['source'];
  /** Suggestions that say something else than the text itself. */
  suggestions: ImprovedUseCase[];
  /** What the texts lack; the text itself stays as it is for another try. */
  questions: ImprovedUseCase[];
}

export interface TextAnalysis {
  checked: CheckedText | null;
  /** The last check failed; the text may be saved as it is. */
  hasFailed: boolean;
  /** False while a check runs, for a blank text, and when this very text has been checked. */
  isPossible: (text: string) => boolean;
  /** Null when it failed; `quiet` when the reader did not ask for it: then nothing is said about that. */
  check: (text: string, options?: { quiet?: boolean }) => Promise<CheckedText | null>;
  forget: () => void;
}

const toCheckedText = (text: string, { improvedCases, source }: Analysis): CheckedText => ({
  text,
  source,
  questions: improvedCases.filter((one) => one.type === 'needs_clarification'),
  suggestions: improvedCases.filter(
    (one) => one.type !== 'needs_clarification' && one.text.trim() !== text,
  ),
});

export function useAnalysis(work: UseCaseWork): TextAnalysis {
  const client = useApolloClient();
  const [checked, setChecked] = useState<CheckedText | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  return {
    checked,
    hasFailed,
    isPossible: (text) => !work.isBusy && text.trim() !== '' && text.trim() !== checked?.text,
    check: async (given, { quiet = false } = {}) => {
      const text = given.trim();
      setHasFailed(false);
      const job = (progressId: string) => analyseText(client, text, progressId);
      const analysis = await work.run('analysing_text', job, { quiet });
      setHasFailed(analysis === null && !quiet);
      const result = analysis && toCheckedText(text, analysis);
      if (result) setChecked(result);
      return result;
    },
    forget: () => {
      setChecked(null);
      setHasFailed(false);
    },
  };
}
