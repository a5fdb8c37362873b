/** The steps of a piece of work on a use case, as the server reports them; those that are quick are seen too. */
import { useEffect, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { UseCaseProgressDocument, type UseCaseStep } from '../../generated.ts';

/** How often the server is asked for its step, in milliseconds. */
const progressPollMs = 400;
/** How long a step stays on the screen at least while the work goes on, in milliseconds. */
const stepShownMs = 350;

export type ProgressStep = Exclude<UseCaseStep, 'done' | 'failed'>;

export interface ShownStep {
  step: ProgressStep;
  /** Counted from 1. */
  position: number;
  /** Null until the server has said how many there are. */
  total: number | null;
}

/** Work under way: the id under which the server reports, and the step that it begins with. */
export interface WorkInProgress {
  id: string;
  first: ProgressStep;
}

/** The step to show; null without work. No step is skipped, none is shown before the server has entered it. */
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
        // The work itself goes on, and says so itself when it fails.
        console.info('The progress of the work is not known', failure);
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
