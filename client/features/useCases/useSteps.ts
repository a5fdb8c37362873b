/** Progress steps of work on a use case, polled and each shown long enough to be read. */
import { useEffect, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { UseCaseProgressDocument, type UseCaseStep } from './generated.ts';

const progressPollMs = 400;
/** Minimum time a step is shown, in milliseconds. */
const stepShownMs = 350;

export type ProgressStep = Exclude<UseCaseStep, 'done' | 'failed'>;

export interface ShownStep {
  step: ProgressStep;
  /** Counted from 1. */
  position: number;
  /** Null until known. */
  total: number | null;
}

/** Running work: progress id and first step. */
export interface WorkInProgress {
  id: string;
  first: ProgressStep;
}

/** Step to show; null without work. No step is skipped or shown early. */
export function useProgressSteps(work: WorkInProgress | null): ShownStep | null {
  const client = useApolloClient();
  const [shown, setShown] = useState<{ id: string; at: ShownStep } | null>(null);
  const id = work?.id;
  const first = work?.first;
  useEffect(() => {
    if (id === undefined || first === undefined) return undefined;
    let hasEnded = false;
    let pollTimer: ReturnType<typeof setTimeout> | undefined;
    let showTimer: ReturnType<typeof setTimeout> | undefined;
    let known = 0;
    const coming: ShownStep[] = [];
    const showNext = () => {
      const next = coming.shift();
      showTimer = next && setTimeout(showNext, stepShownMs);
      if (next) setShown({ id, at: next });
    };
    const ask = async () => {
      try {
        const { data } = await client.query({
          query: UseCaseProgressDocument,
          variables: { progressId: id },
          fetchPolicy: 'no-cache',
        });
        const progress = data?.useCaseProgress;
        if (progress && !hasEnded) {
          const { total } = progress;
          const steps = [...progress.passed, progress.step];
          for (const [index, step] of steps.entries()) {
            if (index < known || step === 'done' || step === 'failed') continue;
            coming.push({ step, position: index + 1, total });
            known = index + 1;
          }
          if (showTimer === undefined) showNext();
        }
      } catch (failure) {
        // The work reports its own failure.
        console.info('The progress could not be loaded', failure);
      }
      if (!hasEnded) pollTimer = setTimeout(() => void ask(), progressPollMs);
    };
    pollTimer = setTimeout(() => void ask(), 0);
    return () => {
      hasEnded = true;
      clearTimeout(pollTimer);
      clearTimeout(showTimer);
    };
  }, [client, id, first]);
  if (!work) return null;
  return shown?.id === work.id ? shown.at : { step: work.first, position: 1, total: null };
}
