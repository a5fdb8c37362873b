/** One running operation on a use case, with progress and failure. */
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../browser/graphqlFailure.ts';
import { randomId } from '../../browser/randomId.ts';
import { notify } from '../../design/notify.ts';
import {
  useProgressSteps,
  type ShownStep,
  type ProgressStep,
  type WorkInProgress,
} from './useSteps.ts';

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
