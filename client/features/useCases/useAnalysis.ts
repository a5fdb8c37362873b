/** Check of a use case text, with its suggestions. */
import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { analyseText, type Analysis, type ImprovedUseCase } from './useCaseCalls.ts';
import type { UseCaseWork } from './useUseCaseWork.ts';

export interface CheckedText {
  /** Checked text. */
  text: string;
  source: Analysis['source'];
  /** Suggestions that differ from the text. */
  suggestions: ImprovedUseCase[];
  /** Questions about missing facts of the text. */
  questions: ImprovedUseCase[];
}

export interface TextAnalysis {
  checked: CheckedText | null;
  /** The last check failed. */
  hasFailed: boolean;
  /** False during a check, for a blank text, and for a text checked already. */
  isPossible: (text: string) => boolean;
  /** Resolves to null on failure; `quiet` shows no error, for checks the reader did not ask for. */
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
