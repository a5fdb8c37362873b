/** The check of one text: what was suggested, and for which text. */
import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { analyse, type Analysis, type ImprovedCase } from './useCaseCalls.ts';
import type { Work } from './useUseCaseWork.ts';

export interface Checked {
  /** The text that was checked. */
  text: string;
  source: Analysis['source'];
  /** Suggestions that say something else than the text itself. */
  suggestions: ImprovedCase[];
  /** What the texts lack; the text itself stays as it is for another try. */
  questions: ImprovedCase[];
}

export interface AnalysisOfText {
  checked: Checked | null;
  /** The last check failed; the text may be saved as it is. */
  hasFailed: boolean;
  /** False while a check runs, for a blank text, and when this very text has been checked. */
  isPossible: (text: string) => boolean;
  /** Null when it failed; `quiet` when the reader did not ask for it: then nothing is said about that. */
  check: (text: string, options?: { quiet?: boolean }) => Promise<Checked | null>;
  forget: () => void;
}

const sort = (text: string, { improvedCases, source }: Analysis): Checked => ({
  text,
  source,
  questions: improvedCases.filter((one) => one.type === 'needs_clarification'),
  suggestions: improvedCases.filter(
    (one) => one.type !== 'needs_clarification' && one.text.trim() !== text,
  ),
});

export function useAnalysis(work: Work): AnalysisOfText {
  const client = useApolloClient();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  return {
    checked,
    hasFailed,
    isPossible: (text) => !work.isBusy && text.trim() !== '' && text.trim() !== checked?.text,
    check: async (given, { quiet = false } = {}) => {
      const text = given.trim();
      setHasFailed(false);
      const job = (progressId: string) => analyse(client, text, progressId);
      const analysis = await work.run('analysing_text', job, { quiet });
      setHasFailed(analysis === null && !quiet);
      const result = analysis && sort(text, analysis);
      if (result) setChecked(result);
      return result;
    },
    forget: () => {
      setChecked(null);
      setHasFailed(false);
    },
  };
}
