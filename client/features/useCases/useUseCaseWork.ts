/** One running operation on a use case, with its steps, progress and failure. */
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApolloClient } from '@apollo/client/react';
import { failureText } from '../../browser/graphqlFailure.ts';
import { randomId } from '../../browser/randomId.ts';
import { notify } from '../../design/notify.ts';
import { UseCaseProgressDocument, type UseCaseStep } from './generated.ts';

const progressPollMs = 400;
/** Minimum time a step is shown, in milliseconds. */
const stepShownMs = 350;

/** Progress steps of work on a use case, polled and each shown long enough to be read. */
type ProgressStep = Exclude<UseCaseStep, 'done' | 'failed'>;

interface ShownStep {
  step: ProgressStep;
  /** Counted from 1. */
  position: number;
  /** Null until known. */
  total: number | null;
}

/** Running work: progress id and first step. */
interface WorkInProgress {
  id: string;
  first: ProgressStep;
}

/** Step to show; null without work. No step is skipped or shown early. */
function useProgressSteps(work: WorkInProgress | null): ShownStep | null {
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

export interface UseCaseWork {
  isBusy: boolean;
  /** Current step; null without work. */
  progress: ShownStep | null;
  /** Last error; cleared by the next run. */
  failure: string | null;
  fail: (message: string | null) => void;
  /**
   * Resolves to null on failure, which is shown inline and as a toast unless `quiet`. `first` is the first
   * step; `messageOf` may replace the error text.
   */
  run: <Result>(
    first: ProgressStep,
    job: (progressId: string) => Promise<Result>,
    options?: { quiet?: boolean; messageOf?: (failure: unknown) => string | null },
  ) => Promise<Result | null>;
}

export function useUseCaseWork(): UseCaseWork {
  const { t } = useTranslation();
  const [running, setRunning] = useState<WorkInProgress | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const progress = useProgressSteps(running);
  const title = useRef('');
  const place = useId();
  useEffect(() => {
    title.current = t('error.title');
  }, [t]);

  const run = useCallback<UseCaseWork['run']>(
    async (first, job, { quiet = false, messageOf } = {}) => {
      const id = randomId();
      notify.dismiss(`work-${place}`);
      setFailure(null);
      setRunning({ id, first });
      try {
        return await job(id);
      } catch (raised) {
        if (quiet) {
          console.info('A step of the work failed, the work goes on without it', raised);
          return null;
        }
        const message = messageOf?.(raised) ?? failureText(raised);
        setFailure(message);
        notify.error(title.current, { id: `work-${place}`, description: message });
        return null;
      } finally {
        setRunning(null);
      }
    },
    [place],
  );
  return { isBusy: running !== null, progress, failure, fail: setFailure, run };
}
